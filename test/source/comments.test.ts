import {expect} from 'chai'

import {commentsBeginning} from '../../src/source/comments.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'

/** The comments of a text that begin with `x`, each with its line; `+` for one with a line of its own. */
function comments(text: string): string[] {
  const file = new SourceFile('f.yaml', text)
  return commentsBeginning('x', file, readDocuments(file)).map(({start, text: comment, isAlone}) => `${file.position(start).line}${isAlone ? '+' : ''} ${comment}`)
}

describe('the comments of a file', () => {
  const cases: Readonly<Record<string, [text: string, ...comments: string[]]>> = {
    'on lines of their own and behind others': ['# x 1\na: b # x 2\n  # x 3\nc: d\n', '1+ x 1', '2 x 2', '3+ x 3'],
    'with any space and any number of signs': ['#x 1\n##  x 2\na: 1\t#\tx 3\n', '1+ x 1', '2+ x 2', '3 x 3'],
    'that begin with something else': ['# see x\na: b # no x\n'],
    'in lines with CRLF, and without an end': ['a: b # x 1\r\n# x 2\r\nc: d # x 3', '1 x 1', '2+ x 2', '3 x 3'],
    'not where no space is before the sign': ['a: b#x\nc: "d"#x\n'],
    'not in texts': ['a: "# x"\nb: \'c\n  # x\'\n"# x": 1\n'],
    'not in block scalars, but behind their header and below them': ['a: | # x 1\n  # x 2\n  b\n\n# x 3\nc: >-  # x 4\n  # x 5\nd: 1\n', '1 x 1', '5+ x 3', '6 x 4'],
    'in brackets': ['a: [b, # x 1\n  # x 2\n  c] # x 3\n', '1 x 1', '2+ x 2', '3 x 3'],
    'between, before and behind documents': ['# x 1\n---\n# x 2\na: b\n--- # x 3\nc: d\n---\n# x 4\n', '1+ x 1', '3+ x 2', '5+ x 3', '8+ x 4'],
    'with lines of their own alone where nothing can be read': ['a: [ # x 1\n# x 2\n', '2+ x 2'],
    'not in JSON': ['{"a": "# x",\n "b": "c"}\n'],
    'beside aliases and tags': ['a: &b c # x 1\nd: *b # x 2\ne: !!str 1 # x 3\n', '1 x 1', '2 x 2', '3 x 3'],
    'in a file of nothing else': ['# x 1\n# x 2', '1+ x 1', '2+ x 2'],
  }
  for (const [title, [text, ...expected]] of Object.entries(cases)) it(`are found ${title}`, () => expect(comments(text)).to.deep.equal(expected))

  it('are found in no time, however many there are', function () {
    this.timeout(5000)
    expect(comments('a: b # x\n# x\n').length).to.equal(2)
    expect(comments(Array.from({length: 50_000}, (_, i) => `a${i}: "# x" # x\n`).join(''))).to.have.length(50_000)
    expect(comments(`#${' '.repeat(1_000_000)}x\n`)).to.have.length(1)
    const many = '# x '.repeat(1_000_000)
    for (const [text, count] of [[`a: b ${many}\n`, 1], [`a: "${many}"\n`, 0], [`a: [ ${many}`, 0], [`a: |\n  ${many}\n`, 0], [`a: [ # ${' '.repeat(1_000_000)}`, 0]] as const) {
      expect(comments(text), text.slice(0, 10)).to.have.length(count)
    }
  })
})

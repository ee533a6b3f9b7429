import {expect} from 'chai'

import {commentsBeginning} from '../../src/source/comments.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'
import {within} from '../helpers/cpu-time.js'

/** The comments of a text that start with `x`, each with its line, and `+` if there is nothing else on the line. */
function comments(text: string): string[] {
  const file = new SourceFile('f.yaml', text)
  return commentsBeginning('x', file, readDocuments(file)).map(({start, text: comment, isOwnLine}) => `${file.position(start).line}${isOwnLine ? '+' : ''} ${comment}`)
}

describe('commentsBeginning', () => {
  const cases: Readonly<Record<string, [text: string, ...comments: string[]]>> = {
    'on separate lines and after content': ['# x 1\na: b # x 2\n  # x 3\nc: d\n', '1+ x 1', '2 x 2', '3+ x 3'],
    'with any number of spaces and # characters': ['#x 1\n##  x 2\na: 1\t#\tx 3\n', '1+ x 1', '2+ x 2', '3 x 3'],
    'except for those that start with other text': ['# see x\na: b # no x\n'],
    'with CRLF, and without a final newline': ['a: b # x 1\r\n# x 2\r\nc: d # x 3', '1 x 1', '2+ x 2', '3 x 3'],
    'only if a space precedes the #': ['a: b#x\nc: "d"#x\n'],
    'not in strings': ['a: "# x"\nb: \'c\n  # x\'\n"# x": 1\n'],
    'not in block scalars, but after their header and below them': ['a: | # x 1\n  # x 2\n  b\n\n# x 3\nc: >-  # x 4\n  # x 5\nd: 1\n', '1 x 1', '5+ x 3', '6 x 4'],
    'in flow collections': ['a: [b, # x 1\n  # x 2\n  c] # x 3\n', '1 x 1', '2+ x 2', '3 x 3'],
    'between, before and after documents': ['# x 1\n---\n# x 2\na: b\n--- # x 3\nc: d\n---\n# x 4\n', '1+ x 1', '3+ x 2', '5+ x 3', '8+ x 4'],
    'only on separate lines if the document has syntax errors': ['a: [ # x 1\n# x 2\n', '2+ x 2'],
    'not in JSON': ['{"a": "# x",\n "b": "c"}\n'],
    'after aliases and tags': ['a: &b c # x 1\nd: *b # x 2\ne: !!str 1 # x 3\n', '1 x 1', '2 x 2', '3 x 3'],
    'in a file with only comments': ['# x 1\n# x 2', '1+ x 1', '2+ x 2'],
  }
  for (const [title, [text, ...expected]] of Object.entries(cases)) it(`returns comments ${title}`, () => expect(comments(text)).to.deep.equal(expected))

  it('takes linear time for large files @slow', within(5, () => {
    expect(comments('a: b # x\n# x\n').length).to.equal(2)
    expect(comments(Array.from({length: 20_000}, (_, i) => `a${i}: "# x" # x\n`).join(''))).to.have.length(20_000)
    expect(comments(`#${' '.repeat(200_000)}x\n`)).to.have.length(1)
    const many = '# x '.repeat(200_000)
    for (const [text, count] of [[`a: b ${many}\n`, 1], [`a: "${many}"\n`, 0], [`a: [ ${many}`, 0], [`a: |\n  ${many}\n`, 0], [`a: [ # ${' '.repeat(200_000)}`, 0]] as const) {
      expect(comments(text), text.slice(0, 10)).to.have.length(count)
    }
  }))
})

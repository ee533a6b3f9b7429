import {expect} from 'chai'
import * as fc from 'fast-check'

import {contentOf, type ScalarNode} from '../../src/source/node.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'
import {sourceOffsets} from '../../src/source/source-offsets.js'

/** The scalar that is the only value of a map. */
function scalarIn(text: string): ScalarNode {
  const root = readDocuments(new SourceFile('a.yaml', text))[0]?.root
  const node = root?.kind === 'mapping' ? root.entries.at(-1)?.value : undefined
  const content = node && contentOf(node)
  if (content?.kind !== 'scalar') throw new Error(`no scalar in ${JSON.stringify(text)}`)
  return content
}

/** The words of the scalar, each with the source text at its offsets if that differs. */
function words(text: string): string[] | undefined {
  const node = scalarIn(text)
  const offsets = sourceOffsets(text, node)
  return offsets && [...node.text.matchAll(/\w+/g)].map(({0: word, index}) => {
    const [start = 0, end = 0] = [offsets[index], offsets[index + word.length]]
    const source = text.slice(start, end)
    return source === word ? word : `${word} = ${source}`
  })
}

describe('sourceOffsets', () => {
  const exact: readonly (readonly [what: string, text: string])[] = [
    ['a literal', 'a: |\n  one\n  two\n'],
    ['a literal that keeps its line breaks', 'a: |+\n  one\n\n  two\n\n\n'],
    ['a literal that drops its line break', 'a: |-\n  one\n  two\n'],
    ['a literal with blank lines that are indented more and less', 'a: |\n\n    one\n \n      \n    two\n   \n'],
    ['a literal with deeper lines', 'a: |\n  one:\n    two\n\tthree\n'.replace('\t', '   \t')],
    ['a literal with a deeper first line', 'a: |2\n     one\n  two\n'],
    ['a literal with a comment', 'a: |-  # one, two\n  one\n  two'],
    ['a literal with CRLF', 'a: |\r\n  one\r\n\r\n  two\r\n'],
    ['a literal after a tag and an anchor', 'a: !!str &x |\n  one\n  two\n'],
    ['a literal on the line below its key', 'a:\n    |\n      one\n      two\n'],
    ['a folded scalar', 'a: >\n  one\n  two\n\n  three\n\n\n  four\n'],
    ['a folded scalar with deeper lines', 'a: >-\n\n  one\n    two\n    three\n\n     four\n\n  five\n  six\n'],
    ['a folded scalar with a deeper first line', 'a: >2+\n    one\n  two\n\n'],
    ['a folded scalar with trailing spaces', 'a: >\n  one  \n  two \n'],
    ['a plain scalar', 'a: one two'],
    ['a plain scalar on several lines', 'a: one\n  two   three  \n\n\n  four # no\n'],
    ['single quotes', "a: 'one two'"],
    ['single quotes in single quotes', "a: 'it''s ''one'''\n"],
    ['single quotes on several lines', "a: '  one  \n   two\n\n\n   it''s\n  '\n"],
    ['double quotes', 'a: "one two"'],
    ['double quotes with escapes', String.raw`a: "\tone\n\x20two\u0020three\U0001F600four \"five\" \\ six\/seven\_eight\N"`],
    ['double quotes on several lines', 'a: "one  \n    two\n\n\n    three\n"\n'],
    ['double quotes with escaped line breaks', 'a: "one \\\n    two\\t\\\n    three\\  \n   four\\n\n   \\  five"\n'],
    ['JSON', String.raw`{"a": "one\n\"two\" \u00e9 \ud83d\ude00 four\/five"}`],
    ['the target of an alias', 'x: &x |\n  one\n  two\na: *x\n'],
  ]
  for (const [what, text] of exact) {
    it(`returns exact offsets for ${what}`, () => {
      const found = words(text)
      expect(found).to.deep.equal(scalarIn(text).text.match(/\w+/g))
    })
  }

  it('maps a line break to that of the line', () => {
    const text = 'a: |\r\n  one\r\n  two\r\n'
    const offsets = sourceOffsets(text, scalarIn(text))
    expect([...offsets ?? []]).to.deep.equal([8, 9, 10, 11, 15, 16, 17, 18, 18])
  })

  it('maps an escaped character to its escape', () => {
    const text = String.raw`a: "x\ty\U0001F600\n"`
    expect([...sourceOffsets(text, scalarIn(text)) ?? []]).to.deep.equal([4, 5, 7, 8, 8, 18, 20])
  })

  it('maps folded line breaks to the end of the line', () => {
    const text = 'a: one\n  two\n\n  three\n'
    expect([...sourceOffsets(text, scalarIn(text)) ?? []]).to.deep.equal([3, 4, 5, 6, 9, 10, 11, 12, 16, 17, 18, 19, 20, 21])
  })

  it('returns offsets for an empty scalar', () => {
    for (const text of ['a: ""', 'a: \'\'', 'a: |\n', 'a: >-\n\n', 'a:']) {
      const offsets = sourceOffsets(text, scalarIn(text))
      expect(offsets?.length, JSON.stringify(text)).to.equal(scalarIn(text).text.length + 1)
    }
  })

  it('returns undefined if the source does not match the scalar', () => {
    const node = scalarIn('a: |\n  one\n')
    expect(sourceOffsets('a: |\n  two\n', node)).to.equal(undefined)
    expect(words('a: "one\u0085  two"')).to.equal(undefined)
  })

  const lines = fc.array(fc.stringMatching(/^[ ]{0,3}[a-z:#'"\\]{0,6}[ ]{0,2}$/), {minLength: 1, maxLength: 8}).filter((all) => /^[^ ]/.test(all[0] ?? ''))

  it('returns exact offsets for every literal (property)', () => {
    fc.assert(fc.property(lines, fc.integer({min: 1, max: 5}), fc.constantFrom('\n', '\r\n'), (all, indent, end) => {
      const text = `a: |${end}${all.map((line) => `${' '.repeat(indent)}${line}${end}`).join('')}`
      const node = scalarIn(text)
      const offsets = sourceOffsets(text, node)
      if (offsets === undefined) throw new Error('not known')
      return [...node.text].every((character, i) => character === '\n' || text[offsets[i] ?? 0] === character)
    }))
  })

  it('returns exact offsets for every JSON string (property)', () => {
    fc.assert(fc.property(fc.string({unit: 'binary', maxLength: 20}), (value) => {
      const text = `{"a": ${JSON.stringify(value)}}`
      const node = scalarIn(text)
      const offsets = sourceOffsets(text, node)
      if (offsets === undefined) throw new Error('not known')
      return [...offsets].every((offset, i) => i === 0 || offset >= (offsets[i - 1] ?? 0))
        && offsets[node.text.length] === text.length - 2
        && Array.from(node.text, (_, i) => i).every((i) => /[\\]/.test(text[offsets[i] ?? 0] ?? '') || text[offsets[i] ?? 0] === node.text[i])
    }))
  })
})

import {expect} from 'chai'
import fc from 'fast-check'
import {YamlScanner} from '../../src/source/yaml-scanner.js'

const relax = (text: string): string => new YamlScanner(text).relax()

describe('YamlScanner', () => {
  const table: [name: string, text: string, relaxed: string][] = [
    ['keeps plain scalars', 'a: b [c\n  "d\ne: {f}g\n', 'a: b [c\n  "d\ne: {f}g\n'],
    ['joins the lines of flow collections', 'a: [\nb, {c:\nd}\n]\ne: f\n', 'a: [ b, {c: d} ]\ne: f\n'],
    ['joins the lines of quoted scalars', 'a: "b\nc"\n\'d\n\n\': e\n', 'a: "b c"\n\'d  \': e\n'],
    ['accepts CRLF', 'a: [\r\nb]\r\nc: d\r\n', 'a: [  b]\r\nc: d\r\n'],
    ['keeps block scalars', 'a: |\n  [\n  "\n\n  ]\nb: [\nc]\n', 'a: |\n  [\n  "\n\n  ]\nb: [ c]\n'],
    ['keeps block scalars in lists', '- |\n [\n- [\na]\n', '- |\n [\n- [ a]\n'],
    ['keeps plain scalars on several lines', 'a: b\n  [c\n  "d\ne: [\nf]\n', 'a: b\n  [c\n  "d\ne: [ f]\n'],
    ['blanks comments directly after tokens', 'a: "b"#c\nd: [e]#"\nf: |#g\n h\n', 'a: "b"  \nd: [e]  \nf: |  \n h\n'],
    ['keeps other comments', 'a: "b" # "c\n# [\nd: |  # e\n  f\n', 'a: "b" # "c\n# [\nd: |  # e\n  f\n'],
    ['blanks comments in flow collections', 'a: [b, # ]\n# c\nd # e\n]\n', `a: [b, ${' '.repeat('# ]\n# c\n'.length)}d ${' '.repeat('# e\n'.length)}]\n`],
    ['does not join text separated by a comment', 'a: [b # c\nd]\n', 'a: [b # c\nd]\n'],
    ["replaces the escape \\'", 'a: "\\\'\\n"\n', 'a: "xx\\n"\n'],
    ['finds the end of quoted scalars with escapes', 'a: "\\""\nb: \'it\'\'s\'\nc: "\\\\"\nd: [\ne]\n', 'a: "\\""\nb: \'it\'\'s\'\nc: "\\\\"\nd: [ e]\n'],
    ['replaces tabs after tokens', 'a:\t[b]\tc\n\td: e\n', 'a: [b] c\n\td: e\n'],
    ['replaces - and : before closing brackets by text', 'a: [-, b:, {c: -}]\n', 'a: [x, bx, {c: x}]\n'],
    ['skips anchors, aliases and tags', 'a: &b "c\nd"\ne: [*f, !g "h\ni"]\nj: !<k,2:l> "m\nn"\n', 'a: &b "c d"\ne: [*f, !g "h i"]\nj: !<k,2:l> "m n"\n'],
  ]
  for (const [name, text, relaxed] of table) it(name, () => expect(relax(text)).to.equal(relaxed))

  it('keeps every offset (property)', () => {
    const piece = fc.constantFrom('a', ' ', '\n', '\r\n', '\t', ':', '- ', '[', ']', '{', '}', ',', '"', "'", '\\', '#', '|', '>', '&', '*', '!', '? ', '🚀')
    fc.assert(fc.property(fc.array(piece, {maxLength: 60}), (pieces) => {
      const text = pieces.join('')
      expect(relax(text)).to.have.length(text.length)
    }), {numRuns: 2000})
  })

  it('returns tokens, and marks those that are not closed', () => {
    const scanner = new YamlScanner('a: "b"\nc: {d: [e\n')
    scanner.relax()
    expect(scanner.tokens.map(({kind, start, closed}) => [kind, start, closed])).to.deep.equal([['plain', 0, true], ['quoted', 3, true], ['plain', 7, true], ['brackets', 14, false]])
  })
})

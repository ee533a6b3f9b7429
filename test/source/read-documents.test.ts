import {expect} from 'chai'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'
import {problemsOf, readText, valuesOf} from './read-text.js'

describe('readDocuments', () => {
  const table: [name: string, text: string, values: unknown[]][] = [
    ['reads one document', 'a: 1\n', [{a: 1}]],
    ['reads several documents', 'a: 1\n---\nb: 2\n--- # c\nc: 3', [{a: 1}, {b: 2}, {c: 3}]],
    ['skips empty documents', '---\n---\n# c\n---\n\n---\nnull\n---\n~\n---\na: 1\n---\n', [{a: 1}]],
    ['returns nothing for an empty file', '', []],
    ['returns nothing for comments', '# a\n\n  # b', []],
    ['keeps documents that are not objects', '[1]\n---\nx\n---\n0\n---\nfalse\n---\n""\n', [[1], 'x', 0, false, '']],
    ['accepts CRLF', 'a: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n', [{a: 1}, {b: 'x\ny\n'}]],
    ['accepts CR', 'a: 1\rb: |\r  x\r  y\r', [{a: 1, b: 'x\ny\n'}]],
    ['reads a block scalar without a final newline', 'a: |\n  x', [{a: 'x\n'}]],
    ['keeps blank lines at the end of the file', 'a: |+\n  x\n\n ', [{a: 'x\n\n\n'}]],
    ['skips a byte order mark before a later document', 'a: 1\n---\n\ufeffb: 2\n', [{a: 1}, {b: 2}]],
    ['keeps other byte order marks as characters', 'a: \ufeffb\n', [{a: '\ufeffb'}]],
    ['splits documents within a block scalar', 'a: |\n  x\n---\nb: 2\n', [{a: 'x\n'}, {b: 2}]],
    ['treats U+0085 as a line break', 'a: 1\u0085b: 2\n', [{a: 1, b: 2}]],
    ['keeps U+2028 in quotes', 'a: "b\u2028c"\n', [{a: 'b\u2028c'}]],
    ['accepts tabs between tokens', 'a:\t1\t# c\nb: {\t"c":\t2\t}\nd: [e,\tf]\n- x\n'.replace('- x\n', ''), [{a: 1, b: {c: 2}, d: ['e', 'f']}]],
    ['accepts any indentation in flow collections', 'a: [\n1,\n  {b: c\n}\n]\nd: "e\nf"\n', [{a: [1, {b: 'c'}], d: 'e f'}]],
    ['accepts comments directly after tokens', 'a: "b"# c\nd: [e]#f\n', [{a: 'b', d: ['e']}]],
    ["accepts the escape \\'", 'a: "don\\\'t\\n"\n', [{a: "don't\n"}]],
    ['keeps blank lines after an escaped line break', 'a: "b\\\n\n  c"\n', [{a: 'b\nc'}]],
    ['joins an escaped line break in CRLF', 'a: "b\\\r\n  c"\r\n', [{a: 'bc'}]],
    ['reads - and : before brackets as strings', 'a: [-, b:]\nc: {d: -}\n', [{a: ['-', 'b:'], c: {d: '-'}}]],
    ['reads anchors on separate lines', 'a:\n  &x\n  b: 1\nc: *x\n', [{a: {b: 1}, c: {b: 1}}]],
    ['reads a key of 1024 characters', `${'k'.repeat(1024)}: 1\n`, [{['k'.repeat(1024)]: 1}]],
    ['counts characters, not UTF-16 units', `${'🚀'.repeat(1024)}: 1\n`, [{['🚀'.repeat(1024)]: 1}]],
  ]
  for (const [name, text, values] of table) it(name, () => expect(valuesOf(text)).to.deep.equal(values))

  it('decodes UTF-16', () => {
    expect(readDocuments(SourceFile.decode('f', Buffer.from('\ufeffa: é\n---\nb: 2\n', 'utf16le'))).map(({value}) => value)).to.deep.equal([{a: 'é'}, {b: 2}])
  })

  it('returns the range of each document', () => {
    const text = '# a\na: 1\n---\n# b\nb: 2\n--- # c\nc: 3'
    expect(readText(text).map(({start, end}) => text.slice(start, end))).to.deep.equal(['# a\na: 1\n', '# b\nb: 2\n', 'c: 3'])
  })

  describe('content that kubectl ignores', () => {
    const ignored: [name: string, text: string, value: unknown, rest: string | undefined][] = [
      ['content after ...', 'a: 1\n...\nb: [\n', {a: 1}, 'b: ['],
      ['content on the line of ...', 'a: 1\n... # c\n# d\n  x: y\n', {a: 1}, 'x: y\n'],
      ['no content after ...', 'a: 1\n...\n# c\n', {a: 1}, undefined],
      ['content after a document that ends in a bracket', '# c\n{a: 1}} b\n', {a: 1}, '} b\n'],
      ['content between a bracket and ...', '# c\n{a: 1}\nb: 2\n...\nc: 3\n', {a: 1}, 'b: 2\n...\nc: 3\n'],
      ['a list after a line that ends in a bracket', '# c\n{a: 1}\n- b\n', {a: 1}, '- b\n'],
      ['an object after another one that is not JSON', '{a: 1,}\n{b: 2}\n', {a: 1}, '{b: 2}\n'],
      ['lines with less indentation than the first one', '  a: 1\nb: 2\n', {a: 1}, 'b: 2\n'],
      ['a separator after CR', 'a: 1\r---\rb: 2\r', {a: 1}, 'b: 2\r'],
      ['an object after a quoted string', '"a"\n{"b": 1}\n', 'a', '{"b": 1}\n'],
      ['an object on the line of a quoted string', "'a' {b: 1}\n", 'a', '{b: 1}\n'],
      ['a map after a quoted string', '"a"\nb: 1\n', 'a', 'b: 1\n'],
      ['a list after a block scalar', '|\n  a\n[b]\n', 'a\n', '[b]\n'],
      ['an object after a string and a comment', 'a # b\n{c: 1}\n', 'a', '{c: 1}\n'],
      ['an object after null', '~ # a\n{b: 1}\n', undefined, '{b: 1}\n'],
      ['content after an empty document', '---\n...\na: 1\n', undefined, 'a: 1\n'],
    ]
    for (const [name, text, value, rest] of ignored) {
      it(`is returned: ${name}`, () => {
        const [document, ...others] = readText(text)
        expect(others).to.deep.equal([])
        expect(document?.problems).to.deep.equal([])
        expect(document?.value).to.deep.equal(value)
        expect(document?.ignored && document.file.slice(document.ignored).trim()).to.equal(rest?.trim())
      })
    }

    it('does not include the next document', () => {
      const [first, second] = readText('a: 1\n...\nx\n---\nb: 2\n')
      expect([first?.ignored, second?.value, second?.ignored]).to.deep.equal([{start: 9, end: 11}, {b: 2}, undefined])
    })
  })

  it('reports a problem for a string followed by other content', () => {
    for (const text of ['"a" b: 1\n', 'a\nb: 1\n', '"a"\n`\n']) expect(problemsOf(text), text).to.have.lengthOf(1)
  })

  describe('after a broken document', () => {
    it('continues with the next document', () => {
      expect(valuesOf('a: [\n---\nb: 2\n---\n\tc: 3\n---\nd: 4\n')).to.deep.equal([undefined, {b: 2}, undefined, {d: 4}])
    })

    it('parses the document before an invalid separator, without a value', () => {
      const [first, second] = readText('a: 1\n----\nb: 2\n')
      expect(first).to.include({value: undefined})
      expect(first?.root?.kind).to.equal('mapping')
      expect(first?.problems.map(({ruleId}) => ruleId)).to.deep.equal(['yaml/document-separator'])
      expect(second?.value).to.deep.equal({b: 2})
    })

    it('reports all problems of a document that can be parsed', () => {
      expect(problemsOf('a: *x\nb: .inf\n? [c]\n: !!int d\n')).to.deep.equal([
        '1:4-1:6 yaml/alias no anchor "x" comes before this alias in the document',
        '2:4-2:8 yaml/number JSON has no number .inf, so kubectl cannot send it',
        '3:3-3:6 yaml/key a key of a map must be a string, but this one is a list',
        '4:3-4:8 yaml/tag "d" does not fit the tag !!int',
      ])
    })
  })
})

import {expect} from 'chai'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'
import {problemsOf, readText, valuesOf} from './read-text.js'

describe('readDocuments', () => {
  const table: [name: string, text: string, values: unknown[]][] = [
    ['reads one document', 'a: 1\n', [{a: 1}]],
    ['reads several', 'a: 1\n---\nb: 2\n--- # c\nc: 3', [{a: 1}, {b: 2}, {c: 3}]],
    ['leaves out what is empty', '---\n---\n# c\n---\n\n---\nnull\n---\n~\n---\na: 1\n---\n', [{a: 1}]],
    ['finds nothing in nothing', '', []],
    ['finds nothing in comments', '# a\n\n  # b', []],
    ['keeps documents that are no objects', '[1]\n---\nx\n---\n0\n---\nfalse\n---\n""\n', [[1], 'x', 0, false, '']],
    ['knows CRLF', 'a: 1\r\n---\r\nb: |\r\n  x\r\n  y\r\n', [{a: 1}, {b: 'x\ny\n'}]],
    ['knows CR', 'a: 1\rb: |\r  x\r  y\r', [{a: 1, b: 'x\ny\n'}]],
    ['ends a block text without a last line break', 'a: |\n  x', [{a: 'x\n'}]],
    ['keeps blank lines at the end of the file', 'a: |+\n  x\n\n ', [{a: 'x\n\n\n'}]],
    ['skips a byte order mark in front of a later document', 'a: 1\n---\n\ufeffb: 2\n', [{a: 1}, {b: 2}]],
    ['takes other byte order marks for letters', 'a: \ufeffb\n', [{a: '\ufeffb'}]],
    ['splits within a block text', 'a: |\n  x\n---\nb: 2\n', [{a: 'x\n'}, {b: 2}]],
    ['takes U+0085 for a line break', 'a: 1\u0085b: 2\n', [{a: 1, b: 2}]],
    ['keeps U+2028 in quotes', 'a: "b\u2028c"\n', [{a: 'b\u2028c'}]],
    ['takes tabs between tokens', 'a:\t1\t# c\nb: {\t"c":\t2\t}\nd: [e,\tf]\n- x\n'.replace('- x\n', ''), [{a: 1, b: {c: 2}, d: ['e', 'f']}]],
    ['does not care how brackets are indented', 'a: [\n1,\n  {b: c\n}\n]\nd: "e\nf"\n', [{a: [1, {b: 'c'}], d: 'e f'}]],
    ['takes comments right behind tokens', 'a: "b"# c\nd: [e]#f\n', [{a: 'b', d: ['e']}]],
    ["knows the escape \\'", 'a: "don\\\'t\\n"\n', [{a: "don't\n"}]],
    ['keeps blank lines behind an escaped line break', 'a: "b\\\n\n  c"\n', [{a: 'b\nc'}]],
    ['joins an escaped line break in CRLF', 'a: "b\\\r\n  c"\r\n', [{a: 'bc'}]],
    ['takes - and : before brackets for text', 'a: [-, b:]\nc: {d: -}\n', [{a: ['-', 'b:'], c: {d: '-'}}]],
    ['reads anchors on lines of their own', 'a:\n  &x\n  b: 1\nc: *x\n', [{a: {b: 1}, c: {b: 1}}]],
    ['reads a key of 1024 characters', `${'k'.repeat(1024)}: 1\n`, [{['k'.repeat(1024)]: 1}]],
    ['counts characters, not UTF-16 units', `${'🚀'.repeat(1024)}: 1\n`, [{['🚀'.repeat(1024)]: 1}]],
  ]
  for (const [name, text, values] of table) it(name, () => expect(valuesOf(text)).to.deep.equal(values))

  it('reads UTF-16', () => {
    expect(readDocuments(SourceFile.decode('f', Buffer.from('\ufeffa: é\n---\nb: 2\n', 'utf16le'))).map(({value}) => value)).to.deep.equal([{a: 'é'}, {b: 2}])
  })

  it('says where documents lie', () => {
    const text = '# a\na: 1\n---\n# b\nb: 2\n--- # c\nc: 3'
    expect(readText(text).map(({start, end}) => text.slice(start, end))).to.deep.equal(['# a\na: 1\n', '# b\nb: 2\n', 'c: 3'])
  })

  describe('what kubectl ignores', () => {
    const ignored: [name: string, text: string, value: unknown, rest: string | undefined][] = [
      ['content behind ...', 'a: 1\n...\nb: [\n', {a: 1}, 'b: ['],
      ['content on the line of ...', 'a: 1\n... # c\n# d\n  x: y\n', {a: 1}, 'x: y\n'],
      ['nothing behind ...', 'a: 1\n...\n# c\n', {a: 1}, undefined],
      ['content behind a document that ends in a bracket', '# c\n{a: 1}} b\n', {a: 1}, '} b\n'],
      ['content behind a bracket and before ...', '# c\n{a: 1}\nb: 2\n...\nc: 3\n', {a: 1}, 'b: 2\n...\nc: 3\n'],
      ['a list behind a line that ends in a bracket', '# c\n{a: 1}\n- b\n', {a: 1}, '- b\n'],
      ['an object behind another that is not JSON', '{a: 1,}\n{b: 2}\n', {a: 1}, '{b: 2}\n'],
      ['lines that are indented less than the first', '  a: 1\nb: 2\n', {a: 1}, 'b: 2\n'],
      ['a separator behind CR', 'a: 1\r---\rb: 2\r', {a: 1}, 'b: 2\r'],
      ['an object behind a text in quotes', '"a"\n{"b": 1}\n', 'a', '{"b": 1}\n'],
      ['an object on the line of a text in quotes', "'a' {b: 1}\n", 'a', '{b: 1}\n'],
      ['a map behind a text in quotes', '"a"\nb: 1\n', 'a', 'b: 1\n'],
      ['a list behind a block text', '|\n  a\n[b]\n', 'a\n', '[b]\n'],
      ['an object behind a comment behind a text', 'a # b\n{c: 1}\n', 'a', '{c: 1}\n'],
      ['an object behind null', '~ # a\n{b: 1}\n', undefined, '{b: 1}\n'],
      ['content behind an empty document', '---\n...\na: 1\n', undefined, 'a: 1\n'],
    ]
    for (const [name, text, value, rest] of ignored) {
      it(`is reported: ${name}`, () => {
        const [document, ...others] = readText(text)
        expect(others).to.deep.equal([])
        expect(document?.problems).to.deep.equal([])
        expect(document?.value).to.deep.equal(value)
        expect(document?.ignored && document.file.slice(document.ignored).trim()).to.equal(rest?.trim())
      })
    }

    it('does not reach into the next document', () => {
      const [first, second] = readText('a: 1\n...\nx\n---\nb: 2\n')
      expect([first?.ignored, second?.value, second?.ignored]).to.deep.equal([{start: 9, end: 11}, {b: 2}, undefined])
    })
  })

  it('does not take the key of a map for a document', () => {
    for (const text of ['"a" b: 1\n', 'a\nb: 1\n', '"a"\n`\n']) expect(problemsOf(text), text).to.have.lengthOf(1)
  })

  describe('after something broken', () => {
    it('reads on', () => {
      expect(valuesOf('a: [\n---\nb: 2\n---\n\tc: 3\n---\nd: 4\n')).to.deep.equal([undefined, {b: 2}, undefined, {d: 4}])
    })

    it('reads the document before a bad separator too, but sends nothing of it', () => {
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
        '3:3-3:6 yaml/key a key of a map must be a text, but this one is a list',
        '4:3-4:8 yaml/tag "d" does not fit the tag !!int',
      ])
    })
  })
})

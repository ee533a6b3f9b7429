import {expect} from 'chai'

import {KnownDocuments} from '../../src/source/known-documents.js'
import {readDocuments} from '../../src/source/read-documents.js'
import {SourceFile} from '../../src/source/source-file.js'

const block = (name: string, more = ''): string => `# A comment\nkind: A\nmetadata:\n  name: ${name}\n${more}spec:\n  - {a: 1, b: [x, "y"]}\n# The end\n`

const flow = (metadata: string): string => `kind: A\nmetadata: ${metadata}\nspec: |\n  text\n`

/** The last document of some texts, of which the ones before are known. */
function last(...texts: readonly string[]) {
  const known = new KnownDocuments()
  const [document] = texts.map((text) => {
    const [first] = readDocuments(new SourceFile('a.yaml', text), undefined, known)
    if (first !== undefined && first.copyOf === undefined) known.add(first)
    return first
  }).reverse()
  return document ?? expect.fail('no document')
}

const isCopy = (...texts: readonly string[]): boolean => last(...texts).copyOf !== undefined

describe('copies of known documents', () => {
  it('have the same tree and value as parsed documents', () => {
    const pairs = [
      [block('a'), block('other-name')], [block('a', '  namespace: b\n'), block('c', '  namespace: d\n')], [block("'a'"), block("'b'")],
      [flow('{namespace: a, name: b}'), flow('{namespace: x1, name: a}')], [flow('{"name": "a"}'), flow('{"name": "12"}').replace('12', 'y2')],
      [flow('{name: a, labels: {name: a}}'), flow('{name: b, labels: {name: a}}')], [block('a', '  text:\n    in\n    lines\n'), block('b', '  text:\n    in\n    lines\n')],
      [`---\n${block('a')}---\nkind: B\n`, `---\n${block('b')}---\nkind: B\n`],
    ] as const
    for (const [first, second] of pairs) {
      const copy = last(first, second)
      const [parsed] = readDocuments(new SourceFile('a.yaml', second))
      const {root, value} = parsed ?? expect.fail('no document')
      expect(copy.copyOf, second).to.be.an('object')
      expect(JSON.stringify(copy.value), second).to.equal(JSON.stringify(value))
      expect([copy.root?.start, copy.root?.end, copy.root?.kind === 'mapping' && copy.root.entries], second)
        .to.deep.equal([root?.start, root?.end, root?.kind === 'mapping' && root.entries])
    }
  })

  it('differ only in name and namespace', () => {
    expect(isCopy(block('a'), block('b'))).to.equal(true)
    expect(isCopy(block('a'), block('b').replace('a: 1', 'a: 2'))).to.equal(false)
    expect(isCopy(block('a'), block('b', '  namespace: c\n'))).to.equal(false)
    expect(isCopy(block('a'), block('a').replace('comment', 'word'))).to.equal(false)
  })

  it('have plain names without special characters', () => {
    for (const name of ['on', '1', '1e3', 'null', 'A', 'a_b', 'a: b', '&a b', '"b"', 'b #c', '|\n    b']) expect(isCopy(block('a'), block(name)), name).to.equal(false)
    for (const name of ['on', '1', 'a_b', '&a b', 'a\n    b']) expect(isCopy(block(name), block('b')), name).to.equal(false)
  })

  it('are not recognized if another name field differs', () => {
    expect(isCopy('kind: A\nspec: {name: a}\nmetadata: {name: c}\n', 'kind: A\nspec: {name: b}\nmetadata: {name: c}\n')).to.equal(false)
    expect(isCopy('# name: a\nkind: A\nmetadata: {name: c}\n', '# name: b\nkind: A\nmetadata: {name: c}\n')).to.equal(false)
    expect(isCopy(flow('{name: a, labels: {namespace: a}}'), flow('{name: b, labels: {namespace: b}}'))).to.equal(false)
    expect(isCopy(flow('{name: a, <<: {name: a}}'), flow('{name: b, <<: {name: a}}'))).to.equal(false)
    expect(isCopy(flow('{name: &n a, labels: {x: *n}}'), flow('{name: &n b, labels: {x: *n}}'))).to.equal(false)
  })

  it('are recognized only up to a limited size', () => {
    const long = `  labels: {a: ${'b'.repeat(5000)}}\n`
    expect(isCopy(block('a', long), block('b', long))).to.equal(false)
  })
})

import {expect} from 'chai'

import {isUnreadable, readDocument} from '../../src/configuration/document.js'
import {repeatedKeys} from '../../src/configuration/repeated-keys.js'
import {SourceFile} from '../../src/source/source-file.js'

/** The messages of go-yaml, with the offsets of the keys. */
function repeated(text: string): string[] {
  const document = readDocument(new SourceFile('f', text))
  if (isUnreadable(document) || document.root === undefined) throw new Error('expected to be readable')
  return repeatedKeys(document.file, document.root).map(({message, key}) => `${message} @${key.start}`)
}

describe('repeatedKeys', () => {
  it('reports keys that their map has already', () => {
    expect(repeated('a: 1\nb:\n  a: 2\n  c: 3\n')).to.deep.equal([])
    expect(repeated('a: 1\nb: 2\na: 3\na: 4\n')).to.deep.equal(['line 3: key "a" already set in map @10', 'line 4: key "a" already set in map @15'])
    expect(repeated('- {a: 1, "a": 2}\n- [{b: 1, b: 2}]\n')).to.have.length(2)
  })

  it('reports the line of the value', () => {
    expect(repeated('a: 1\na:\n\n  b: 1\n')).to.deep.equal(['line 4: key "a" already set in map @5'])
  })

  it('treats keys of different types as different', () => {
    expect(repeated('1: a\n"1": b\ntrue: c\n"true": d\n')).to.deep.equal([])
    expect(repeated('1: a\n0x1: b\nyes: c\non: d\n')).to.deep.equal(['line 2: key 1 already set in map @5', 'line 4: key true already set in map @19'])
  })

  it('reports keys that override a merged key or that a merge would override', () => {
    expect(repeated('a: &x {k: 1}\nb:\n  <<: *x\n  k: 2\n')).to.deep.equal(['line 4: key "k" already set in map @27'])
    expect(repeated('a: &x {k: 1}\nb:\n  k: 2\n  <<: *x\n')).to.deep.equal(['line 1: key "k" already set in map @7'])
    expect(repeated('a: &x {k: 1}\nb: {<<: [*x, *x, {l: 1}]}\n')).to.deep.equal(['line 1: key "k" already set in map @7'])
  })

  it('reports the keys of an aliased map for each use', () => {
    expect(repeated('a: &x {k: 1, k: 2}\nb: *x\n')).to.have.length(2)
  })
})

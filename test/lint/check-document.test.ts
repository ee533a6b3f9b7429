import {expect} from 'chai'

import {lintText, placed} from '../helpers/lint-text.js'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n'

describe('what kubectl passes over in silence', () => {
  it('is a key that another one overrides, wherever it stands', () => {
    const [found, ...others] = lintText('{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "b", "image": "c"}]}}')
    expect(others).to.deep.equal([])
    expect(found).to.include({
      ruleId: 'source/duplicate-key', severity: 'warning', field: 'spec.containers[0].image', message: '"image" is set twice: kubectl takes the last one and says nothing',
    })
    expect(found && [placed(found), ...found.related.map((related) => `${related.message} ${related.file.slice(related.span)}`)])
      .to.deep.equal(['1:116 "image"', 'this one has no effect "image"'])
  })

  it('is told of a key each time that it stands again', () => {
    expect(lintText(`${configMap}data: {a: "1", b: "2", a: "3", a: "4"}\n`).map(placed)).to.deep.equal(['4:24 a', '4:32 a'])
  })

  it('is told of an aliased map once, and not of merge keys', () => {
    expect(lintText(`${configMap}x: &x {a: 1, a: 2}\ny: {<<: *x, <<: *x, a: 3}\nz: *x\n`).filter(({severity}) => severity === 'warning').map(placed)).to.deep.equal(['4:14 a'])
  })

  it('is the first line of what stands behind the end of a document', () => {
    const [found, ...others] = lintText(`${configMap}...\n\nkind: Pod\nspec: {\n`)
    expect(others).to.deep.equal([])
    expect(found).to.include({ruleId: 'yaml/ignored-content', severity: 'warning', field: '', hint: 'separate documents with ---'})
    expect(found && placed(found)).to.equal('6:1 kind: Pod')
  })

  it('is not told of documents that cannot be read', () => {
    expect(lintText('a: 1\na: *x\n...\nb\n').map(({ruleId}) => ruleId)).to.deep.equal(['yaml/alias'])
  })
})

import {expect} from 'chai'
import {listFields} from './shapes/fields.js'

describe('listFields', () => {
  const fields = listFields()

  it('returns each list and map of the API once, at its shortest path', () => {
    const paths = fields.map(({path}) => path)
    expect(paths).to.include.members(['ResourceQuota.spec.scopes', 'ResourceQuota.spec.hard', 'Pod.spec.containers.env', 'Service.spec.ports', 'LimitRange.spec.limits.max'])
    expect(paths.filter((path) => path.endsWith('.containers.env'))).to.have.length(1)
  })

  it('fills a field up to a size, with equal or different items', () => {
    const of = (path: string, areDifferent: boolean): unknown => fields.find((field) => field.path === path)?.object(20, areDifferent)
    const quota = {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'x'}}
    expect(of('ResourceQuota.spec.scopes', false)).to.deep.equal({...quota, spec: {scopes: ['a0', 'a0', 'a0', 'a0', 'a0']}})
    expect(of('ResourceQuota.spec.scopes', true)).to.deep.equal({...quota, spec: {scopes: ['a0', 'a1', 'a2', 'a3', 'a4']}})
    expect(of('ResourceQuota.spec.hard', true)).to.deep.equal({...quota, spec: {hard: {a0: '1', a1: '2'}}})
  })
})

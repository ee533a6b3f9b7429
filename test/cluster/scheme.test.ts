import {expect} from 'chai'
import {type KindInfo, lookUpKind} from '../../src/cluster/scheme.js'
import {limitRange} from '../../src/kinds/limit-range/index.js'
import {pod} from '../../src/kinds/pod/index.js'

const shown = ({apiVersion, kind, version, kindName, resource, namespaced, table, hasStatus, metadataRules}: KindInfo): unknown =>
  ({apiVersion, kind, version, kindName, resource, namespaced, table, hasStatus, metadataRules})

describe('lookUpKind', () => {
  it('finds the kinds of Kubernetes', () => {
    expect(shown(lookUpKind('v1', 'LimitRange')!)).to.deep.equal({
      apiVersion: 'v1', kind: 'LimitRange', version: 'v1', kindName: {group: '', name: 'LimitRange'}, resource: {group: '', name: 'limitranges'}, namespaced: true,
      table: 'core/v1.LimitRange', hasStatus: false, metadataRules: {name: 'subdomain', namespaced: true, qualifiedFinalizers: true, namesOnUpdate: true},
    })
    expect(shown(lookUpKind('node.k8s.io/v1', 'RuntimeClass')!)).to.deep.equal({
      apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', version: 'v1', kindName: {group: 'node.k8s.io', name: 'RuntimeClass'},
      resource: {group: 'node.k8s.io', name: 'runtimeclasses'}, namespaced: false, table: 'node/v1.RuntimeClass', hasStatus: false,
      metadataRules: {name: 'subdomain', namespaced: false, qualifiedFinalizers: false, namesOnUpdate: true},
    })
  })

  it('returns the definition of a kind', () => {
    expect(lookUpKind('v1', 'LimitRange')?.definition).to.equal(limitRange)
    expect(lookUpKind('v1', 'Pod')?.definition).to.equal(pod)
    expect(lookUpKind('coordination.k8s.io/v1', 'Lease')?.definition).to.deep.equal({apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', createdByUpdate: true})
  })

  it('accepts kinds in lower case and the core group with a slash', () => {
    expect(shown(lookUpKind('v1', 'pod')!)).to.deep.equal(shown(lookUpKind('v1', 'Pod')!))
    expect(shown(lookUpKind('/v1', 'Pod')!)).to.deep.equal(shown(lookUpKind('v1', 'Pod')!))
  })

  it('finds kinds without a field table', () => {
    const info = lookUpKind('coordination.k8s.io/v1', 'Lease')
    expect([info?.table, info?.hasStatus, info?.metadataRules.name, info?.resource.name]).to.deep.equal([undefined, true, 'path-segment', 'leases'])
  })

  it('treats kinds of other groups as custom resources', () => {
    expect(shown(lookUpKind('example.com/v1beta1', 'Policy')!)).to.deep.equal({
      apiVersion: 'example.com/v1beta1', kind: 'Policy', version: 'v1beta1', kindName: {group: 'example.com', name: 'Policy'}, resource: {group: 'example.com', name: 'policies'},
      namespaced: true, table: undefined, hasStatus: true, metadataRules: {name: 'subdomain', namespaced: true, qualifiedFinalizers: false},
    })
  })

  const unknown: [apiVersion: string, kind: string][] = [
    ['v1', 'Bogus'], ['v2', 'Pod'], ['apps/v1', 'Pod'], ['v1', 'POD'], ['', 'Pod'], ['/', 'Pod'], ['apps/', 'Deployment'], ['a/b/c', 'Pod'], ['v1', ''], ['example.com/v1', ''],
    ['example.com/', 'Widget'], ['v1', 'toString'], ['bogus/v1', 'Widget'],
  ]

  for (const [apiVersion, kind] of unknown) {
    it(`finds no ${JSON.stringify(kind)} in ${JSON.stringify(apiVersion)}`, () => expect(lookUpKind(apiVersion, kind)).to.equal(undefined))
  }

  it('caches its results, up to a limit', () => {
    expect(lookUpKind('v1', 'Pod')).to.equal(lookUpKind('v1', 'Pod'))
    for (let i = 0; i < 1100; i++) lookUpKind('example.com/v1', `Kind${i}`)
    expect(lookUpKind('example.com/v1', 'Kind1099')?.kind).to.equal('Kind1099')
    expect(lookUpKind('example.com/v1', 'Kind1099')).not.to.equal(lookUpKind('example.com/v1', 'Kind1099'))
  })
})

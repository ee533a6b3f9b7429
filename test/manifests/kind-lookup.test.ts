import {expect} from 'chai'

import {parseApiVersion} from '../../src/machinery/schema/rest-mapper.js'
import {type Identity, itemKind, listedResource, mapKind, noMatch} from '../../src/manifests/kind-lookup.js'

function identity(apiVersion: string, kind: string): Identity {
  const groupVersion = parseApiVersion(apiVersion)
  if (groupVersion === undefined) throw new Error(`no apiVersion: ${apiVersion}`)
  return {groupVersion, kind}
}

const namespaced = (apiVersion: string, kind: string): boolean | undefined => mapKind(identity(apiVersion, kind))?.namespaced

describe('mapKind', () => {
  const cases: [apiVersion: string, kind: string, namespaced: boolean | undefined][] = [
    ['v1', 'Pod', true],
    ['/v1', 'Pod', true],
    ['v1', 'pod', true],
    ['v1', 'Namespace', false],
    ['apps/v1', 'Deployment', true],
    ['v1', 'PodList', true],
    ['v1', 'NamespaceList', false],
    ['v1', 'List', false],
    ['apps/v1', 'List', false],
    ['example.com/v1', 'Gizmo', true],
    ['example.com/v1', 'GizmoList', true],
    // Without a version, the version of the API group applies.
    ['', 'Pod', true],
    ['/', 'Namespace', false],
    ['apps/', 'Deployment', true],
    ['autoscaling/', 'HorizontalPodAutoscaler', true],
    ['', 'List', false],
    ['', 'Deployment', undefined],
    ['apps/', 'Pod', undefined],
    ['example.com/', 'Gizmo', true],

    ['v1', 'Widget', undefined],
    ['v1', 'pOD', undefined],
    ['v1', 'Pods', undefined],
    ['v1', 'Pod ', undefined],
    ['v1', 'podList', undefined],
    ['v1', 'podlist', undefined],
    ['v1', 'list', undefined],
    ['v1', 'PodListList', undefined],
    ['v1', '__proto__', undefined],
    ['v2', 'Pod', undefined],
    ['v2', 'List', undefined],
    ['V1', 'Pod', undefined],
    ['v1', 'Deployment', undefined],
    ['apps/v1beta1', 'Deployment', undefined],
    // No custom resource has a group without a dot.
    ['core/v1', 'Pod', undefined],
    ['extensions/v1beta1', 'Deployment', undefined],
  ]

  for (const [apiVersion, kind, expected] of cases) {
    it(`${expected === undefined ? 'does not find' : 'finds'} "${kind}" in "${apiVersion}"`, () =>
      expect(namespaced(apiVersion, kind)).to.equal(expected))
  }
})

describe('noMatch', () => {
  const cases: Record<string, [apiVersion: string, kind: string, culprit: string, hint: string]> = {
    'a misspelt kind': ['v1', 'LimitRage', 'kind', 'write "kind: LimitRange"'],
    'a kind in another case': ['v1', 'LIMITRANGE', 'kind', 'write "kind: LimitRange"'],
    'a plural': ['v1', 'services', 'kind', 'write "kind: Service"'],
    'a list in lower case': ['v1', 'list', 'kind', 'write "kind: List"'],
    'a misspelt kind of another group': ['v1', 'Deploymnet', 'kind', 'write "kind: Deployment" and "apiVersion: apps/v1"'],
    'a kind of another group': ['v1', 'Deployment', 'apiVersion', 'write "apiVersion: apps/v1"'],
    'an old version': ['apps/v1beta1', 'Deployment', 'apiVersion', 'write "apiVersion: apps/v1"'],
    'an old group': ['extensions/v1beta1', 'Ingress', 'apiVersion', 'write "apiVersion: networking.k8s.io/v1"'],
    'an old version of a kind with two versions': [
      'autoscaling/v2beta2', 'HorizontalPodAutoscaler', 'apiVersion', 'write "apiVersion: autoscaling/v1" or "apiVersion: autoscaling/v2"',
    ],
    'an unknown version': ['core/v1', 'ConfigMap', 'apiVersion', 'write "apiVersion: v1"'],
    'a List of another version': ['core/v1', 'List', 'apiVersion', 'write "apiVersion: v1"'],
    'a typed list of another version': ['v2', 'PodList', 'apiVersion', 'write "apiVersion: v1"'],
    'a kind in two groups': [
      'events.k8s.io/v1beta1', 'Event', 'apiVersion', 'write "apiVersion: events.k8s.io/v1"',
    ],
    'a kind without similar ones': ['v1', 'Widget', 'kind', 'ensure CRDs are installed first'],
  }

  for (const [title, [apiVersion, kind, culprit, hint]] of Object.entries(cases)) {
    it(`explains ${title}`, () => {
      const {fix: _, ...error} = noMatch(identity(apiVersion, kind))
      expect(error).to.deep.equal({ruleId: 'manifest/unknown-kind', message: `no matches for kind "${kind}" in version "${apiVersion}"`, steps: [culprit], hint})
    })
  }

  it('has a fix only if the correction is certain', () => {
    const fixOf = (apiVersion: string, kind: string): string | undefined => noMatch(identity(apiVersion, kind)).fix?.to
    expect([fixOf('v1', 'LIMITRANGE'), fixOf('v1', 'LimitRage'), fixOf('v1', 'services'), fixOf('V1', 'Pod'), fixOf('APPS/v1', 'Deployment')])
      .to.deep.equal(['LimitRange', 'LimitRange', 'Service', 'v1', 'apps/v1'])
    expect([fixOf('v2', 'Pod'), fixOf('v1', 'Deployment'), fixOf('v1', 'Podd'), fixOf('v1', 'Widget'), fixOf('v1', 'deployments'), fixOf('apps/v2', 'Deployment')])
      .to.deep.equal([undefined, undefined, undefined, undefined, undefined, undefined])
  })

  it('omits the leading slash of the version', () =>
    expect(noMatch(identity('/v2', 'Pod')).message).to.equal('no matches for kind "Pod" in version "v2"'))
})

describe('listedResource', () => {
  it('returns the resource of a typed list', () => expect(listedResource('v1', 'PodList')?.resource).to.equal('pods'))

  it('accepts only exact names', () => {
    const kinds = ['podList', 'Pod', 'List', 'WidgetList', 'ListList']
    expect(kinds.filter((kind) => listedResource('v1', kind) !== undefined)).to.deep.equal([])
  })
})

describe('itemKind', () => {
  it('returns the kind of a list without "List"', () =>
    expect(['PodList', 'List', 'ListPod', 'Pod', 'PodListList'].map(itemKind)).to.deep.equal(['Pod', '', 'ListPod', 'Pod', 'PodList']))
})

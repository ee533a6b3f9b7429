import {expect} from 'chai'

import {podsOnly, selectResources} from '../../src/export/resources.js'

const core = (...resources: string[]): object => ({apiGroups: [''], apiVersions: ['v1'], resources})

const apps = (...resources: string[]): object => ({apiGroups: ['apps'], apiVersions: ['v1'], resources})

const whole = (group: string): object => ({apiGroups: [group], apiVersions: ['*'], resources: ['*']})

describe('selectResources', () => {
  const accepted: readonly (readonly [string[], object[]])[] = [
    [['pods'], [core('pods')]],
    [['pod'], [core('pods')]],
    [['PO', ' pods '], [core('pods')]],
    [['pods', 'configmaps', 'cm'], [core('configmaps', 'pods')]],
    [['deploy', 'pods', 'statefulsets.apps'], [core('pods'), apps('deployments', 'statefulsets')]],
    [['hpa'], [{apiGroups: ['autoscaling'], apiVersions: ['v1', 'v2'], resources: ['horizontalpodautoscalers']}]],
    // Like in kubectl, the core group has priority.
    [['events'], [core('events')]],
    [['events.events.k8s.io'], [{apiGroups: ['events.k8s.io'], apiVersions: ['v1'], resources: ['events']}]],
    [['widgets.example.com', 'gadgets.example.com'], [{apiGroups: ['example.com'], apiVersions: ['*'], resources: ['gadgets', 'widgets']}]],
    [['*.apps', 'deployments', 'pods'], [core('pods'), whole('apps')]],
    [['*.example.com'], [whole('example.com')]],
    [['pods', '*'], [whole('*')]],
  ]
  for (const [names, groups] of accepted) it(`accepts ${names.join()}`, () => expect(selectResources(names)).to.deep.include({groups}))

  const rejected: readonly (readonly [string, RegExp, string?])[] = [
    ['podds', /the server has no resource "podds"; those of custom resources are written with their group/, 'pods'],
    ['deployments.app', /the server has no resource "deployments.app"/, 'deployments.apps'],
    ['', /the server has no resource ""/],
    ['nodes', /^"nodes" are in no namespace, and MetadataPolicies act only in theirs$/],
    ['namespaces', /in no namespace/],
    ['pods/status', /^"pods\/status" is a subresource, which MetadataPolicies do not govern$/],
    ['metadatapolicies.kadm.dev', /^MetadataPolicies do not govern one another$/],
    ['localsubjectaccessreviews', /are matched by no admission policy$/],
    ['*.aps', /^there is no API group "aps"$/, '*.apps'],
  ]
  for (const [name, error, suggested] of rejected) {
    it(`rejects ${JSON.stringify(name)}`, () => {
      const found = selectResources(['pods', name])
      expect('error' in found ? found.error : '').to.match(error)
      if (suggested !== undefined) expect(found).to.include({suggested})
    })
  }

  it('returns the default for pods', () => expect(selectResources(['pods'])).to.deep.equal(podsOnly))

  it('returns whether pods and wildcards are included', () => {
    const facts = (...names: string[]): unknown => {
      const {hasPods, isPodsOnly, isWide} = selectResources(names) as {hasPods: boolean, isPodsOnly: boolean, isWide: boolean}
      return {hasPods, isPodsOnly, isWide}
    }
    expect(facts('pods')).to.deep.equal({hasPods: true, isPodsOnly: true, isWide: false})
    expect(facts('pods', 'cm')).to.deep.equal({hasPods: true, isPodsOnly: false, isWide: false})
    expect(facts('deploy')).to.deep.equal({hasPods: false, isPodsOnly: false, isWide: false})
    expect(facts('*')).to.deep.equal({hasPods: true, isPodsOnly: false, isWide: true})
    expect(facts('*.apps')).to.deep.equal({hasPods: false, isPodsOnly: false, isWide: true})
    expect(facts('pods.example.com')).to.deep.equal({hasPods: false, isPodsOnly: false, isWide: false})
  })
})

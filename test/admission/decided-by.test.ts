import {expect} from 'chai'

import type {DecidingPart} from '../../src/admission/plugin.js'
import type {Review} from '../../src/cluster/review.js'
import {type Body, pod, priorityClass, service} from '../helpers/builders.js'
import {quotaNamed, requesting} from '../helpers/quotas.js'
import {allowed, TestCluster} from '../helpers/test-cluster.js'

const configuredBy = ({steps}: Review): string[] =>
  steps.flatMap(({rejection}) => rejection?.reasons ?? []).flatMap(({configuredBy: fields = []}) => fields.map(String))

describe('Refusals of configured plugins', () => {
  it('name the limits of EventRateLimit that are reached', () => {
    const limits = [{type: 'Server', qps: 1, burst: 2}, {type: 'User', qps: 1, burst: 1}]
    const cluster = new TestCluster({pluginConfigurations: {EventRateLimit: {limits}}})
    const event = (name: string): Body => ({apiVersion: 'v1', kind: 'Event', metadata: {name}, involvedObject: {kind: 'Pod', name: 'web', namespace: 'dev'}})
    expect(['a', 'b', 'c'].map((name) => configuredBy(cluster.create(event(name))))).to.deep.equal([[], ['limits[1]'], ['limits[0]', 'limits[1]']])
  })

  it('name the limited resources that no quota bounds', () => {
    const limitedResources = [{resource: 'services', matchContains: ['services']}, {resource: 'pods', matchContains: ['cpu']}, {resource: 'pods', matchContains: ['memory']}]
    const cluster = new TestCluster({pluginConfigurations: {ResourceQuota: {limitedResources}}})
    expect(configuredBy(cluster.create(requesting({memory: '1'})))).to.deep.equal(['limitedResources[2].matchContains[0]'])
    expect(configuredBy(cluster.create(service('s')))).to.deep.equal(['limitedResources[0].matchContains[0]'])
    expect(configuredBy(cluster.create(pod()))).to.deep.equal([])
  })

  it('name the limited scopes that no quota has', () => {
    const limitedResources = [{resource: 'pods', matchScopes: [{scopeName: 'BestEffort', operator: 'Exists'}]}, {resource: 'pods', matchContains: ['cpu']}]
    const cluster = new TestCluster({pluginConfigurations: {ResourceQuota: {limitedResources}}})
    expect(configuredBy(cluster.create(pod()))).to.deep.equal(['limitedResources[0].matchScopes[0]'])
  })
})

describe('Exemptions from quotas', () => {
  /** The scopes that exempt an object, each the only one of its quota. */
  function exemptionsOf(object: Body, ...quotas: Body[]): string[] {
    const parts: DecidingPart[] = []
    const cluster = new TestCluster({onDecision: (part) => parts.push(part)})
    for (const body of [priorityClass('high', 10), ...quotas]) allowed(cluster.create(body))
    allowed(cluster.create(object))
    return parts.map((part) => `${'policy' in part ? part.policy.metadata.name : part.plugin} ${String(part.field)}`)
  }

  const high = {scopeName: 'PriorityClass', operator: 'In', values: ['high']}

  it('name the scope that an object is not in', () => {
    expect(exemptionsOf(pod(), quotaNamed('t', {pods: '1'}, {scopes: ['Terminating']}))).to.deep.equal(['t spec.scopes[0]'])
    expect(exemptionsOf(pod(), quotaNamed('h', {pods: '1'}, {scopes: ['BestEffort'], scopeSelector: {matchExpressions: [high]}})))
      .to.deep.equal(['h spec.scopeSelector.matchExpressions[0]'])
  })

  it('name no scope of an object that is in none or in all of several scopes', () => {
    expect(exemptionsOf(pod(), quotaNamed('h', {pods: '1'}, {scopes: ['Terminating'], scopeSelector: {matchExpressions: [high]}}))).to.deep.equal([])
    expect(exemptionsOf(pod(), quotaNamed('n', {pods: '1'}, {scopes: ['NotTerminating', 'BestEffort']}))).to.deep.equal([])
  })

  it('name no scope of a quota that counts no such objects', () => {
    expect(exemptionsOf(service('s'), quotaNamed('t', {pods: '1'}, {scopes: ['Terminating']}))).to.deep.equal([])
  })

  it('name each of the quotas that are counted together', () => {
    expect(exemptionsOf(pod(), ...['a', 'b'].map((name) => quotaNamed(name, {pods: '1'}, {scopes: ['Terminating']})))).to.deep.equal(['a spec.scopes[0]', 'b spec.scopes[0]'])
  })
})

describe('Exemptions from rules of MetadataPolicies', () => {
  const terms = {matchLabels: {team: 'a'}, matchExpressions: [{key: 'tier', operator: 'Exists'}, {key: 'team', operator: 'In', values: ['a', 'b']}]}
  const rules = [{policyPredicate: {labelSelector: terms}, policyAction: {updatedLabels: {x: 'y'}}}]

  /** The terms that exempt a pod, each the only one of its rule that does not hold. */
  function termsThatExempt(labels: Record<string, string>): string[] {
    const parts: DecidingPart[] = []
    const cluster = new TestCluster({onDecision: (part) => parts.push(part)})
    allowed(cluster.create({apiVersion: 'kadm.dev/v1', kind: 'MetadataPolicy', metadata: {name: 'labels'}, spec: {rules}}))
    allowed(cluster.create(pod().labelled(labels)))
    return parts.map(({field}) => String(field).replace('spec.rules[0].policyPredicate.labelSelector.', ''))
  }

  it('name the term that does not hold', () => {
    expect(termsThatExempt({team: 'a'})).to.deep.equal(['matchExpressions[0]'])
    expect(termsThatExempt({team: 'b', tier: 't'})).to.deep.equal(['matchLabels[team]'])
  })

  it('name no term if several do not hold, or none', () => {
    for (const labels of [{}, {team: 'b'}, {team: 'c', tier: 't'}, {team: 'a', tier: 't'}]) expect(termsThatExempt(labels), JSON.stringify(labels)).to.deep.equal([])
  })
})

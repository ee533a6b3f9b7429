import {expect} from 'chai'
import fc from 'fast-check'

import {checkClaimResource} from '../../../../../src/admission/plugins/limit-ranger/checks/claim-resource.js'
import {checkContainerMaxBelowPodMin} from '../../../../../src/admission/plugins/limit-ranger/checks/container-max-below-pod-min.js'
import {checkContradiction} from '../../../../../src/admission/plugins/limit-ranger/checks/contradiction.js'
import {checkExplicitRequired} from '../../../../../src/admission/plugins/limit-ranger/checks/explicit-required.js'
import {checkExtendedResourceDefault} from '../../../../../src/admission/plugins/limit-ranger/checks/extended-resource-default.js'
import {type Feature, type Features, featuresOf} from '../../../../../src/admission/plugins/limit-ranger/checks/features.js'
import {checkRedundant} from '../../../../../src/admission/plugins/limit-ranger/checks/redundant.js'
import {checkPodsWithoutResources} from '../../../../../src/admission/plugins/limit-ranger/checks/pods-without-resources.js'
import {byResource} from '../../../../../src/admission/plugins/limit-ranger/checks/statements.js'
import type {PolicyFinding} from '../../../../../src/admission/policy-check.js'
import {lint} from '../../../../../src/lint/lint-all.js'
import type {LimitRange} from '../../../../../src/machinery/api/core-v1.js'
import {defaultVersion} from '../../../../../src/machinery/version/kubernetes-version.js'
import {SourceFile} from '../../../../../src/source/source-file.js'
import {type Body, type Item, limitRange, pod} from '../../../../helpers/builders.js'
import {runs} from '../../../../helpers/runs.js'
import {contradictionsIn, limitRangesOf} from '../../../../helpers/satisfiability.js'
import {TestCluster} from '../../../../helpers/test-cluster.js'

const amount = fc.option(fc.constantFrom('-1', '0', '1', '2', '3').map((cpu) => ({cpu})), {nil: undefined})

const resource = fc.constantFrom('cpu', 'memory', 'storage', 'nvidia.com/gpu', 'hugepages-2Mi')

const amounts = fc.option(fc.dictionary(resource, fc.constantFrom('-1', '0', '1', '2Gi', '3'), {minKeys: 1, maxKeys: 2}), {nil: undefined})

/** Item with arbitrary amounts in arbitrary lists; most items are valid. */
const anyItem = (type: string): fc.Arbitrary<Item> =>
  fc.record({type: fc.constant(type), min: amounts, max: amounts, default: amounts, defaultRequest: amounts, maxLimitRequestRatio: amounts}, {requiredKeys: ['type']})
    .map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

const item = (type: string): fc.Arbitrary<Item> => fc.record({type: fc.constant(type), min: amount, max: amount, ...type === 'Container' && {default: amount, defaultRequest: amount}})
  .map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

/** Findings about LimitRanges: `rule field message`. */
const findingsOf = (...policies: readonly Body[]): string[] =>
  lint([new SourceFile('limits.json', JSON.stringify({apiVersion: 'v1', kind: 'List', items: policies}))]).diagnostics.map(({ruleId, message, field}) => `${ruleId} ${field} ${message}`)

const featuresFor = (...policies: readonly Body[]): Features => featuresOf(limitRangesOf(policies))

/** Every feature, so that each check runs. */
const every: Features = new Set<Feature>(['several', 'ratio', 'device', 'pod-min', 'tight-pod-max', 'negative', 'claim-resource'])

const server = {version: defaultVersion, disabledPlugins: [], configurations: {}}

const context = {commentsAt: () => [], isInSource: () => false, server, spend: () => undefined}

/** The checks that need features. */
const checks: Readonly<Record<string, (features: Features, policies: readonly LimitRange[]) => PolicyFinding[]>> = {
  checkClaimResource: (features, policies) => checkClaimResource(features, byResource(policies)),
  checkContainerMaxBelowPodMin: (features, policies) => checkContainerMaxBelowPodMin(features, byResource(policies)),
  checkContradiction: (features, policies) => checkContradiction(features, byResource(policies)),
  checkExplicitRequired: (features, policies) => checkExplicitRequired(features, byResource(policies)),
  checkExtendedResourceDefault: (features, policies) => checkExtendedResourceDefault(features, byResource(policies), context),
  checkRedundant,
  checkSilentPods: (features, policies) => checkPodsWithoutResources(features, byResource(policies), policies),
}

/** Item with one or two lists of amounts: rarely invalid, and often in conflict with another item. */
const smallItem = (type: string): fc.Arbitrary<Item> => {
  const lists = type === 'Container' ? ['min', 'max', 'default', 'defaultRequest'] : ['min', 'max']
  const names = type === 'PersistentVolumeClaim' ? ['storage'] : ['cpu', 'nvidia.com/gpu']
  const list = fc.dictionary(fc.constantFrom(...names), fc.constantFrom('-1', '1', '2', '3'), {minKeys: 1})
  return fc.dictionary(fc.constantFrom(...lists), list, {minKeys: 1, maxKeys: 2}).map((fields) => ({...fields, type}))
}

const types = ['Container', 'Pod', 'PersistentVolumeClaim', 'example.com/Disk']

const anyPolicy = (name: string): fc.Arbitrary<Body> =>
  fc.subarray(types).chain((chosen) => fc.tuple(...chosen.map((type) => fc.oneof(smallItem(type), anyItem(type))))).map((items) => limitRange(name, ...items))

const isValid = (policy: Body): boolean => new TestCluster().create(policy).allowed

describe('featuresOf @slow', () => {
  for (const [name, check] of Object.entries(checks)) {
    it(`detects what ${name} needs for its findings`, () => {
      let found = 0
      fc.assert(fc.property(fc.array(anyPolicy('limits').filter(isValid), {minLength: 1, maxLength: 2}), (given) => {
        const policies = limitRangesOf(given)
        const findings = check(every, policies)
        if (findings.length > 0) found++
        expect(check(featuresOf(policies), policies), JSON.stringify(given)).to.deep.equal(findings)
      }), {numRuns: 400, seed: 8})
      expect(found).to.be.above(0)
    })
  }

  it('returns no features only for satisfiable LimitRanges that admit pods without requests', () => {
    let plain = 0
    fc.assert(fc.property(item('Container'), item('Pod'), (...items) => {
      const policy = limitRange('limits', ...items)
      const cluster = new TestCluster()
      if (!cluster.create(policy).allowed || featuresFor(policy).size > 0) return
      plain++
      expect(cluster.create(pod('third')).allowed, JSON.stringify(items)).to.equal(true)
      expect(contradictionsIn([policy], 'pod')).to.deep.equal([])
    }), {numRuns: runs(3000), seed: 8})
    expect(plain).to.be.above(runs(30))
  })

  it('keeps the findings of a LimitRange when an empty one is added', () => {
    let plain = 0
    fc.assert(fc.property(anyPolicy('limits').filter(isValid), (policy) => {
      if (featuresFor(policy).size === 0) plain++
      const isOfOther = (text: string): boolean => text.includes('this LimitRange has no effect')
      expect(findingsOf(policy).filter((text) => !isOfOther(text))).to.deep.equal(findingsOf(policy, limitRange('other')).filter((text) => !isOfOther(text)))
    }), {numRuns: runs(600), seed: 8})
    expect(plain).to.be.above(runs(50))
  })

  for (const [what, expected, ...items] of [
    ['a max of containers', [], {type: 'Container', max: {cpu: '1'}}],
    ['bounds of devices', ['device'], {type: 'Container', max: {'nvidia.com/gpu': '1'}}],
    ['a ratio of containers', ['ratio'], {type: 'Container', max: {cpu: '1'}, maxLimitRequestRatio: {cpu: '2'}}],
    ['a negative default request', ['negative'], {type: 'Container', defaultRequest: {cpu: '-1'}}],
    ['a negative max of containers', ['negative'], {type: 'Container', max: {cpu: '-1'}}],
    ['a min of pods', ['pod-min'], {type: 'Pod', min: {cpu: '1'}}],
    ['a ratio of pods', ['ratio'], {type: 'Pod', maxLimitRequestRatio: {cpu: '1'}}],
    ['a max of pods without a default', ['tight-pod-max'], {type: 'Pod', max: {cpu: '1'}}],
    ['a max of pods below the default', ['tight-pod-max'], {type: 'Container', default: {cpu: '2'}}, {type: 'Pod', max: {cpu: '1'}}],
    ['a max of pods that the default meets', [], {type: 'Container', default: {cpu: '1'}}, {type: 'Pod', max: {cpu: '1'}}],
    ['bounds of claims', [], {type: 'PersistentVolumeClaim', min: {storage: '1'}, max: {storage: '2'}}],
    ['a negative max of claims', ['negative'], {type: 'PersistentVolumeClaim', max: {storage: '-1'}}],
    ['cpu in bounds of claims', ['claim-resource'], {type: 'PersistentVolumeClaim', max: {storage: '1', cpu: '1'}}],
    ['a type that is not enforced', [], {type: 'example.com/Disk', max: {cpu: '1'}}],
  ] as const) {
    it(`detects ${expected.join() || 'none'} in ${what}`, () => {
      expect([...featuresFor(limitRange('l', ...items))]).to.deep.equal(expected)
    })
  }

  it('detects several in two LimitRanges', () => expect([...featuresFor(limitRange('a'), limitRange('b'))]).to.deep.equal(['several']))
})

import {expect} from 'chai'
import fc from 'fast-check'

import {applyDefaults, defaulting} from '../../../../src/admission/plugins/limit-ranger/defaults.js'
import {firstBrokenByClaim, firstBrokenByPod, violationsOfClaim, violationsOfPod} from '../../../../src/admission/plugins/limit-ranger/enforce.js'
import type {LimitRange, PersistentVolumeClaim, Pod} from '../../../../src/machinery/api/core-v1.js'
import {type Amounts, app, type Body, type Item, limitRange, pod, sidecar} from '../../../helpers/builders.js'
import {decoded} from '../../../helpers/decoded.js'

/** Amounts in order, some of which the arithmetic of the server cannot compare in order. */
const amount = fc.constantFrom(
  '0', '1n', '500m', '1', '1500m', '2', '3', '9', '1Gi', '1e15', '9223372036854775', '9223372036854775.5', '9223372036854776', '1e18', '1e19', '1e30', '-1', '-2',
)

const amounts = fc.dictionary(fc.constantFrom('cpu', 'memory', 'example.com/x'), amount, {maxKeys: 2}) as fc.Arbitrary<Amounts>

const item: fc.Arbitrary<Item> = fc.record(
  {
    type: fc.constantFrom('Container', 'Pod', 'PersistentVolumeClaim', 'Other'),
    min: amounts, max: amounts, maxLimitRequestRatio: amounts, default: amounts, defaultRequest: amounts,
  },
  {requiredKeys: ['type']},
)

/** Few or many LimitRanges: many have an index. */
const limitRanges: fc.Arbitrary<LimitRange[]> = fc.oneof(...[1, 7, 8, 30].map((most) =>
  fc.array(fc.array(item, {maxLength: 2}), {minLength: Math.ceil(most / 2), maxLength: most})))
  .map((all) => all.map((items, i) => decoded(limitRange(`l${i}`, ...items))))

const resources = fc.record({requests: amounts, limits: amounts}, {requiredKeys: []})

const aPod: fc.Arbitrary<Pod> = fc.record({main: resources, other: fc.option(resources)})
  .map(({main, other}) => decoded(other === null ? pod().with(app(main)) : pod().with(app(main)).after(sidecar('side', other))))

const aClaim: fc.Arbitrary<PersistentVolumeClaim> = fc.option(amount).map((storage) => decoded({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'c'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: storage === null ? {} : {storage}}},
}))

/** The only bounds that claims have. */
const ofStorage = (all: readonly LimitRange[]): LimitRange[] => all.map(({spec, ...rest}) =>
  decoded(JSON.parse(JSON.stringify({...rest, spec: {limits: spec?.limits?.map((one) => ({...one, type: 'PersistentVolumeClaim'}))}}).replaceAll('"cpu"', '"storage"')) as Body))

describe('the first broken one of many LimitRanges', () => {
  it('is the first that forbids something in a pod', () => {
    fc.assert(fc.property(limitRanges, fc.array(aPod, {minLength: 1, maxLength: 5}), (policies, pods) => {
      for (const one of pods) expect(firstBrokenByPod(one, policies)).to.equal(policies.find((policy) => violationsOfPod(one, policy).length > 0))
    }), {numRuns: 100})
  })

  it('is the first that forbids something in a claim', () => {
    fc.assert(fc.property(limitRanges.map(ofStorage), aClaim, (policies, claim) => {
      expect(firstBrokenByClaim(claim, policies)).to.equal(policies.find((policy) => violationsOfClaim(claim, policy).length > 0))
    }), {numRuns: 100})
  })

  it('is found among thousands of bounds that become stricter', () => {
    const policies = Array.from({length: 2000}, (_, i): LimitRange => decoded(limitRange(`l${i}`, {type: 'Container', max: {cpu: `${5000 - i}m`}})))
    const broken = [1, 3500, 4999, 5001].map((cpu) => firstBrokenByPod(decoded(pod().with(app({limits: {cpu: `${cpu}m`}}))), policies)?.metadata.name)
    expect(broken).to.deep.equal([undefined, 'l1501', 'l2', 'l0'])
  })
})

describe('the first broken one of LimitRanges with amounts beyond int64', () => {
  const max = (...amounts: string[]): LimitRange[] =>
    [...amounts, ...Array.from({length: 8}, () => '7')].map((cpu, i) => decoded(limitRange(`l${i}`, {type: 'Container', max: {cpu}})))

  const brokenBy = (cpu: string, ...amounts: string[]): string | undefined =>
    firstBrokenByPod(decoded(pod().with(app({limits: {cpu}}))), max(...amounts))?.metadata.name

  it('is the one that the server takes for smaller than it is', () => {
    expect(brokenBy('1', '1e19')).to.equal('l0')
    expect(brokenBy('6', '5', '1e19')).to.equal('l0')
    expect(brokenBy('6', '9', '1e19', '5')).to.equal('l1')
    expect(brokenBy('6', '9', '8', '1e15')).to.equal(undefined)
  })
})

describe('the LimitRanges that set defaults', () => {
  it('change a pod as all of them do', () => {
    const changed = (policies: readonly LimitRange[], one: Pod): unknown => policies.reduce((state, policy) => {
      const mutation = applyDefaults(state.object, policy)
      return mutation === undefined ? state : {object: mutation.object, fields: [...state.fields, ...mutation.changes.map(({field, to, cause}) => `${String(field)}=${String(to)} by ${cause?.policy.metadata.name ?? ''}`)]}
    }, {object: one, fields: [] as string[]})
    fc.assert(fc.property(limitRanges, aPod, (policies, one) => {
      expect(changed(defaulting(policies), one)).to.deep.equal(changed(policies, one))
    }), {numRuns: 100})
  })

  it('are the first with each default of requests or limits', () => {
    const policies: LimitRange[] = [
      {default: {cpu: '1'}}, {default: {cpu: '2'}}, {defaultRequest: {cpu: '1'}}, {max: {cpu: '1'}}, {default: {cpu: '1', memory: '1'}}, {defaultRequest: {cpu: '3'}},
    ].map((lists, i) => decoded(limitRange(`l${i}`, {type: 'Container', ...lists})))
    expect(defaulting(policies).map(({metadata}) => metadata.name)).to.deep.equal(['l0', 'l2', 'l4'])
  })
})

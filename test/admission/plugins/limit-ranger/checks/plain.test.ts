import {expect} from 'chai'
import fc from 'fast-check'

import {isPlain} from '../../../../../src/admission/plugins/limit-ranger/checks/plain.js'
import {lint} from '../../../../../src/lint/lint.js'
import {SourceFile} from '../../../../../src/source/source-file.js'
import {type Body, type Item, limitRange, pod} from '../../../../helpers/builders.js'
import {contradictionsIn, limitRangesOf} from '../../../../helpers/satisfiability.js'
import {TestCluster} from '../../../../helpers/test-cluster.js'

const amount = fc.option(fc.constantFrom('-1', '0', '1', '2', '3').map((cpu) => ({cpu})), {nil: undefined})

const resource = fc.constantFrom('cpu', 'memory', 'storage', 'nvidia.com/gpu', 'hugepages-2Mi')

const amounts = fc.option(fc.dictionary(resource, fc.constantFrom('-1', '0', '1', '2Gi', '3'), {minKeys: 1, maxKeys: 2}), {nil: undefined})

/** An item with anything in any of its lists, most of which are valid. */
const anyItem = (type: string): fc.Arbitrary<Item> =>
  fc.record({type: fc.constant(type), min: amounts, max: amounts, default: amounts, defaultRequest: amounts, maxLimitRequestRatio: amounts}, {requiredKeys: ['type']})
    .map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

const item = (type: string): fc.Arbitrary<Item> => fc.record({type: fc.constant(type), min: amount, max: amount, ...type === 'Container' && {default: amount, defaultRequest: amount}})
  .map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

const isPlainFor = (policy: Body): boolean => limitRangesOf([policy]).every(isPlain)

/** Findings about LimitRanges: `rule field message`. */
const findingsOf = (...policies: readonly Body[]): string[] =>
  lint([new SourceFile('limits.json', JSON.stringify({apiVersion: 'v1', kind: 'List', items: policies}))]).diagnostics.map(({ruleId, message, field}) => `${ruleId} ${field} ${message}`)

describe('a LimitRange that is plainly in order', () => {
  it('refuses no pod that says nothing, and can be met', () => {
    let plain = 0
    fc.assert(fc.property(item('Container'), item('Pod'), (...items) => {
      const policy = limitRange('limits', ...items)
      const cluster = new TestCluster()
      if (!cluster.create(policy).allowed || !isPlainFor(policy)) return
      plain++
      expect(cluster.create(pod('third')).allowed, JSON.stringify(items)).to.equal(true)
      expect(contradictionsIn([policy], 'pod')).to.deep.equal([])
    }), {numRuns: 3000, seed: 8})
    expect(plain).to.be.above(30)
  })

  it('gets the same findings as with the full analysis, which an empty policy beside it forces', () => {
    let plain = 0
    const items = fc.subarray(['Container', 'Pod', 'PersistentVolumeClaim', 'example.com/Disk']).chain((types) => fc.tuple(...types.map(anyItem)))
    fc.assert(fc.property(items, (chosen) => {
      const policy = limitRange('limits', ...chosen)
      if (!new TestCluster().create(policy).allowed) return
      if (isPlainFor(policy)) plain++
      const isOfOther = (text: string): boolean => text.includes('this LimitRange does nothing')
      expect(findingsOf(policy).filter((text) => !isOfOther(text)), JSON.stringify(chosen)).to.deep.equal(findingsOf(policy, limitRange('other')).filter((text) => !isOfOther(text)))
    }), {numRuns: 4000, seed: 8})
    expect(plain).to.be.above(50)
  })

  for (const [what, expected, ...items] of [
    ['a max of containers', true, {type: 'Container', max: {cpu: '1'}}],
    ['bounds of devices', false, {type: 'Container', max: {'nvidia.com/gpu': '1'}}],
    ['a ratio of containers', false, {type: 'Container', max: {cpu: '1'}, maxLimitRequestRatio: {cpu: '2'}}],
    ['a default request of less than nothing', false, {type: 'Container', defaultRequest: {cpu: '-1'}}],
    ['a min of pods', false, {type: 'Pod', min: {cpu: '1'}}],
    ['a ratio of pods', false, {type: 'Pod', maxLimitRequestRatio: {cpu: '1'}}],
    ['a max of pods that have no default', false, {type: 'Pod', max: {cpu: '1'}}],
    ['a max of pods below the default', false, {type: 'Container', default: {cpu: '2'}}, {type: 'Pod', max: {cpu: '1'}}],
    ['a max of pods that the default meets', true, {type: 'Container', default: {cpu: '1'}}, {type: 'Pod', max: {cpu: '1'}}],
    ['bounds of claims', true, {type: 'PersistentVolumeClaim', min: {storage: '1'}, max: {storage: '2'}}],
    ['claims of less than nothing', false, {type: 'PersistentVolumeClaim', max: {storage: '-1'}}],
    ['claims of cpu', false, {type: 'PersistentVolumeClaim', max: {storage: '1', cpu: '1'}}],
    ['a type of its own', false, {type: 'example.com/Disk', max: {cpu: '1'}}],
  ] as const) {
    it(`may${expected ? '' : ' not'} have ${what}`, () => {
      expect(isPlainFor(limitRange('l', ...items))).to.equal(expected)
    })
  }
})

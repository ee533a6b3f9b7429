import {expect} from 'chai'
import fc from 'fast-check'

import {isPlain} from '../../../../../src/admission/plugins/limit-ranger/checks/plain.js'
import {byResource} from '../../../../../src/admission/plugins/limit-ranger/checks/statements.js'
import {type Body, type Item, limitRange, pod} from '../../../../helpers/builders.js'
import {contradictionsIn, limitRangesOf} from '../../../../helpers/satisfiability.js'
import {TestCluster} from '../../../../helpers/test-cluster.js'

const amount = fc.option(fc.constantFrom('-1', '0', '1', '2', '3').map((cpu) => ({cpu})), {nil: undefined})

const item = (type: string): fc.Arbitrary<Item> => fc.record({type: fc.constant(type), min: amount, max: amount, ...type === 'Container' && {default: amount, defaultRequest: amount}})
  .map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

const isPlainFor = (policy: Body): boolean => byResource(limitRangesOf([policy])).every(isPlain)

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

  it('says nothing of several LimitRanges, devices, ratios, a min of pods or claims of less than nothing', () => {
    expect(isPlainFor(limitRange('l', {type: 'Container', max: {cpu: '1'}}))).to.equal(true)
    expect(isPlainFor(limitRange('l', {type: 'Container', max: {'nvidia.com/gpu': '1'}}))).to.equal(false)
    expect(isPlainFor(limitRange('l', {type: 'Container', max: {cpu: '1'}, maxLimitRequestRatio: {cpu: '2'}}))).to.equal(false)
    expect(isPlainFor(limitRange('l', {type: 'Pod', min: {cpu: '1'}}))).to.equal(false)
    expect(isPlainFor(limitRange('l', {type: 'Pod', maxLimitRequestRatio: {cpu: '1'}}))).to.equal(false)
    expect(isPlainFor(limitRange('l', {type: 'PersistentVolumeClaim', max: {storage: '-1'}}))).to.equal(false)
    expect(byResource(limitRangesOf([limitRange('a', {type: 'Pod', max: {cpu: '1'}}), limitRange('b', {type: 'Pod', max: {cpu: '1'}})])).some(isPlain)).to.equal(false)
  })
})

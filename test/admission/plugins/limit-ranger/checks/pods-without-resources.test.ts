import {expect} from 'chai'
import fc from 'fast-check'

import {lint} from '../../../../../src/lint/lint-all.js'
import {SourceFile} from '../../../../../src/source/source-file.js'
import {type Body, type Item, limitRange, pod} from '../../../../helpers/builders.js'
import {runs} from '../../../../helpers/runs.js'
import {TestCluster} from '../../../../helpers/test-cluster.js'

const amounts = (...texts: readonly string[]) => fc.option(
  fc.dictionary(fc.constantFrom('cpu', 'memory', 'nvidia.com/gpu'), fc.constantFrom(...texts), {maxKeys: 2}).map((list) => ({...list})), {nil: undefined, freq: 2},
)

const bounds = {min: amounts('0', '1', '2'), max: amounts('1', '2', '3'), maxLimitRequestRatio: amounts('1', '2')}

const item = (type: string, lists: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Item> =>
  fc.record({type: fc.constant(type), ...lists}).map((fields) => JSON.parse(JSON.stringify(fields)) as Item)

const items = fc.tuple(
  fc.option(item('Container', {...bounds, default: amounts('1', '2'), defaultRequest: amounts('0', '1', '2')})), fc.option(item('Pod', bounds)),
).map((all) => all.filter((each) => each !== null))

const policies = fc.array(items, {minLength: 1, maxLength: 2}).map((all) => all.map((each, i) => limitRange(`limits-${i}`, ...each)))

/** Rules whose findings mean that pods without resources are denied under any order of LimitRanges. */
const rejecting = ['contradiction', 'refused-default', 'default-below-pod-min', 'explicit-required', 'container-max-below-pod-min'].map((id) => `limit-range/${id}`)

const idsIn = (all: readonly Body[]): string[] => lint(all.map((each, i) => new SourceFile(`${i}.json`, JSON.stringify(each)))).diagnostics.map(({ruleId}) => ruleId)

/** Verdicts on pods with one container without resources, in the order of names and in reverse. */
function admitted(all: readonly Body[]): boolean[] | undefined {
  const reversed = all.map((each, i) => ({...each, metadata: {name: `z-${9 - i}`}}))
  const clusters = [all, reversed].map((each) => {
    const cluster = new TestCluster()
    return each.every((policy) => cluster.create(policy).allowed) ? cluster : undefined
  })
  return clusters.every((cluster) => cluster !== undefined) ? clusters.map((cluster) => cluster.create(pod()).allowed) : undefined
}

describe('a pod without resources @slow', () => {
  it('is rejected when a finding predicts it, and admitted otherwise', () => {
    const counts = {rejected: 0, admitted: 0, either: 0}
    fc.assert(fc.property(policies, (all) => {
      const answers = admitted(all)
      if (answers === undefined) return
      const ids = idsIn(all)
      const details = JSON.stringify([ids, all])
      if (ids.some((id) => rejecting.includes(id))) {
        counts.rejected++
        expect(answers, details).to.not.include(true)
      } else if (ids.includes('limit-range/order-dependent-default')) {
        counts.either++
      } else {
        counts.admitted++
        expect(answers, details).to.not.include(false)
      }
    }), {numRuns: runs(2000), seed: 8})
    for (const count of Object.values(counts)) expect(count).to.be.above(runs(36))
  })
})

import {expect} from 'chai'
import * as fc from 'fast-check'
import {equals, noResources} from '../../src/machinery/quantity/resource-list.js'
import {needsOf} from '../../src/simulate/capacity/needs.js'
import {phases} from '../../src/simulate/capacity/types.js'
import {simulate, type Simulation} from '../../src/simulate/simulate.js'
import {type Amounts, app, type Body, limitRange, pod, quota, service} from '../helpers/builders.js'
import {fileOf} from '../helpers/simulated.js'
import {autoscaler} from '../helpers/workload-manifests.js'
import {claimTemplate, daemonSet, deployment, replicaSet, statefulSet} from '../helpers/workloads.js'

const size = fc.integer({min: 0, max: 5})

const memory = fc.constantFrom('64Mi', '100M', '1.5Ki', '1e3')

/** A workload, which may have an autoscaler. */
const workload = (name: string): fc.Arbitrary<Body[]> => fc.tuple(size, memory, fc.constantFrom('Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet'), fc.boolean(), size)
  .map(([replicas, amount, kind, isScaled, maximum]) => {
    const made = kind === 'Deployment' ? deployment(name, {replicas}) : kind === 'ReplicaSet' ? replicaSet(name, {replicas})
      : kind === 'DaemonSet' ? daemonSet(name) : statefulSet(name, {replicas, volumeClaimTemplates: [claimTemplate('data')]})
    return [made.requesting({memory: amount}), ...isScaled && kind === 'Deployment' ? [autoscaler(name, 1, maximum + 1)] : []]
  })

/** A workload, or another object that quotas count. */
const object = (name: string): fc.Arbitrary<Body[]> => fc.oneof(
  {weight: 4, arbitrary: workload(name)},
  {weight: 1, arbitrary: memory.map((amount): Body[] => [pod(name).labelled({app: 'x'}).with(app({requests: {memory: amount}}))])},
  {weight: 1, arbitrary: fc.constant<Body[]>([service(name)])},
)

const fleet = fc.integer({min: 1, max: 5}).chain((count) => fc.tuple(...Array.from({length: count}, (_, i) => object(`w${i}`)))).map((bodies) => bodies.flat())

const hard: fc.Arbitrary<Amounts> = fc.record({
  'pods': fc.integer({min: 0, max: 20}).map(String), 'requests.memory': fc.constantFrom('0', '200M', '256Mi', '1Gi'),
  'persistentvolumeclaims': size.map(String), 'count/replicasets.apps': size.map(String), 'count/pods': size.map(String),
  'count/deployments.apps': size.map(String), 'count/statefulsets.apps': size.map(String), 'services': size.map(String),
}, {requiredKeys: []})

/** The results that `kadm capacity` computes from a simulation without quota limits. */
const seen = (simulation: Simulation): unknown => ({
  needs: needsOf(simulation).map((need) => {
    const {lists, created} = need.usage()
    return [need.identity, ...phases.map((phase) => texts(lists[phase])), texts(created)]
  }),
  quotas: simulation.quotas.map(({quota: {metadata, status}, usedBefore}) => [metadata.name, Object.keys(status?.used ?? {}), texts(usedBefore)]),
  incomplete: simulation.incomplete,
})

const texts = (list: Readonly<Record<string, unknown>>): string[] => Object.entries(list).map(([name, amount]) => `${name}=${String(amount)}`)

describe('simulation that continues without quota limits', () => {
  it('ends like a simulation without quota limits from the start', () => {
    let [continued, resent] = [0, 0]
    fc.assert(fc.property(fleet, hard, (bodies, amounts) => {
      const input = {files: [fileOf('files.yaml', bodies)], policies: [fileOf('policies.yaml', [quota(amounts), limitRange('l', {type: 'Container', defaultRequest: {cpu: '1'}})])]}
      const options = {namespace: 'dev', rollout: true, comparesOrders: false, remedies: false, nodes: 3} as const
      const {unbounded, ...bounded} = simulate(input, {...options, continues: () => true})
      if (unbounded === undefined) return
      continued++
      if (bounded.reviews.some(({allowed}) => !allowed)) resent++
      const free = simulate(input, {...options, unbounded: true})
      expect(seen({...bounded, ...unbounded})).to.deep.equal(seen(free))
      // Only the formats of usage may differ.
      const [used, usedFree] = [unbounded, free].map(({quotas: [only]}) => only?.quota.status?.used ?? noResources)
      expect(equals(used ?? noResources, usedFree ?? noResources)).to.equal(true)
    }), {numRuns: 100})
    expect([continued > 20, resent > 10]).to.deep.equal([true, true])
  })
})

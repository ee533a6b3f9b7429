import {expect} from 'chai'
import * as fc from 'fast-check'
import {deploymentLimits} from '../../src/controllers/workload/rolling-update.js'
import {quota} from '../helpers/builders.js'
import {requesting, usedOf} from '../helpers/quotas.js'
import {TestCluster} from '../helpers/test-cluster.js'
import {daemonSet, deployment, job, replicaSet, replicationController, rolling, SimulatedWorkload, statefulSet, type WorkloadManifest} from '../helpers/workloads.js'

const replicas = fc.integer({min: 0, max: 12})

const anyWorkload: fc.Arbitrary<WorkloadManifest> = fc.oneof(
  replicas.map((count) => deployment('web', {replicas: count})), replicas.map((count) => replicaSet('web', {replicas: count})),
  replicas.map((count) => replicationController('web', {replicas: count})), replicas.map((count) => statefulSet('web', {replicas: count})),
  replicas.map((count) => statefulSet('web', {replicas: count, podManagementPolicy: 'Parallel'})), fc.constant(daemonSet()),
  replicas.map((count) => job('web', {parallelism: count, completions: count})),
)

const cpu = fc.constantFrom('100m', '250m', '1', '1500m')

const amount = fc.oneof(fc.integer({min: 0, max: 8}), fc.constantFrom('500m', '1500m', '2200m'))

const nodes = 4

const milli = (text: string): number => text.endsWith('m') ? Number(text.slice(0, -1)) : Number(text) * 1000

const limit = fc.oneof(fc.integer({min: 0, max: 6}), fc.constantFrom('0%', '1%', '25%', '50%', '100%'))

const rollingWorkload = fc.tuple(fc.integer({min: 1, max: 10}), limit, limit)
  .filter(([, surge, unavailable]) => ![0, '0%'].includes(surge) || ![0, '0%'].includes(unavailable))

describe('workloads under quotas', () => {
  it('create as many pods as fit, without exceeding a quota', () => {
    fc.assert(fc.property(anyWorkload, cpu, amount, fc.integer({min: 0, max: 12}), (body, request, hardCpu, hardPods) => {
      const cluster = new SimulatedWorkload({nodes}, quota({cpu: hardCpu, pods: hardPods}), body.requesting({cpu: request}))
      const {controller: {wanted, isComplete}, record: {counts, failures}} = cluster.workload
      const fits = Math.min(hardPods, Math.floor(milli(String(hardCpu)) / milli(request)))
      expect([counts.alive, isComplete, failures.length > 0]).to.deep.equal([Math.min(wanted, fits), wanted <= fits, wanted > fits])
      expect(cluster.used()).to.include({pods: String(counts.alive)})
    }))
  })

  it('use the same amounts as their pods created separately', () => {
    const hard = {'pods': '99', 'cpu': '99', 'memory': '99Gi', 'limits.cpu': '99', 'count/pods': '99'}
    fc.assert(fc.property(anyWorkload, cpu, fc.constantFrom('64Mi', '100M', '1Gi'), (body, request, memory) => {
      const cluster = new SimulatedWorkload({nodes}, quota(hard), body.requesting({cpu: request, memory}, {limits: {cpu: '2'}}))
      const bare = new TestCluster()
      bare.create(quota(hard))
      for (let i = 0; i < cluster.workload.controller.wanted; i++) {
        bare.create(requesting({}, `p${i}`).asking({containers: [{name: 'app', image: 'x', resources: {requests: {cpu: request, memory}, limits: {cpu: '2'}}}]}))
      }
      expect(cluster.used()).to.deep.equal(usedOf(bare))
    }))
  })

  it('stay within maxSurge and maxUnavailable during a rollout, and complete it', () => {
    fc.assert(fc.property(rollingWorkload, fc.array(fc.constantFrom('1', '2', '3'), {minLength: 1, maxLength: 3}), ([count, maxSurge, maxUnavailable], versions) => {
      const body = rolling(count, maxSurge, maxUnavailable)
      const cluster = new SimulatedWorkload({}, body.at('1'))
      const {surge, unavailable} = deploymentLimits({maxSurge, maxUnavailable}, count)
      for (const version of versions) {
        const {record: {counts}, controller} = cluster.change(body.at(version)).workload
        expect(counts.peak).to.be.at.most(count + surge)
        expect(counts.minReady).to.be.at.least(count - unavailable)
        expect([counts.alive, controller.isComplete]).to.deep.equal([count, true])
      }
    }))
  })

  it('complete a rollout under a pod quota exactly if the formula predicts it', () => {
    fc.assert(fc.property(rollingWorkload, fc.nat(4), ([count, maxSurge, maxUnavailable], room) => {
      const body = rolling(count, maxSurge, maxUnavailable)
      const {surge, unavailable} = deploymentLimits({maxSurge, maxUnavailable}, count)
      const cluster = new SimulatedWorkload({}, quota({pods: count + room}), body).change(body.at('2'))
      const {record: {counts, failures}, controller} = cluster.workload
      expect(controller.isComplete).to.equal(unavailable >= 1 || room >= 1)
      expect(counts.minReady).to.be.at.least(count - unavailable)
      expect(counts.peakWithTerminating).to.be.at.most(count + room)
      // In the worst case, all old pods are still terminating while all new ones exist.
      if (room >= count || (room >= surge && unavailable === 0 && surge >= count)) expect(failures).to.deep.equal([])
    }))
  })

  it('complete a rollout with a changed pod size exactly if the formula predicts it', () => {
    const sizes = fc.integer({min: 1, max: 4})
    fc.assert(fc.property(rollingWorkload, sizes, sizes, fc.nat(12), ([count, maxSurge, maxUnavailable], old, fresh, room) => {
      const body = rolling(count, maxSurge, maxUnavailable)
      const {unavailable} = deploymentLimits({maxSurge, maxUnavailable}, count)
      const hard = count * old + room
      const cluster = new SimulatedWorkload({}, quota({cpu: hard}), body.requesting({cpu: old})).change(body.requesting({cpu: fresh}))
      const completes = old === fresh && count === 0 ? true
        : unavailable >= 1 ? (count - unavailable) * old + fresh <= hard && count * fresh <= hard
          : count * old + fresh <= hard && count * fresh + old <= hard
      // With pods of one size, the template is the same and no rollout starts.
      expect(cluster.workload.controller.isComplete).to.equal(old === fresh || completes)
      expect(cluster.workload.record.counts.minReady).to.be.at.least(count - unavailable)
    }))
  })

  it('are deterministic and never exceed a quota for random sequences of changes', () => {
    const act = fc.tuple(anyWorkload, fc.constantFrom('a', 'b'), fc.constantFrom('1', '2'), cpu)
    fc.assert(fc.property(fc.array(act, {maxLength: 6}), fc.integer({min: 0, max: 15}), fc.integer({min: 0, max: 6}), (acts, hardPods, hardCpu) => {
      const run = (): unknown => {
        const cluster = new SimulatedWorkload({nodes, terminationSeconds: 7}, quota({pods: hardPods, cpu: hardCpu}))
        for (const [body, name, version, request] of acts) {
          const object = body.marked({name}).at(version).requesting({cpu: request})
          try {
            cluster.apply(object)
          } catch {
            // Changes of immutable fields are rejected.
          }
          const used = cluster.used() as Readonly<Record<string, string>>
          expect(Number(used['pods'])).to.be.at.most(hardPods)
          expect(milli(used['cpu'] ?? '0')).to.be.at.most(hardCpu * 1000)
        }
        return [cluster.podNames, cluster.events, cluster.used(), cluster.manager.workloads.map(({record: {counts}}) => ({...counts}))]
      }
      expect(run()).to.deep.equal(run())
    }))
  })
})


import {expect} from 'chai'
import {defaultKubelet} from '../../../src/controllers/workload/kubelet.js'
import {anonymousNodes} from '../../../src/controllers/workload/nodes.js'
import type {JsonObject} from '../../../src/machinery/decode/encode.js'
import {withoutGracePeriods} from '../../../src/simulate/workloads/remedies.js'
import {needsOf, rolloutWithNeeds, simulateRollout, withNeedsAndRemedies} from '../../../src/simulate/workloads/rollout.js'
import {type SimulatedNodes, Snapshot, type WorkloadState, workloadStateOf} from '../../../src/simulate/workloads/scenario.js'
import type {Remedy, Rollout} from '../../../src/simulate/workloads/types.js'
import {type Amounts, type Body, quota} from '../../helpers/builders.js'
import {daemonSet, deployment, replicaSet, rolling, simulated, SimulatedWorkload, statefulSet, type WorkloadManifest} from '../../helpers/workloads.js'

const nodes = anonymousNodes(3)

const simulatedNodes: SimulatedNodes = {kubelet: defaultKubelet, nodes: () => nodes}

interface Case {
  readonly state: WorkloadState
  readonly object: JsonObject
}

/** A workload under a quota, and its new version. */
function changing(hard: Amounts, before: WorkloadManifest, after: WorkloadManifest): Case {
  const {cluster, workload} = new SimulatedWorkload({nodes}, quota(hard), before)
  const state = workloadStateOf(new Snapshot(cluster), simulatedNodes, workload)
  const {object = {}} = cluster.fork().handle({operation: 'UPDATE', namespace: 'dev', object: after})
  return {state, object}
}

function examined(hard: Amounts, before: WorkloadManifest, after = before.at('2')): Rollout {
  const {state, object} = changing(hard, before, after)
  return withNeedsAndRemedies(state, object, simulateRollout(state, object))
}

const inShort = ({change, verdict}: Remedy): unknown => 'field' in change ? `${change.field} ${change.value}: ${verdict}`
  : `${change.quotas.map(({resource, hard, needed}) => `${resource} ${String(hard)} to ${String(needed)}`).join(', ')}: ${verdict}`

const remedies = (rollout: Rollout): unknown[] => rollout.remedies.map(inShort)

describe('simulateRollout', () => {
  it('fits if no pod is denied, counting terminating pods', () => {
    const {needs, ...rest} = examined({pods: '8', services: '1'}, rolling(4, 1, 1))
    expect(rest).to.deep.equal({verdict: 'fits', peak: 5, peakWithTerminating: 8, available: 3, remedies: []})
    expect(needs.map(({resource, needed}) => [resource, String(needed)])).to.deep.equal([['pods', '8']])
  })

  it('is slow if pods are denied until old ones are gone', () => {
    const {verdict, peak, available, reason, needs} = examined({pods: '4'}, rolling(4, '25%', '25%'))
    expect({verdict, peak, available}).to.deep.equal({verdict: 'slow', peak: 4, available: 3})
    expect(reason).to.match(/^pods are denied until old ones are deleted; the controller retries with growing delays: Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q/)
    expect(needs.map(({quota: name, resource, hard, needed}) => [name, resource, String(hard), String(needed)])).to.deep.equal([['q', 'pods', '4', '8']])
  })

  it('is blocked if the first new pod is denied', () => {
    const rollout = examined({pods: '3'}, rolling(3, '25%', '25%'))
    expect([rollout.verdict, rollout.peak, rollout.available]).to.deep.equal(['blocked', 3, 3])
    expect(rollout.reason).to.match(/^Error creating: pods "web-XXXXX-XXXXX" is forbidden: exceeded quota: q, requested: pods=1, used: pods=3, limited: pods=3$/)
  })

  it('is blocked if new pods do not become ready', () => {
    const {state, object} = changing({pods: '9'}, rolling(3, 1, 0), rolling(3, 1, 0).at('2'))
    const neverReady = {...state, simulatedNodes: {...simulatedNodes, kubelet: {...defaultKubelet, outcome: () => 'never-ready' as const}}}
    expect(simulateRollout(neverReady, object)).to.deep.equal({verdict: 'blocked', peak: 4, peakWithTerminating: 4, available: 3, reason: 'the new pods do not become ready'})
  })

  it('fits for workloads that do not replace pods', () => {
    const onDelete = {updateStrategy: {type: 'OnDelete'}}
    for (const body of [statefulSet('web', onDelete), daemonSet('web', onDelete), replicaSet()]) {
      const {verdict, reason} = examined({pods: '3'}, body)
      expect([verdict, reason === undefined]).to.deep.equal(['fits', false])
    }
  })

  it('replaces the pods of a StatefulSet down to the partition', () => {
    const {verdict, reason} = examined({pods: '3'}, statefulSet('web', {replicas: 3, updateStrategy: {rollingUpdate: {partition: 2}}}))
    expect([verdict, reason]).to.deep.equal(['fits', 'only pods at or above the partition are replaced'])
  })

  it('does not change the cluster', () => {
    const cluster = simulated(quota({pods: '9'}), deployment('web', {replicas: 2}))
    const before = [cluster.used(), cluster.podNames]
    const state = workloadStateOf(new Snapshot(cluster.cluster), simulatedNodes, cluster.workload)
    const {object = {}} = cluster.cluster.fork().handle({operation: 'UPDATE', namespace: 'dev', object: deployment('web', {replicas: 2}).at('2')})
    const rollouts = [1, 2].map(() => simulateRollout(state, object))
    expect(rollouts[0]).to.deep.equal(rollouts[1])
    expect([cluster.used(), cluster.podNames, cluster.workload.controller.isComplete]).to.deep.equal([...before, true])
  })

  describe('quota needs of a rollout', () => {
    const needs = (hard: Amounts, before: WorkloadManifest, after?: WorkloadManifest): unknown => {
      const {state, object} = changing(hard, before, after ?? before.at('2'))
      return Object.fromEntries(needsOf(state, object).map(({resource, needed}) => [resource, String(needed)]))
    }

    it('add up old and new pods that exist at the same time', () => {
      expect(needs({pods: '99', cpu: '99'}, rolling(4, 1, 0).requesting({cpu: '1'}), rolling(4, 1, 0).requesting({cpu: '2'}))).to.deep.equal({pods: '8', cpu: '12'})
    })

    it('do not depend on the limits of the quota', () => {
      expect(needs({pods: '2', cpu: '2'}, rolling(2, 1, 0).requesting({cpu: '1'}), rolling(2, 1, 0).requesting({cpu: '3'}))).to.deep.equal({pods: '4', cpu: '8'})
    })

    it('do not exceed all pods for Recreate and StatefulSets', () => {
      expect(needs({pods: '9'}, deployment('web', {replicas: 3, strategy: {type: 'Recreate'}}))).to.deep.equal({pods: '3'})
      expect(needs({pods: '9'}, statefulSet('web', {replicas: 3}))).to.deep.equal({pods: '3'})
    })
  })

  describe('with its needs', () => {
    /** The number of simulations with the bounds of quotas, and the result. */
    const simulations = ({state, object}: Case): readonly [number, Rollout | undefined] => {
      let count = 0
      const rollout = rolloutWithNeeds(state, object, () => {
        count++
        return simulateRollout(state, object)
      })
      return [count, rollout]
    }

    it('is simulated once if its peak is within all bounds, and again with the bounds if it is not', () => {
      for (const [workload, needed] of [[rolling(4, 1, 1), 8], [statefulSet('web', {replicas: 3}), 3], [daemonSet(), 3]] as const) {
        for (const [pods, expected] of [[needed, 0], [needed - 1, 1]] as const) {
          const {state, object} = changing({pods: String(pods)}, workload, workload.at('2'))
          const [count, rollout] = simulations({state, object})
          expect([workload['kind'], pods, count]).to.deep.equal([workload['kind'], pods, expected])
          expect(rollout).to.deep.equal(withNeedsAndRemedies(state, object, simulateRollout(state, object)))
        }
      }
    })

    it('is simulated with the bounds if a recount would lower the usage of a quota', () => {
      const {cluster, workload} = new SimulatedWorkload({nodes}, quota({pods: '8'}), statefulSet('web', {replicas: 3}))
      cluster.handle({operation: 'UPDATE', subresource: 'status', namespace: 'dev', object: {...quota({pods: '8'}), status: {hard: {pods: '8'}, used: {pods: '8'}}}})
      const state = workloadStateOf(new Snapshot(cluster), simulatedNodes, workload)
      const {object = {}} = cluster.fork().handle({operation: 'UPDATE', namespace: 'dev', object: statefulSet('web', {replicas: 3}).at('2')})
      const [count, rollout] = simulations({state, object})
      expect([count, rollout]).to.deep.equal([1, withNeedsAndRemedies(state, object, simulateRollout(state, object))])
    })
  })

  describe('remedies for a rollout that does not fit', () => {
    /** Simulates the change with the limits of a remedy. */
    const limited = (hard: Amounts, replicas: number, maxSurge: number, maxUnavailable: number): string =>
      examined(hard, rolling(replicas, 1, 1), rolling(replicas, maxSurge, maxUnavailable).at('2')).verdict

    it('suggest a higher maxUnavailable or a higher quota', () => {
      const rollout = examined({pods: '3'}, rolling(3, '25%', '25%'))
      expect(remedies(rollout)).to.deep.include.members(['maxUnavailable 1: slow', 'pods 3 to 6: fits'])
      expect([limited({pods: '3'}, 3, 1, 1), limited({pods: '3'}, 3, 1, 0)], 'as promised, and no less will do').to.deep.equal(['slow', 'blocked'])
    })

    it('suggest the smallest quota with which the rollout fits', () => {
      const verdictAt = (pods: string): string => examined({pods}, rolling(3, 1, 0)).verdict
      expect([verdictAt('6'), verdictAt('5'), verdictAt('3')]).to.deep.equal(['fits', 'slow', 'blocked'])
    })

    it('suggest the largest maxSurge that fits', () => {
      const hard = {pods: '12'}
      const rollout = examined(hard, rolling(10, 6, 1))
      expect([rollout.verdict, remedies(rollout)[0]]).to.deep.equal(['slow', 'maxSurge 2: slow'])
      const verdictOf = (surge: number): string => {
        const {state, object} = changing(hard, rolling(10, 6, 1), rolling(10, surge, 1).at('2'))
        return simulateRollout(withoutGracePeriods(state), object).verdict
      }
      expect([verdictOf(2), verdictOf(3)], 'when old pods are gone at once').to.deep.equal(['fits', 'slow'])
    })

    it('suggest only a higher quota if the new pods are too large', () => {
      const before = rolling(2, 1, 0).requesting({cpu: '1'})
      const rollout = examined({cpu: '3'}, before, rolling(2, 1, 0).requesting({cpu: '5'}))
      expect(rollout.remedies.every(({change}) => 'quotas' in change)).to.equal(true)
      expect(remedies(rollout)).to.include('cpu 3 to 12: fits')
    })

    it('set only one of the two limits of a DaemonSet', () => {
      const body: Body = {updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}}
      const rollout = examined({pods: '3'}, daemonSet('web', body))
      expect(rollout.verdict).to.equal('blocked')
      expect(remedies(rollout)).to.include('maxUnavailable 1: fits')
      const other = daemonSet('web', {updateStrategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}})
      expect(examined({pods: '3'}, daemonSet('web', body), other.at('2')).verdict).to.equal('fits')
    })
  })
})

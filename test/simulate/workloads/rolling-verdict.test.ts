import {expect} from 'chai'
import {defaultKubelet} from '../../../src/controllers/workload/kubelet.js'
import {deploymentLimits} from '../../../src/controllers/workload/rolling-update.js'
import {restarted} from '../../../src/simulate/workloads/edit.js'
import {verdictOn} from '../../../src/simulate/workloads/rolling-verdict.js'
import {evaluateRollout} from '../../../src/simulate/workloads/rollout.js'
import {Scenario, Snapshot, workloadStateOf} from '../../../src/simulate/workloads/scenario.js'
import type {Verdict} from '../../../src/simulate/workloads/types.js'
import {quota} from '../../helpers/builders.js'
import {deployment, SimulatedWorkload} from '../../helpers/workloads.js'

const upTo = (maximum: number): number[] => Array.from({length: maximum + 1}, (_, i) => i)

type Update = Readonly<Record<'replicas' | 'maxSurge' | 'maxUnavailable' | 'fitting' | 'graceSeconds', number>>

/** The verdict on a restart, simulated on a cluster with room for some more pods. */
function simulatedVerdict({replicas, maxSurge, maxUnavailable, fitting, graceSeconds}: Update): Verdict {
  const strategy = {rollingUpdate: {maxSurge, maxUnavailable}}
  const {cluster, workload} = new SimulatedWorkload({terminationSeconds: graceSeconds}, quota({pods: String(replicas + fitting)}), deployment('web', {replicas, strategy}))
  workload.record.startMeasurement()
  const kubelet = {...defaultKubelet, terminationSeconds: () => graceSeconds}
  const scenario = new Scenario(workloadStateOf(new Snapshot(cluster), {kubelet, nodes: () => []}, workload))
  return evaluateRollout(scenario.change(restarted(workload.record.object))).verdict
}

/** All small rolling updates. */
const updates = upTo(4).flatMap((replicas) => upTo(4).flatMap((maxSurge) => upTo(replicas).flatMap((maxUnavailable) => upTo(replicas + 1).flatMap((fitting) =>
  [0, 1, 30].map((graceSeconds) => ({replicas, maxSurge, maxUnavailable, fitting, graceSeconds}))))))
  .filter(({maxSurge, maxUnavailable}) => maxSurge + maxUnavailable > 0)

describe('computed verdict on a rolling update', () => {
  it('is that of a simulation @slow', () => {
    const counts = {computed: 0, unknown: 0}
    for (const update of updates) {
      const {replicas, fitting, graceSeconds} = update
      const computed = verdictOn({...deploymentLimits(update, replicas), replicas, fitting, terminatesSlowly: graceSeconds > 0})
      counts[computed === undefined ? 'unknown' : 'computed']++
      if (computed !== undefined) expect(computed, JSON.stringify(update)).to.equal(simulatedVerdict(update))
    }
    expect(counts.computed).to.be.above(10 * counts.unknown)
  })
})

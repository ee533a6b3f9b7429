import {countOf} from '../../controllers/workload/pod.js'
import {isRollingUpdate, limitsOf, type RollingLimits, type StoredDeploymentSpec} from '../../controllers/workload/rolling-update.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {FittingCounts} from './counting-server.js'
import {hasSameRestart} from './edit.js'
import type {WorkloadState} from './scenario.js'
import type {Verdict} from './types.js'

/** The numbers that decide the verdict on a rolling update whose new pods become ready. */
export interface RollingUpdate extends RollingLimits {
  readonly replicas: number
  /** The number of further pods that fit into the quotas, at least 0. */
  readonly fitting: number
  /** True if deleted pods use quotas for some time. */
  readonly terminatesSlowly: boolean
}

/** Computes the verdict on the change of a Deployment to another object; undefined if only a simulation determines it. */
export function computedVerdict(state: WorkloadState, object: JsonObject, fitting: FittingCounts): Verdict | undefined {
  const update = rollingUpdateOf(state, object, fitting)
  return update && verdictOn(update)
}

/**
 * Computes the verdict on a rolling update; undefined between the bounds of its peak.
 *
 * - At most all old and all new pods exist at once, and `surge` pods are created first.
 * - While deleted pods terminate, the controller creates their replacements: `unavailable` at once, or without unavailable pods
 *   another `surge` when the first ones are ready.
 * - If not all pods fit, the update completes slowly as long as one pod may be created or deleted first.
 */
export function verdictOn({replicas, surge, unavailable, fitting, terminatesSlowly}: RollingUpdate): Verdict | undefined {
  const first = Math.min(surge, replicas)
  const [leastPeak, greatestPeak] = terminatesSlowly ? [Math.min(unavailable === 0 ? 2 * surge : surge + unavailable, replicas), replicas] : [first, first]
  if (fitting >= greatestPeak) return 'fits'
  if (fitting >= leastPeak) return undefined
  return unavailable === 0 && fitting === 0 ? 'blocked' : 'slow'
}

/** The numbers of a rolling update of a Deployment; undefined unless all of its pods are ready, and only pods may be missing in the update. */
function rollingUpdateOf(state: WorkloadState, object: JsonObject, {pods: fitting, replicaSets}: FittingCounts): RollingUpdate | undefined {
  const spec = object['spec'] as unknown as StoredDeploymentSpec
  const {replicas} = spec
  const terminatesSlowly = readyPodsOf(state, replicas)
  const isPlain = isRollingUpdate(spec) && spec.paused !== true && !hasSameRestart(state.object, object) && startsPods(state)
  return terminatesSlowly === undefined || !isPlain || fitting < 0 || replicaSets < 1 ? undefined : {...limitsOf(spec), replicas, fitting, terminatesSlowly}
}

/** True if the pods of a Deployment use quotas for some time after their deletion; undefined unless it has exactly `replicas` pods and they are ready. */
function readyPodsOf({object, revisions: [revision]}: WorkloadState, replicas: number): boolean | undefined {
  const {replicas: before} = object['spec'] as unknown as StoredDeploymentSpec
  if (revision === undefined || before !== replicas || revision.replicas !== replicas || countOf(revision.pods) !== replicas) return undefined
  if (revision.pods.some(({state}) => state !== 'ready')) return undefined
  const terminating = revision.pods.filter(({graceSeconds}) => graceSeconds > 0)
  return terminating.length === 0 ? false : terminating.length === revision.pods.length ? true : undefined
}

/** True if new pods become ready. */
const startsPods = ({snapshot, simulatedNodes: {kubelet}, ...state}: WorkloadState): boolean => {
  const pod = snapshot.fitting.podOf(state)
  return pod !== undefined && kubelet.outcome(pod) === 'runs'
}

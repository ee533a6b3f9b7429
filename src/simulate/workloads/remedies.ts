import {countOf} from '../../controllers/workload/pod.js'
import {daemonSetLimits, deploymentLimits, type RollingLimits, type RollingUpdateSpec} from '../../controllers/workload/rolling-update.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {fieldOf, withField} from './edit.js'
import type {WorkloadState} from './scenario.js'
import type {QuotaNeed, Remedy, Verdict} from './types.js'

/** Simulates the change of a workload to another object, after some bounds of quotas are raised. */
type TryRollout = (state: WorkloadState, object: JsonObject, raised?: readonly QuotaNeed[]) => Verdict

/** The path of a kind's rollout limits. */
interface RolloutLimits {
  readonly path: readonly string[]
  readonly limits: RollingLimits
  readonly pods: number
  /** True if only one of the two may be set. */
  readonly isExclusive: boolean
}

function rolloutLimitsOf(object: JsonObject, {revisions}: WorkloadState): RolloutLimits | undefined {
  const spec = (path: readonly string[]): RollingUpdateSpec => (fieldOf(object, path) ?? {}) as RollingUpdateSpec & JsonObject
  if (object['kind'] === 'Deployment' && fieldOf(object, ['spec', 'strategy', 'type']) === 'RollingUpdate') {
    const path = ['spec', 'strategy', 'rollingUpdate']
    const pods = Number(fieldOf(object, ['spec', 'replicas']))
    return {path, limits: deploymentLimits(spec(path), pods), pods, isExclusive: false}
  }
  if (object['kind'] !== 'DaemonSet' || fieldOf(object, ['spec', 'updateStrategy', 'type']) !== 'RollingUpdate') return undefined
  const path = ['spec', 'updateStrategy', 'rollingUpdate']
  const pods = revisions.reduce((sum, revision) => sum + countOf(revision.pods), 0)
  return {path, limits: daemonSetLimits(spec(path), pods), pods, isExclusive: true}
}

/** Finds the smallest changes, one of each sort, with which a rollout replaces more pods. Each has been simulated. */
export function findRemedies(state: WorkloadState, object: JsonObject, needs: readonly QuotaNeed[], tryOut: TryRollout): Remedy[] {
  const rolling = rolloutLimitsOf(object, state)
  return [
    ...rolling === undefined ? []
      : [...lowerMaxSurge(state, object, rolling, tryOut), ...higherMaxUnavailable(state, object, rolling, tryOut)],
    ...higherQuota(state, object, needs, tryOut),
  ]
}

/** The largest surge that fits if replaced pods stop at once, if it is smaller than the requested one. */
function lowerMaxSurge(state: WorkloadState, object: JsonObject, {path, limits: {surge, unavailable}}: RolloutLimits, tryOut: TryRollout): Remedy[] {
  const changed = (value: number): JsonObject => withField(withField(object, [...path, 'maxSurge'], value), [...path, 'maxUnavailable'], unavailable)
  const hasRoom = (value: number): boolean => tryOut(withoutGracePeriods(state), changed(value)) === 'fits'
  if (hasRoom(surge)) return []
  const value = lastWhere(unavailable === 0 ? 1 : 0, surge - 1, hasRoom)
  return value === undefined ? [] : [{change: {field: 'maxSurge', value}, verdict: tryOut(state, changed(value))}]
}

/** The same state, with pods that stop immediately when they are deleted. */
export const withoutGracePeriods = ({simulatedNodes, revisions, ...state}: WorkloadState): WorkloadState => ({
  ...state,
  simulatedNodes: {...simulatedNodes, kubelet: {...simulatedNodes.kubelet, terminationSeconds: () => 0}},
  revisions: revisions.map((revision) => ({...revision, pods: revision.pods.map((pod) => ({...pod, graceSeconds: 0}))})),
})

/** The smallest `maxUnavailable` that helps. */
function higherMaxUnavailable(state: WorkloadState, object: JsonObject, {path, limits, pods, isExclusive}: RolloutLimits, tryOut: TryRollout): Remedy[] {
  if (tryOut(state, object) !== 'blocked') return []
  const changed = (value: number): JsonObject =>
    withField(withField(object, [...path, 'maxUnavailable'], value), [...path, 'maxSurge'], isExclusive ? 0 : limits.surge)
  const podsKept = lastWhere(0, pods - limits.unavailable - 1, (less) => tryOut(state, changed(pods - less)) !== 'blocked')
  if (podsKept === undefined) return []
  return [{change: {field: 'maxUnavailable', value: pods - podsKept}, verdict: tryOut(state, changed(pods - podsKept))}]
}

/** The quota increases that let the rollout continue. */
export function higherQuota(state: WorkloadState, object: JsonObject, needs: readonly QuotaNeed[], tryOut: TryRollout): Remedy[] {
  if (needs.length === 0) return []
  const verdict = tryOut(state, object, needs)
  return verdict === 'blocked' ? [] : [{change: {quotas: needs}, verdict}]
}

/** The last number of a range up to which `holds` is true; undefined if it is false for the first. */
function lastWhere(first: number, last: number, holds: (number: number) => boolean): number | undefined {
  if (last < first || !holds(first)) return undefined
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

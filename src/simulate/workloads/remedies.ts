import {countOf} from '../../controllers/workload/pod.js'
import {daemonSetLimits, deploymentLimits, type RollingLimits, type RollingUpdateSpec} from '../../controllers/workload/rolling-update.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {fieldOf, withField} from './edit.js'
import {Snapshot, type Standing} from './scenario.js'
import type {QuotaNeed, Remedy, RolloutResult} from './types.js'

type SimulateRollout = (standing: Standing, object: JsonObject) => RolloutResult

/** The path of a kind's rollout limits. */
interface Rolling {
  readonly path: readonly string[]
  readonly limits: RollingLimits
  readonly pods: number
  /** True if only one of the two may be set. */
  readonly isExclusive: boolean
}

function rollingOf(object: JsonObject, {holdings}: Standing): Rolling | undefined {
  const spec = (path: readonly string[]): RollingUpdateSpec => (fieldOf(object, path) ?? {}) as RollingUpdateSpec & JsonObject
  if (object['kind'] === 'Deployment' && fieldOf(object, ['spec', 'strategy', 'type']) === 'RollingUpdate') {
    const path = ['spec', 'strategy', 'rollingUpdate']
    const pods = Number(fieldOf(object, ['spec', 'replicas']))
    return {path, limits: deploymentLimits(spec(path), pods), pods, isExclusive: false}
  }
  if (object['kind'] !== 'DaemonSet' || fieldOf(object, ['spec', 'updateStrategy', 'type']) !== 'RollingUpdate') return undefined
  const path = ['spec', 'updateStrategy', 'rollingUpdate']
  const pods = holdings.reduce((sum, holding) => sum + countOf(holding.pods), 0)
  return {path, limits: daemonSetLimits(spec(path), pods), pods, isExclusive: true}
}

/** Finds the smallest changes, one of each sort, with which a rollout goes further. Each has been simulated. */
export function findRemedies(standing: Standing, object: JsonObject, needs: readonly QuotaNeed[], simulate: SimulateRollout): Remedy[] {
  const rolling = rollingOf(object, standing)
  return [
    ...rolling === undefined ? []
      : [...lessSurge(standing, object, rolling, simulate), ...moreUnavailable(standing, object, rolling, simulate)],
    ...moreQuota(standing, object, needs, simulate),
  ]
}

/** The largest surge that fits if replaced pods stop at once, if it is smaller than the requested one. */
function lessSurge(standing: Standing, object: JsonObject, {path, limits: {surge, unavailable}}: Rolling, simulate: SimulateRollout): Remedy[] {
  const changed = (value: number): JsonObject => withField(withField(object, [...path, 'maxSurge'], value), [...path, 'maxUnavailable'], unavailable)
  const hasRoom = (value: number): boolean => simulate(stoppingAtOnce(standing), changed(value)).verdict === 'fits'
  if (hasRoom(surge)) return []
  const value = lastOf(unavailable === 0 ? 1 : 0, surge - 1, hasRoom)
  return value === undefined ? [] : [{change: {field: 'maxSurge', value}, verdict: simulate(standing, changed(value)).verdict}]
}

/** The same state, with pods that stop immediately when they are deleted. */
export const stoppingAtOnce = ({machines, holdings, ...standing}: Standing): Standing => ({
  ...standing,
  machines: {...machines, kubelet: {...machines.kubelet, terminationSeconds: () => 0}},
  holdings: holdings.map((holding) => ({...holding, pods: holding.pods.map((pod) => ({...pod, graceSeconds: 0}))})),
})

/** The smallest `maxUnavailable` that helps. */
function moreUnavailable(standing: Standing, object: JsonObject, {path, limits, pods, isExclusive}: Rolling, simulate: SimulateRollout): Remedy[] {
  if (simulate(standing, object).verdict !== 'blocked') return []
  const changed = (value: number): JsonObject =>
    withField(withField(object, [...path, 'maxUnavailable'], value), [...path, 'maxSurge'], isExclusive ? 0 : limits.surge)
  const fromMost = lastOf(0, pods - limits.unavailable - 1, (less) => simulate(standing, changed(pods - less)).verdict !== 'blocked')
  if (fromMost === undefined) return []
  return [{change: {field: 'maxUnavailable', value: pods - fromMost}, verdict: simulate(standing, changed(pods - fromMost)).verdict}]
}

/** The quota increases that let the rollout continue. */
export function moreQuota(standing: Standing, object: JsonObject, needs: readonly QuotaNeed[], simulate: SimulateRollout): Remedy[] {
  if (needs.length === 0) return []
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  const cluster = standing.snapshot.cluster.fork()
  for (const {quota: name, resource, needed} of needs) {
    const quota = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace, name}) ?? {}
    cluster.handle({operation: 'UPDATE', namespace, object: withField(quota, ['spec', 'hard', resource], String(needed))})
  }
  const {verdict} = simulate({...standing, snapshot: new Snapshot(cluster)}, object)
  return verdict === 'blocked' ? [] : [{change: {quotas: needs}, verdict}]
}

/** The last number of a range up to which `holds` is true; undefined if it is false for the first. */
function lastOf(first: number, last: number, holds: (number: number) => boolean): number | undefined {
  if (last < first || !holds(first)) return undefined
  let [low, high] = [first, last]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

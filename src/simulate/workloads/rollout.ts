import type {Cluster} from '../../cluster/cluster.js'
import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {outOfBudget} from '../../controllers/workload/request-budget.js'
import {daemonSetLimits, type RollingUpdateSpec} from '../../controllers/workload/rolling-update.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {type AddedObjects, CountingServer} from './counting-server.js'
import {fieldOf, hasSameRestart, withField} from './edit.js'
import {exceededNeeds, PeakQuotaUsage} from './peak-quota-usage.js'
import {findRemedies, higherQuota, withoutGracePeriods} from './remedies.js'
import {computedVerdict} from './rolling-verdict.js'
import {quotasIn, Scenario, simulateFrom, Snapshot, type WorkloadState} from './scenario.js'
import type {QuotaNeed, Remedy, Rollout, RolloutResult, Verdict} from './types.js'

/** Simulates the change of a workload to another object. */
export const simulateRollout = (state: WorkloadState, object: JsonObject): RolloutResult =>
  simulateFrom(state, (scenario) => evaluateRollout(scenario.change(object)))

/**
 * The verdict on the change of a workload to another object.
 *
 * @param raised the bounds of quotas to raise first
 */
function tryRollout(state: WorkloadState, object: JsonObject, raised: readonly QuotaNeed[] = []): Verdict {
  const {snapshot} = state
  const [counts, pod] = [snapshot.fitting.of(state, raised), snapshot.fitting.podOf(state)]
  if (counts !== undefined && pod !== undefined) {
    return computedVerdict(state, object, counts) ?? evaluateRollout(new Scenario(state, new CountingServer(counts, pod)).change(object)).verdict
  }
  return simulateRollout(raised.length === 0 ? state : {...state, snapshot: withRaised(snapshot, object, raised)}, object).verdict
}

/** A copy of a snapshot with raised bounds of quotas in the namespace of an object. */
function withRaised({cluster: present}: Snapshot, object: JsonObject, raised: readonly QuotaNeed[]): Snapshot {
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  const cluster = present.fork()
  for (const {quota: name, resource, needed} of raised) {
    const quota = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace, name}) ?? {}
    cluster.handle({operation: 'UPDATE', namespace, object: withField(quota, ['spec', 'hard', resource], String(needed))})
  }
  return new Snapshot(cluster)
}

/** The result of a rollout that was simulated to its end. */
export function evaluateRollout({record: {counts, failures, object, isIncomplete}, controller}: ControlledWorkload): RolloutResult {
  const verdict: Verdict = keepsPods(object) ? 'fits' : controller.isComplete || hasPartition(object) ? failures.length === 0 ? 'fits' : 'slow' : 'blocked'
  const {peak, peakWithTerminating, minReady: available} = counts
  const [event] = failures
  const reason = reasonOf(verdict, object, event?.message ?? (isIncomplete ? outOfBudget : undefined))
  return {verdict, peak, peakWithTerminating, available, ...reason !== undefined && {reason}, ...event && {event}}
}

/**
 * The result of a rollout, with the needs of its peak and the remedies. It is simulated without bounds first: bounds that its peak
 * does not exceed change nothing.
 *
 * @param simulate simulates the rollout with the bounds of quotas
 */
export function rolloutWithNeeds(state: WorkloadState, object: JsonObject, simulate: () => RolloutResult | undefined): Rollout | undefined {
  const {needs, result = simulate()} = unlimitedRollout(state, object)
  return result && withRemedies(state, object, result, needs)
}

/** The result of a rollout that was simulated before, with the needs of its peak and the remedies. */
export const withNeedsAndRemedies = (state: WorkloadState, object: JsonObject, result: RolloutResult): Rollout =>
  withRemedies(state, object, result, needsOf(state, object))

function withRemedies(state: WorkloadState, object: JsonObject, result: RolloutResult, needs: readonly QuotaNeed[]): Rollout {
  if (result.verdict === 'fits') return merge(result, {needs, remedies: []})
  const missing = exceededNeeds(needs)
  return merge(result, {needs, remedies: [...findRemedies(state, object, missing, tryRollout), ...quotaForSlowRollout(state, object, missing, result)]})
}

/** The quota increase with which a blocked rollout completes slowly: enough for the peak without terminating pods. */
function quotaForSlowRollout(state: WorkloadState, object: JsonObject, needs: readonly QuotaNeed[], {verdict}: RolloutResult): Remedy[] {
  const minimum = verdict === 'blocked' ? exceededNeeds(needsOf(withoutGracePeriods(state), object)) : []
  const isLess = minimum.some(({quota, resource, needed}) =>
    needs.some((atPeak) => atPeak.quota === quota && atPeak.resource === resource && needed.compare(atPeak.needed) < 0))
  return isLess ? higherQuota(state, object, minimum, tryRollout) : []
}

/** A rollout that is not limited by quotas. */
interface UnlimitedRollout {
  /** The maximum quota usage. */
  readonly needs: readonly QuotaNeed[]
  /** The result, if it is the same with the bounds of the quotas; undefined if that is not certain. */
  readonly result?: RolloutResult
}

/** The maximum quota usage of a rollout that is not limited. */
export const needsOf = (state: WorkloadState, object: JsonObject): readonly QuotaNeed[] => unlimitedRollout(state, object).needs

/** Returns the result of a rollout that adds nothing to a usage within the bounds of quotas, without simulating it; undefined for others. */
export function certainRollout(state: WorkloadState, object: JsonObject): RolloutResult | undefined {
  const replaced = replacedRollout(state, object)
  return replaced && unlimitedRollout(state, object, replaced).result
}

/** Simulates a rollout without bounds, unless it is computed. */
function unlimitedRollout(state: WorkloadState, object: JsonObject, replaced = replacedRollout(state, object)): UnlimitedRollout {
  const {snapshot} = state
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  const counted = replaced ?? countedRollout(state, object)
  const used = counted && snapshot.fitting.usageWith(state, counted.peak)
  const cluster = used === undefined ? snapshot.unboundedIn(namespace).fork() : snapshot.unboundedIn(namespace)
  const gauge = new PeakQuotaUsage(cluster, namespace, quotasIn(snapshot.cluster, namespace))
  const result = counted !== undefined && used !== undefined ? counted.result : measuredRollout(state, object, cluster, gauge)
  for (const [name, amounts] of used ?? []) gauge.record(name, amounts)
  const isSame = result.event === undefined && gauge.isWithinBounds && snapshot.fitting.countsAll(namespace)
  return {needs: gauge.needs, ...isSame && {result}}
}

/** Simulates a rollout in a cluster and measures the usage of its quotas. */
function measuredRollout(state: WorkloadState, object: JsonObject, cluster: Cluster, gauge: PeakQuotaUsage): RolloutResult {
  const scenario = new Scenario(state, cluster)
  scenario.onCreated(() => gauge.read())
  return evaluateRollout(scenario.change(object))
}

/** The result of a rollout that is not limited, and the objects that it adds at its peak. */
interface CountedRollout {
  readonly result: RolloutResult
  readonly peak: readonly AddedObjects[]
}

/** The rollout of a StatefulSet or DaemonSet that deletes pods before it creates the same ones again, so that it adds nothing; undefined for others. */
function replacedRollout(state: WorkloadState, object: JsonObject): CountedRollout | undefined {
  const {snapshot, replacement, revisions: [revision], simulatedNodes: {kubelet}} = state
  const unavailable = revision && !hasSameRestart(state.object, object) ? unavailableIn(object, revision.replicas) : undefined
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  if (replacement === undefined || revision === undefined || unavailable === undefined || !snapshot.fitting.countsAll(namespace)) return undefined
  const pod = snapshot.fitting.podOf({...state, podRequest: replacement})
  if (pod === undefined || kubelet.outcome(pod) !== 'runs') return undefined
  const {replicas} = revision
  return {result: {verdict: 'fits', peak: replicas, peakWithTerminating: replicas, available: Math.max(replicas - unavailable, 0)}, peak: []}
}

/** The number of pods that a rollout of a StatefulSet or DaemonSet deletes at once; undefined if it keeps pods, or creates others beside them. */
function unavailableIn(object: JsonObject, replicas: number): number | undefined {
  if (keepsPods(object) || hasPartition(object)) return undefined
  if (object['kind'] === 'StatefulSet') return 1
  const {surge, unavailable} = daemonSetLimits(fieldOf(object, ['spec', 'updateStrategy', 'rollingUpdate']) as RollingUpdateSpec | undefined ?? {}, replicas)
  return surge > 0 || unavailable === 0 ? undefined : unavailable
}

/** The same for a Deployment, whose requests are counted; undefined if that does not determine it. */
function countedRollout(state: WorkloadState, object: JsonObject): CountedRollout | undefined {
  const pod = state.snapshot.fitting.podOf(state)
  if (pod === undefined) return undefined
  const server = new CountingServer({pods: Infinity, replicaSets: Infinity}, pod)
  const result = evaluateRollout(new Scenario(state, server).change(object))
  return server.peak && {result, peak: server.peak}
}

const strategyOf = (object: JsonObject): unknown => fieldOf(object, ['spec', 'updateStrategy', 'type']) ?? fieldOf(object, ['spec', 'strategy', 'type'])

/** True for workloads whose pods are replaced only by the user. */
const keepsPods = (object: JsonObject): boolean => strategyOf(object) === 'OnDelete' || neverReplacesPods(object)

const neverReplacesPods = ({kind}: JsonObject): boolean => kind === 'ReplicaSet' || kind === 'ReplicationController'

/** True for a StatefulSet with a partition, which keeps some pods unchanged. */
const hasPartition = (object: JsonObject): boolean => Number(fieldOf(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition']) ?? 0) > 0

function reasonOf(verdict: Verdict, object: JsonObject, message: string | undefined): string | undefined {
  if (neverReplacesPods(object)) return 'no pod is replaced: only new pods use another template'
  if (keepsPods(object)) return 'updateStrategy OnDelete: pods are replaced only when they are deleted'
  if (verdict === 'fits') return hasPartition(object) ? 'only pods at or above the partition are replaced' : undefined
  if (message === undefined) return 'the new pods do not become ready'
  return verdict === 'slow' ? `pods are denied until old ones are deleted; the controller retries with growing delays: ${message}` : message
}

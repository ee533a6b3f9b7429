import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {outOfBudget} from '../../controllers/workload/request-budget.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {type AddedObjects, CountingServer} from './counting-server.js'
import {fieldOf, withField} from './edit.js'
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
  const {peak, peakWithTerminating, leastReady: available} = counts
  const [event] = failures
  const reason = reasonOf(verdict, object, event?.message ?? (isIncomplete ? outOfBudget : undefined))
  return {verdict, peak, peakWithTerminating, available, ...reason !== undefined && {reason}, ...event && {event}}
}

/** The result of a rollout, with the needs of its peak and the remedies. */
export function withNeedsAndRemedies(state: WorkloadState, object: JsonObject, result: RolloutResult): Rollout {
  const needs = needsOf(state, object)
  if (result.verdict === 'fits') return merge(result, {needs, remedies: []})
  const missing = exceededNeeds(needs)
  return merge(result, {needs, remedies: [...findRemedies(state, object, missing, tryRollout), ...quotaForSlowRollout(state, object, missing, result)]})
}

/** The quota increase with which a blocked rollout completes slowly: enough for the peak without terminating pods. */
function quotaForSlowRollout(state: WorkloadState, object: JsonObject, needs: readonly QuotaNeed[], {verdict}: RolloutResult): Remedy[] {
  const least = verdict === 'blocked' ? exceededNeeds(needsOf(withoutGracePeriods(state), object)) : []
  const isLess = least.some(({quota, resource, needed}) =>
    needs.some((atPeak) => atPeak.quota === quota && atPeak.resource === resource && needed.compare(atPeak.needed) < 0))
  return isLess ? higherQuota(state, object, least, tryRollout) : []
}

/** The maximum quota usage of a rollout that is not limited. */
export function needsOf(state: WorkloadState, object: JsonObject): readonly QuotaNeed[] {
  const {snapshot} = state
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  const quotas = quotasIn(snapshot.cluster, namespace)
  const peak = countedPeak(state, object)
  const used = peak && snapshot.fitting.usageWith(state, peak)
  if (used !== undefined) {
    const gauge = new PeakQuotaUsage(snapshot.unboundedIn(namespace), namespace, quotas)
    for (const [name, amounts] of used) gauge.record(name, amounts)
    return gauge.needs
  }
  const cluster = snapshot.unboundedIn(namespace).fork()
  const gauge = new PeakQuotaUsage(cluster, namespace, quotas)
  const scenario = new Scenario(state, cluster)
  scenario.onCreated(() => gauge.read())
  scenario.change(object)
  return gauge.needs
}

/** The objects that a rollout that is not limited adds at its peak; undefined if counting does not determine them. */
function countedPeak(state: WorkloadState, object: JsonObject): readonly AddedObjects[] | undefined {
  const pod = state.snapshot.fitting.podOf(state)
  if (pod === undefined) return undefined
  const server = new CountingServer({pods: Infinity, replicaSets: Infinity}, pod)
  new Scenario(state, server).change(object)
  return server.peak
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
  return verdict === 'slow' ? `pods are denied until old ones are gone; the controller retries with growing delays: ${message}` : message
}

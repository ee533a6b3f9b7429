import type {ControlledWorkload} from '../../controllers/workload/controlled-workload.js'
import {outOfBudget} from '../../controllers/workload/request-budget.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {type AddedObjects, CountingServer} from './counting-server.js'
import {fieldOf, withField} from './edit.js'
import {exceeded, QuotaGauge} from './quota-needs.js'
import {findRemedies, moreQuota, stoppingAtOnce} from './remedies.js'
import {computedVerdict} from './rolling-verdict.js'
import {quotasIn, Scenario, simulateFrom, Snapshot, type Standing} from './scenario.js'
import type {QuotaNeed, Remedy, Rollout, RolloutResult, Verdict} from './types.js'

/** Simulates the change of a workload to another object. */
export const simulateRollout = (standing: Standing, object: JsonObject): RolloutResult =>
  simulateFrom(standing, (scenario) => evaluateRollout(scenario.change(object)))

/**
 * The verdict on the change of a workload to another object.
 *
 * @param raised the bounds of quotas to raise first
 */
function tryRollout(standing: Standing, object: JsonObject, raised: readonly QuotaNeed[] = []): Verdict {
  const {snapshot} = standing
  const [room, pod] = [snapshot.fitting.of(standing, raised), snapshot.fitting.podOf(standing)]
  if (room !== undefined && pod !== undefined) {
    return computedVerdict(standing, object, room) ?? evaluateRollout(new Scenario(standing, new CountingServer(room, pod)).change(object)).verdict
  }
  return simulateRollout(raised.length === 0 ? standing : {...standing, snapshot: withRaised(snapshot, object, raised)}, object).verdict
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
export function evaluateRollout({record: {tally, failures, object, isIncomplete}, controller}: ControlledWorkload): RolloutResult {
  const verdict: Verdict = isUntouched(object) ? 'fits' : controller.isComplete || isHeldBack(object) ? failures.length === 0 ? 'fits' : 'slow' : 'blocked'
  const {peak, peakWithTerminating, leastReady: available} = tally
  const [event] = failures
  const reason = reasonOf(verdict, object, event?.message ?? (isIncomplete ? outOfBudget : undefined))
  return {verdict, peak, peakWithTerminating, available, ...reason !== undefined && {reason}, ...event && {event}}
}

/** The result of a rollout, with the needs of its peak and the remedies. */
export function examine(standing: Standing, object: JsonObject, result: RolloutResult): Rollout {
  const needs = needsOf(standing, object)
  if (result.verdict === 'fits') return merge(result, {needs, remedies: []})
  const missing = exceeded(needs)
  return merge(result, {needs, remedies: [...findRemedies(standing, object, missing, tryRollout), ...enoughForPeak(standing, object, missing, result)]})
}

/** The quota increase with which a blocked rollout completes slowly: enough for the peak without terminating pods. */
function enoughForPeak(standing: Standing, object: JsonObject, needs: readonly QuotaNeed[], {verdict}: RolloutResult): Remedy[] {
  const least = verdict === 'blocked' ? exceeded(needsOf(stoppingAtOnce(standing), object)) : []
  const isLess = least.some(({quota, resource, needed}) =>
    needs.some((most) => most.quota === quota && most.resource === resource && needed.compare(most.needed) < 0))
  return isLess ? moreQuota(standing, object, least, tryRollout) : []
}

/** The maximum quota usage of a rollout that is not limited. */
export function needsOf(standing: Standing, object: JsonObject): readonly QuotaNeed[] {
  const {snapshot} = standing
  const {namespace = 'default'} = object['metadata'] as {readonly namespace?: string}
  const quotas = quotasIn(snapshot.cluster, namespace)
  const peak = countedPeak(standing, object)
  const used = peak && snapshot.fitting.usageWith(standing, peak)
  if (used !== undefined) {
    const gauge = new QuotaGauge(snapshot.unboundedIn(namespace), namespace, quotas)
    for (const [name, amounts] of used) gauge.record(name, amounts)
    return gauge.needs
  }
  const cluster = snapshot.unboundedIn(namespace).fork()
  const gauge = new QuotaGauge(cluster, namespace, quotas)
  const scenario = new Scenario(standing, cluster)
  scenario.onCreated(() => gauge.read())
  scenario.change(object)
  return gauge.needs
}

/** The objects that a rollout that is not limited adds at its peak; undefined if counting does not determine them. */
function countedPeak(standing: Standing, object: JsonObject): readonly AddedObjects[] | undefined {
  const pod = standing.snapshot.fitting.podOf(standing)
  if (pod === undefined) return undefined
  const server = new CountingServer({pods: Infinity, replicaSets: Infinity}, pod)
  new Scenario(standing, server).change(object)
  return server.peak
}

const strategyOf = (object: JsonObject): unknown => fieldOf(object, ['spec', 'updateStrategy', 'type']) ?? fieldOf(object, ['spec', 'strategy', 'type'])

/** True for workloads whose pods are replaced only by the user. */
const isUntouched = (object: JsonObject): boolean => strategyOf(object) === 'OnDelete' || replacesNone(object)

const replacesNone = ({kind}: JsonObject): boolean => kind === 'ReplicaSet' || kind === 'ReplicationController'

/** True for a StatefulSet with a partition, which keeps some pods unchanged. */
const isHeldBack = (object: JsonObject): boolean => Number(fieldOf(object, ['spec', 'updateStrategy', 'rollingUpdate', 'partition']) ?? 0) > 0

function reasonOf(verdict: Verdict, object: JsonObject, message: string | undefined): string | undefined {
  if (replacesNone(object)) return 'no pod is replaced: only new pods use another template'
  if (isUntouched(object)) return 'updateStrategy OnDelete: pods are replaced only when they are deleted'
  if (verdict === 'fits') return isHeldBack(object) ? 'only pods at or above the partition are replaced' : undefined
  if (message === undefined) return 'the new pods do not become ready'
  return verdict === 'slow' ? `pods are denied until old ones are gone; the controller retries with growing delays: ${message}` : message
}

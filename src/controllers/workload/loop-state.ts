import {segments} from '../../machinery/collections/number-ranges.js'
import type {ApiServer} from './api-server.js'
import type {ClusterVersion} from './cluster-version.js'
import type {PodOwner, Reconciler} from './owner.js'
import {type Pod, slotRange} from './pod.js'
import type {PresentState, SkippedRounds} from './round-detector.js'
import type {Retry} from './retry.js'
import type {WorkloadRecord} from './workload-record.js'

/** A scheduled change of pods; `at` is in milliseconds since the loop started. */
export interface ScheduledChange {
  at: number
  readonly number: number
  readonly owner: PodOwner
  readonly pod: Pod
  /** `gone`: terminating pods are deleted. */
  readonly outcome: 'runs' | 'succeeds' | 'fails' | 'gone'
}

/** The state of a control loop while its controllers are idle. */
export interface LoopState {
  readonly now: number
  readonly version: ClusterVersion
  readonly cluster: ApiServer
  /** The owners of pods that change. */
  readonly owners: readonly PodOwner[]
  readonly scheduled: readonly ScheduledChange[]
  readonly rejected: ReadonlyMap<Reconciler, Retry>
}

const recordsOf = (owners: readonly PodOwner[]): WorkloadRecord[] => [...new Set(owners.map(({workload}) => workload))]

/** Returns a function that numbers its arguments in order of first use. */
function numbering(): (value: unknown) => number {
  const numbers = new Map<unknown, number>()
  return (value) => {
    const number = numbers.get(value) ?? numbers.size
    numbers.set(value, number)
    return number
  }
}

/** Extracts the state that decides what happens next, and its numbers. */
export function idleState({now, version, cluster, owners, scheduled, rejected}: LoopState): PresentState {
  const [idOfReconciler, idOfPod, idOfName, idOfRevision] = [numbering(), numbering(), numbering(), numbering()]
  const groups = owners.flatMap((owner) => owner.pods.all.map((pod) => ({owner, pod})))
  const records = recordsOf(owners)
  const namespaces = new Set(groups.map(({pod: {namespace}}) => namespace))
  const shape = [
    ...groups.map(({owner, pod}) => [
      idOfReconciler(owner), idOfPod(pod), idOfName(pod.storedAs), idOfRevision(pod.revision), pod.state, pod.graceSeconds, owner.pods.areInRanges && owner.hasUniquePods !== true ? 'row' : pod.slot, pod.request === undefined,
    ]),
    ...[...scheduled].sort((a, b) => a.at - b.at || a.number - b.number)
      .map(({at, owner, pod, outcome}) => [at - now, idOfReconciler(owner), idOfPod(pod), outcome]),
    ...[...rejected].map(([reconciler, retry]) => [idOfReconciler(reconciler), retry.shape(now, version.in(reconciler.workload.namespace))]),
    ...records.map((record) => [record.shape]),
  ].join(';')
  return {
    shape, now,
    counts: [...groups.map(({pod}) => pod.count), ...owners.flatMap(({replicas = 0, endsLeft = []}) => [replicas, ...endsLeft])].map(finite),
    totals: [...groups.map(({pod}) => pod.slot), ...records.flatMap(({numbers}) => numbers)],
    inFlight: groups.reduce((sum, {pod: {state, count}}) => state === 'pending' || state === 'terminating' ? sum + count : sum, 0),
    rejections: records.reduce((sum, record) => sum + record.rejections, 0),
    room: () => new Map([...namespaces].flatMap((namespace) => [...cluster.headrooms(namespace)].map(([name, left]) => [`${namespace} ${name}`, left] as const))),
  }
}

/** Replaces infinity, which has no effect on what happens next, by 0. */
const finite = (count: number): number => Number.isFinite(count) ? count : 0

/** Applies the result of skipped rounds. */
export function skipRounds({cluster, owners, scheduled, rejected}: LoopState, {rounds, milliseconds, counts, totals}: SkippedRounds): void {
  const before = owners.map(({pods}) => pods.all.map((pod) => ({...pod})))
  let [i, total] = [0, 0]
  for (const {pods} of owners) {
    for (const pod of pods.all) {
      pods.grow(pod, rounds * (counts[i++] ?? 0))
      pod.slot += rounds * (totals[total++] ?? 0)
    }
  }
  for (const owner of owners) {
    if (owner.replicas !== undefined) owner.replicas += rounds * (counts[i] ?? 0)
    i += 1 + (owner.endsLeft?.length ?? 0)
  }
  for (const record of recordsOf(owners)) record.numbers = record.numbers.map((number) => number + rounds * (totals[total++] ?? 0))
  // Deletions come first, as they make room for creations.
  const changes = [...changesByKey(cluster, owners, before), ...owners.flatMap((owner, owned) => changesByNumber(cluster, owner, before[owned] ?? []))]
  for (const {apply} of changes.sort((a, b) => a.count - b.count)) apply()
  for (const change of scheduled) change.at += rounds * milliseconds
  for (const retry of rejected.values()) retry.advance(rounds * milliseconds)
}

/** A change of stored pods. */
interface StoredChange {
  /** The number of added pods; negative if pods are deleted. */
  readonly count: number
  readonly apply: () => void
}

/** The changes of pods that are stored under keys. */
function changesByKey(cluster: ApiServer, owners: readonly PodOwner[], before: readonly (readonly Pod[])[]): StoredChange[] {
  const changes = new Map<string, {readonly pod: Pod, count: number}>()
  for (const [owned, {pods}] of owners.entries()) {
    for (const [i, pod] of pods.all.entries()) {
      const key = `${pod.namespace} ${pod.storedAs}`
      const known = changes.get(key)
      const count = pod.count - (before[owned]?.[i]?.count ?? 0)
      if (pod.prefix !== undefined) continue
      if (known === undefined) changes.set(key, {pod, count})
      else known.count += count
    }
  }
  return [...changes.values()].map(({pod, count}) => ({count, apply: () => changeStored(cluster, pod, count)}))
}

/** The changes of pods that are named by their slots: a slot may get a pod of another template. */
function changesByNumber(cluster: ApiServer, owner: PodOwner, before: readonly Pod[]): StoredChange[] {
  const isNamed = ({prefix}: Pod): boolean => prefix !== undefined
  const [old, now] = [before.filter(isNamed), owner.pods.all.filter(isNamed)]
  return [...segments([...old, ...now].map((pod) => [slotRange(pod)]))].flatMap(([row, kinds]): StoredChange[] => {
    const count = row[1] - row[0]
    const [was, is] = [kinds.find((kind) => kind < old.length), kinds.find((kind) => kind >= old.length)]
    const [deleted, made] = [was === undefined ? undefined : old[was], is === undefined ? undefined : now[is - old.length]]
    if (deleted?.revision === made?.revision) return []
    return [
      ...deleted === undefined ? []
        : [{count: -count, apply: () => {
          cluster.deleteNumbered({apiVersion: 'v1', kind: 'Pod', namespace: deleted.namespace, name: deleted.prefix ?? ''}, row)
          owner.released?.(row)
        }}],
      ...made === undefined ? [] : [{count, apply: () => owner.restore?.(row, made.revision)}],
    ]
  })
}

/** Adds copies of a pod on the server, or deletes some if `change` is negative. */
function changeStored(cluster: ApiServer, {namespace, storedAs: name, state, request}: Pod, change: number): void {
  const reference = {apiVersion: 'v1', kind: 'Pod', namespace, name}
  if (change < 0) cluster.deleteIdentical(reference, -change)
  else if (change === 0) return
  else if (state === 'succeeded' || state === 'failed' || request === undefined) cluster.addIdentical(reference, change)
  else cluster.createIdentical({namespace, object: request}, change, name)
}

import type {ApiServer} from './api-server.js'
import type {PodOwner, Reconciler} from './owner.js'
import type {Pod} from './pod.js'
import type {Leap, Standing} from './recurrence.js'
import type {Retry} from './retry.js'
import type {WorkloadRecord} from './workload-record.js'

/** A scheduled change of pods; `at` is in milliseconds since the start of the world. */
export interface Happening {
  at: number
  readonly number: number
  readonly owner: PodOwner
  readonly pod: Pod
  /** `gone`: terminating pods are deleted. */
  readonly outcome: 'runs' | 'succeeds' | 'fails' | 'gone'
}

/** The state of a world at a time at which its controllers are idle. */
export interface Moment {
  readonly now: number
  readonly version: number
  readonly cluster: ApiServer
  /** The owners of pods that change. */
  readonly owners: readonly PodOwner[]
  readonly happenings: readonly Happening[]
  readonly refused: ReadonlyMap<Reconciler, Retry>
}

const recordsOf = (owners: readonly PodOwner[]): WorkloadRecord[] => [...new Set(owners.map(({workload}) => workload))]

/** Returns a function that numbers things in order of first use. */
function numbering(): (thing: unknown) => number {
  const numbers = new Map<unknown, number>()
  return (thing) => {
    const number = numbers.get(thing) ?? numbers.size
    numbers.set(thing, number)
    return number
  }
}

/** Extracts the state that decides what happens next, and its numbers. */
export function standingOf({now, version, cluster, owners, happenings, refused}: Moment): Standing {
  const [idOfReconciler, idOfPod, idOfName, idOfRevision] = [numbering(), numbering(), numbering(), numbering()]
  const groups = owners.flatMap((owner) => owner.pods.all.map((pod) => ({owner, pod})))
  const records = recordsOf(owners)
  const namespaces = new Set(groups.map(({pod: {namespace}}) => namespace))
  const shape = [
    ...groups.map(({owner, pod}) => [
      idOfReconciler(owner), idOfPod(pod), idOfName(pod.storedAs), idOfRevision(pod.revision), pod.state, pod.graceSeconds, owner.pods.areInRows ? 'row' : pod.slot, pod.made === undefined,
    ]),
    ...[...happenings].sort((a, b) => a.at - b.at || a.number - b.number)
      .map(({at, owner, pod, outcome}) => [at - now, idOfReconciler(owner), idOfPod(pod), outcome]),
    ...[...refused].map(([reconciler, retry]) => [idOfReconciler(reconciler), retry.shape(now, version)]),
    ...records.map((record) => [record.shape]),
  ].join(';')
  return {
    shape, now,
    counts: [...groups.map(({pod}) => pod.count), ...owners.flatMap(({replicas = 0, endsLeft = []}) => [replicas, ...endsLeft])].map(finite),
    totals: [...groups.map(({pod}) => pod.slot), ...records.flatMap(({numbers}) => numbers)],
    inFlight: groups.reduce((sum, {pod: {state, count}}) => state === 'pending' || state === 'terminating' ? sum + count : sum, 0),
    refusals: records.reduce((sum, record) => sum + record.refusals, 0),
    room: new Map([...namespaces].flatMap((namespace) => [...cluster.headrooms(namespace)].map(([name, left]) => [`${namespace} ${name}`, left] as const))),
  }
}

/** Replaces infinity, which has no effect on what happens next, by 0. */
const finite = (count: number): number => Number.isFinite(count) ? count : 0

/** Applies the result of skipped rounds. */
export function leapOver({cluster, owners, happenings, refused}: Moment, {rounds, milliseconds, counts, totals}: Leap): void {
  let [i, total] = [0, 0]
  const changes = new Map<string, {readonly pod: Pod, change: number}>()
  for (const {pods} of owners) {
    for (const pod of pods.all) {
      const change = rounds * (counts[i++] ?? 0)
      const key = `${pod.namespace} ${pod.storedAs}`
      const known = changes.get(key)
      if (known === undefined) changes.set(key, {pod, change})
      else known.change += change
      pods.grow(pod, change)
      pod.slot += rounds * (totals[total++] ?? 0)
    }
  }
  for (const owner of owners) {
    if (owner.replicas !== undefined) owner.replicas += rounds * (counts[i] ?? 0)
    i += 1 + (owner.endsLeft?.length ?? 0)
  }
  for (const record of recordsOf(owners)) record.numbers = record.numbers.map((number) => number + rounds * (totals[total++] ?? 0))
  // Deletions come first, as they make room for creations.
  for (const {pod, change} of [...changes.values()].sort((a, b) => a.change - b.change)) changeStored(cluster, pod, change)
  for (const happening of happenings) happening.at += rounds * milliseconds
  for (const retry of refused.values()) retry.leap(rounds * milliseconds)
}

/** Adds copies of a pod on the server, or deletes some if `change` is negative. */
function changeStored(cluster: ApiServer, {namespace, storedAs: name, state, made}: Pod, change: number): void {
  const reference = {apiVersion: 'v1', kind: 'Pod', namespace, name}
  if (change < 0) cluster.deleteAlike(reference, -change)
  else if (change === 0) return
  else if (state === 'succeeded' || state === 'failed' || made === undefined) cluster.addAlike(reference, change)
  else cluster.createAlike({namespace, object: made}, change, name)
}

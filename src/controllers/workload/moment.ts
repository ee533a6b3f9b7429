import type {ApiServer} from './api-server.js'
import type {PodOwner, Reconciler} from './owner.js'
import type {Pod} from './pod.js'
import type {Leap, Standing} from './recurrence.js'
import type {Retry} from './retry.js'
import type {WorkloadRecord} from './workload-record.js'

/** Something that becomes of pods at a time, in milliseconds since the world began. */
export interface Happening {
  at: number
  readonly number: number
  readonly owner: PodOwner
  readonly pod: Pod
  /** Those that terminate are gone then. */
  readonly outcome: 'runs' | 'succeeds' | 'fails' | 'gone'
}

/** All that a world is made of at a time at which its controllers have nothing to do. */
export interface Moment {
  readonly now: number
  readonly version: number
  readonly cluster: ApiServer
  /** Those whose pods change. */
  readonly owners: readonly PodOwner[]
  readonly happenings: readonly Happening[]
  readonly refused: ReadonlyMap<Reconciler, Retry>
}

const recordsOf = (owners: readonly PodOwner[]): WorkloadRecord[] => [...new Set(owners.map(({workload}) => workload))]

/** Gives numbers to things, in the order in which they come. */
function numbering(): (thing: unknown) => number {
  const numbers = new Map<unknown, number>()
  return (thing) => {
    const number = numbers.get(thing) ?? numbers.size
    numbers.set(thing, number)
    return number
  }
}

/** What decides what happens next, and the numbers of it. */
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

/** Without an end, nothing else happens. */
const finite = (count: number): number => Number.isFinite(count) ? count : 0

/** Has come to pass what rounds come to that are leapt over. */
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
  // What goes makes room for what comes.
  for (const {pod, change} of [...changes.values()].sort((a, b) => a.change - b.change)) changeStored(cluster, pod, change)
  for (const happening of happenings) happening.at += rounds * milliseconds
  for (const retry of refused.values()) retry.leap(rounds * milliseconds)
}

/** Has the server have so many more pods that it knows by the name of one, or so many fewer. */
function changeStored(cluster: ApiServer, {namespace, storedAs: name, state, made}: Pod, change: number): void {
  const reference = {apiVersion: 'v1', kind: 'Pod', namespace, name}
  if (change < 0) cluster.deleteAlike(reference, -change)
  else if (change === 0) return
  else if (state === 'succeeded' || state === 'failed' || made === undefined) cluster.addAlike(reference, change)
  else cluster.createAlike({namespace, object: made}, change, name)
}

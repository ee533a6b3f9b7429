import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {ApiServer, BatchAnswer, ControllerAnswer, NewObject, NumberedObjects} from './api-server.js'
import type {ClusterVersion} from './cluster-version.js'
import type {Kubelet} from './kubelet.js'
import type {ScheduledChange} from './loop-state.js'
import {minReadySeconds, type PodOwner} from './owner.js'
import {isFinished, oneByOne, type Pod, slotRange} from './pod.js'
import type {RequestSender} from './request-sender.js'
import type {ExistingPod} from './revision.js'

/** Time until a pod is ready, in milliseconds. */
const startMilliseconds = 200

const podKind = {apiVersion: 'v1', kind: 'Pod'} as const

/** The fields of a new pod that its manifest does not contain. */
type NewPod = Pick<Pod, 'revision' | 'slot'>

type NewPods = NewPod & Pick<Pod, 'count' | 'prefix'>

/** The loop that reconciles the owners of pods, and its time. */
export interface PodScheduler {
  readonly now: number
  readonly cluster: ApiServer
  readonly version: ClusterVersion
  readonly sender: RequestSender
  /** The owners of pods that changed since the loop began to settle. */
  readonly owners: Set<PodOwner>
  /** Returns the scheduled changes of a group of pods. */
  readonly changesOf: (pod: Pod) => readonly ScheduledChange[]
  /** Schedules a change to pods. */
  readonly schedule: (milliseconds: number, change: Pick<ScheduledChange, 'owner' | 'pod' | 'outcome'>) => void
  /** Deletes an object without a grace period. */
  readonly delete: (apiVersion: string, kind: string, namespace: string, name: string, count?: number) => void
  /** Schedules the reconciliation of an owner whose pods changed, and that of its own owner. */
  readonly enqueueOwner: (owner: PodOwner) => void
}

/** Creates, starts and deletes the pods of controllers, in groups of identical ones. */
export class PodControl {
  /** @param maxAtOnce maximum number of identical pods in one group; 1 to keep pods separate */
  constructor(private readonly loop: PodScheduler, private readonly kubelet: Kubelet, private readonly maxAtOnce: number) {}

  /** True if the pod of a request becomes ready. */
  starts(request: JsonObject): boolean {
    return this.kubelet.outcome(request) === 'runs'
  }

  /** True for pods that are ready, if others like them will be. */
  startsAgain({state, request}: Pod): boolean {
    return state === 'ready' && request !== undefined && this.starts(request)
  }

  /**
   * Creates pods that differ only in the random suffix of their names, until one is rejected. Admitted pods start at once.
   *
   * @returns the answer to the rejected request, if any
   */
  createPods(owner: PodOwner, request: NewObject, known: NewPod, count: number): ControllerAnswer | undefined {
    for (let left = count; left > 0; left -= this.maxAtOnce) {
      const like = this.maxAtOnce === 1 ? undefined : owner.pods.all.findLast(({revision}) => revision === known.revision)?.storedAs
      const {count: made, admitted, rejected} = this.loop.sender.send(owner.workload, request, Math.min(left, this.maxAtOnce), like)
      if (admitted !== undefined) this.run(owner, request.object, admitted, {count: made, ...known})
      if (rejected !== undefined) return rejected
    }
    return undefined
  }

  /** Creates the first of the pods with consecutive numbers, and those after it that are certain to be admitted like it. */
  createNumberedPods(owner: PodOwner, objects: NumberedObjects, revision: object, [slot, end]: NumberRange): BatchAnswer {
    const {prefix} = objects
    const group = this.maxAtOnce === 1 ? undefined : owner.pods.all.findLast((pod) => pod.revision === revision && pod.prefix === prefix)
    const like = group && {storedAs: group.storedAs, number: group.slot}
    const answer = this.loop.sender.sendNumbered(owner.workload, objects, slot, Math.min(end - slot, this.maxAtOnce), like)
    if (answer.admitted !== undefined) this.run(owner, objects.at(slot), answer.admitted, {revision, slot, count: answer.count, prefix})
    return answer
  }

  private run(owner: PodOwner, request: JsonObject, {object, storedAs}: ControllerAnswer, known: NewPods): void {
    if (object === undefined) return
    const {name, namespace = 'default'} = object['metadata'] as {readonly name: string, readonly namespace?: string}
    const outcome = this.kubelet.outcome(object)
    for (const part of known.prefix === undefined || outcome === 'runs' || outcome === 'never-ready' ? [known] : oneByOne(known)) {
      const pod: Pod = {namespace, storedAs: storedAs ?? name, graceSeconds: this.kubelet.terminationSeconds(object), state: 'pending', request, ...part}
      owner.pods.add(pod)
      if (outcome !== 'never-ready') this.loop.schedule(startMilliseconds + minReadySeconds(owner) * 1000, {owner, pod, outcome})
    }
    this.loop.owners.add(owner)
  }

  /** Adds existing pods to an owner. */
  addExistingPods(owner: PodOwner, existing: ExistingPod, revision: object): void {
    const {namespace, storedAs, prefix, slot, graceSeconds, state, count} = existing
    owner.pods.add({namespace, storedAs, slot, graceSeconds, state, count, revision, ...prefix !== undefined && {prefix}})
  }

  /** True if identical pods are kept separate. */
  get isOneByOne(): boolean {
    return this.maxAtOnce === 1
  }

  /** Splits the pods with slots below `slot` off a group; scheduled changes apply to both groups. */
  split(owner: PodOwner, pod: Pod, slot: number): void {
    const head = owner.pods.split(pod, slot - pod.slot)
    for (const {at, outcome} of this.loop.changesOf(pod)) this.loop.schedule(at - this.loop.now, {owner, pod: head, outcome})
  }

  /** Starts to terminate the first pods of a group, by default all. */
  deletePods(owner: PodOwner, pod: Pod, count = pod.count): void {
    if (pod.state === 'terminating') return
    if (isFinished(pod) || pod.graceSeconds === 0) return this.erase(owner, pod, count)
    const leaving = owner.pods.move(pod, 'terminating', count)
    this.loop.schedule(leaving.graceSeconds * 1000, {owner, pod: leaving, outcome: 'gone'})
    this.loop.enqueueOwner(owner)
  }

  private erase(owner: PodOwner, pod: Pod, count: number): void {
    const {namespace, prefix, storedAs} = pod
    const row = slotRange({...pod, count})
    if (prefix === undefined) this.loop.delete('v1', 'Pod', namespace, storedAs, count)
    else {
      this.loop.cluster.deleteNumbered({...podKind, namespace, name: prefix}, row)
      this.loop.version.change()
    }
    owner.pods.remove(pod, count)
    owner.released?.(row)
    this.loop.enqueueOwner(owner)
  }

  private start(owner: PodOwner, pod: Pod, outcome: 'runs' | 'succeeds' | 'fails'): void {
    if (outcome !== 'runs') this.finish(owner, pod, outcome === 'succeeds' ? 'Succeeded' : 'Failed')
    owner.pods.move(pod, outcome === 'runs' ? 'ready' : outcome === 'succeeds' ? 'succeeded' : 'failed')
    owner.pods.join(pod)
    this.loop.enqueueOwner(owner)
  }

  private finish({pods}: PodOwner, pod: Pod, phase: string): void {
    const {namespace, storedAs, prefix, slot, count} = pod
    const name = prefix === undefined ? storedAs : `${prefix}${slot}`
    pod.storedAs = this.loop.cluster.setStatus({...podKind, namespace, name}, {phase}, count, prefix === undefined ? pods.before(pod)?.storedAs : undefined)
    this.loop.version.change()
  }

  /** Makes a scheduled change to pods. */
  apply({owner, pod, outcome}: ScheduledChange): void {
    if (outcome === 'gone') this.erase(owner, pod, pod.count)
    else if (pod.state === 'pending') this.start(owner, pod, outcome)
  }
}

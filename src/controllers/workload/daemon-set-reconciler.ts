import {type NumberRange, segments} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {ControlLoop} from './control-loop.js'
import {choiceOf, type NodeChoice, NodeOrder} from './node-order.js'
import type {Node} from './nodes.js'
import type {OwnerIdentity, PodOwner, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import {countOf, isActive, isFinished, type Pod, Pods} from './pod.js'
import {type Revision, revisionAmong, revisionOf, revisionsOf} from './revision.js'
import {daemonSetLimits, type RollingUpdateSpec} from './rolling-update.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'

interface StoredSpec {
  readonly template: Template
  readonly updateStrategy: {readonly type: string, readonly rollingUpdate?: RollingUpdateSpec}
}

/** Consecutive nodes with pods of the same groups. `newest` and `old` are the active pods of the present and of an earlier template. */
interface OnNodes {
  /** The index of the first node. */
  readonly node: number
  readonly count: number
  /** True if pods should run on the nodes. */
  readonly isEligible: boolean
  /** True if pods may stay on the nodes. */
  readonly isStaying: boolean
  /** All groups, in order of creation. */
  readonly pods: readonly Pod[]
  readonly newest: Pod | undefined
  readonly old: Pod | undefined
  /** Active pods besides the oldest one. */
  readonly excess: readonly Pod[]
}

/** Keeps one pod on each node that its template is for, and replaces them node by node (pkg/controller/daemon). */
export class DaemonSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  private revision: Template
  private compared: Template
  /** The nodes whose indexes are the slots of pods. */
  private readonly order: NodeOrder

  constructor(private readonly loop: ControlLoop, readonly workload: WorkloadRecord, private readonly identity: OwnerIdentity, nodes: readonly Node[]) {
    this.pods = new Pods(workload.counts, 'row')
    this.revision = this.compared = this.spec.template
    this.order = NodeOrder.of(nodes, this.spec.template.spec)
  }

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  /** The desired number of pods. */
  get wanted(): number {
    return this.chosen().wanted
  }

  get revisions(): readonly Revision[] {
    return revisionsOf(this.pods.all).map((revision) => ({...revision, pods: this.order.toGiven(revision.pods)}))
  }

  get isComplete(): boolean {
    return this.pods.size === this.wanted && this.pods.all.every(({state, revision}) => state === 'ready' && revision === this.revision)
  }

  /** Adopts existing pods. */
  adopt({template, pods}: Revision): void {
    const revision = revisionOf(template, this.revision)
    for (const pod of this.order.fromGiven(pods)) this.loop.pods.addExistingPods(this, pod, revision)
  }

  sync(): boolean {
    const {template, updateStrategy} = this.spec
    if (template !== this.compared) {
      this.compared = template
      this.revision = revisionAmong([{revision: this.revision}, ...this.pods.all], template)
    }
    if (!this.manage()) return false
    return updateStrategy.type !== 'RollingUpdate' || this.roll()
  }

  private chosen(): NodeChoice {
    return choiceOf(this.order.nodes, this.spec.template.spec)
  }

  /** Ensures one pod on each eligible node, and none on others (`manage`). */
  private manage(): boolean {
    const {surge} = this.limits()
    const all = this.onNodes()
    for (const onNodes of all) {
      const {isStaying, pods, excess} = onNodes
      const leaving = isStaying ? [...pods.filter(isFinished), ...surge > 0 ? succeeded(onNodes) : excess] : pods
      for (const pod of leaving) this.deletePods(pod, onNodes)
    }
    return this.createPods(all.filter((onNodes) => onNodes.isEligible && (onNodes.pods.length === 0 || (surge > 0 && !isRunning(onNodes)))))
  }

  private limits(): {readonly surge: number, readonly unavailable: number} {
    const {type, rollingUpdate = {}} = this.spec.updateStrategy
    return type === 'RollingUpdate' ? daemonSetLimits(rollingUpdate, this.wanted) : {surge: 0, unavailable: 0}
  }

  /** Groups consecutive nodes with pods of the same groups; skips nodes that are neither eligible nor have pods. */
  private onNodes(): readonly OnNodes[] {
    const {eligible, staying} = this.chosen()
    return [...segments([eligible, staying, ...this.pods.all.map(({slot, count}): NumberRange[] => [[slot, slot + count]])])].map(([[from, to], kinds]) => {
      const pods = kinds.filter((kind) => kind > 1).map((kind) => this.pods.all[kind - 2] as Pod)
      const active = pods.filter(isActive)
      return {
        node: from, count: to - from, isEligible: kinds.includes(0), isStaying: kinds.includes(1), pods, excess: active.slice(1),
        newest: active.find(({revision}) => revision === this.revision),
        old: active.find(({revision}) => revision !== this.revision),
      }
    })
  }

  private roll(): boolean {
    const {surge, unavailable} = this.limits()
    const onNodes = this.onNodes().filter(({isStaying}) => isStaying)
    if (surge > 0) return this.surge(onNodes, surge)
    this.replace(onNodes, unavailable)
    return true
  }

  /** Deletes as many old pods as `maxUnavailable` allows. */
  private replace(all: readonly OnNodes[], maximum: number): void {
    const isMissing = ({pods, old, newest}: OnNodes): boolean => pods.length > 0 && (old ?? newest)?.state !== 'ready'
    const missing = countOf(all.filter(isMissing))
    const left = all.filter(({old, newest}) => old !== undefined && newest === undefined)
    const [ready, broken] = [left.filter(({old}) => old?.state === 'ready'), left.filter(({old}) => old?.state !== 'ready')]
    for (const onNodes of [...broken, ...firstOf(ready, Math.max(maximum - missing, 0))]) if (onNodes.old !== undefined) this.deletePods(onNodes.old, onNodes)
  }

  /** Creates new pods before it deletes old ones. */
  private surge(all: readonly OnNodes[], maximum: number): boolean {
    const withoutNewPod = all.filter(({isEligible, newest, old}) => isEligible && old !== undefined && newest === undefined)
    const surging = countOf(all.filter(({newest, old}) => old !== undefined && newest !== undefined))
    const [ready, broken] = [withoutNewPod.filter(({old}) => old?.state === 'ready'), withoutNewPod.filter(({old}) => old?.state !== 'ready')]
    const chosen = [...broken, ...firstOf(ready, Math.max(maximum - surging, 0))]
    const isAllowed = this.createPods(chosen)
    if (isAllowed && chosen.length > 0) this.loop.enqueue(this)
    return isAllowed
  }

  /** Deletes the pods of a group on consecutive nodes. Callers go through the nodes in order. */
  private deletePods(pod: Pod, {node, count}: OnNodes): void {
    if (pod.slot < node) this.loop.pods.split(this, pod, node)
    this.loop.pods.deletePods(this, pod, count)
  }

  /** Creates a pod on each of these nodes. Requests differ only in the name of the node, which no policy reads: one name is used for all. */
  private createPods(all: readonly OnNodes[]): boolean {
    for (const {node, count} of all) {
      const step = this.loop.pods.isOneByOne ? 1 : count
      for (let first = node; first < node + count; first += step) if (!this.createOn(first, step)) return false
    }
    return true
  }

  private createOn(slot: number, count: number): boolean {
    const {loop, workload, identity, revision} = this
    const shown = loop.pods.isOneByOne ? slot : this.chosen().eligible[0]?.[0] ?? 0
    const object = podFromTemplate(revision, identity, {
      labels: {'controller-revision-hash': 'XXXXX', 'pod-template-generation': '1'}, spec: daemonPodSpec(revision.spec ?? {}, this.order.nodes[shown]?.name ?? ''),
    })
    const rejected = loop.pods.createPods(this, {object, namespace: identity.namespace}, {revision, slot}, count)
    if (rejected !== undefined) workload.recordFailure({kind: 'DaemonSet', name: identity.name, reason: 'FailedCreate', message: `Error creating: ${rejected.status.message}`})
    return rejected === undefined
  }
}

const isRunning = ({newest, old}: OnNodes): boolean => newest !== undefined || old !== undefined

/** The old pods to delete: their successors are ready, or they are not ready themselves. */
const succeeded = ({newest, old}: OnNodes): readonly Pod[] =>
  newest !== undefined && old !== undefined && (newest.state === 'ready' || old.state !== 'ready') ? [old] : []

/** The first `count` nodes. */
function firstOf(all: readonly OnNodes[], count: number): OnNodes[] {
  let left = count
  return all.flatMap((onNodes) => {
    const taken = Math.min(left, onNodes.count)
    left -= taken
    return taken === 0 ? [] : [{...onNodes, count: taken}]
  })
}

const noExecute = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable']

const noSchedule = ['node.kubernetes.io/disk-pressure', 'node.kubernetes.io/memory-pressure', 'node.kubernetes.io/pid-pressure', 'node.kubernetes.io/unschedulable']

const onlyOnHostNetwork = 'node.kubernetes.io/network-unavailable'

interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: {readonly nodeSelectorTerms?: readonly JsonObject[]}
}

/** The fields that a DaemonSet pod has besides its template: it stays on one node, in any state of the node. */
function daemonPodSpec({tolerations = [], affinity, hostNetwork}: JsonObject, node: string): JsonObject {
  const always = [
    ...noExecute.map((key) => ({key, operator: 'Exists', effect: 'NoExecute'})),
    ...[...noSchedule, ...hostNetwork === true ? [onlyOnHostNetwork] : []].map((key) => ({key, operator: 'Exists', effect: 'NoSchedule'})),
  ]
  const matches = (a: JsonObject, b: JsonObject): boolean => a['key'] === b['key'] && a['effect'] === b['effect'] && a['operator'] === b['operator']
  const own = (tolerations as readonly JsonObject[]).filter((toleration) => !always.some((other) => matches(toleration, other)))
  return {tolerations: [...own, ...always], affinity: {...affinity as JsonObject | undefined, nodeAffinity: onNode((affinity as JsonObject | undefined)?.['nodeAffinity'] as NodeAffinity | undefined, node)}}
}

/** The node affinity for one node, which replaces the template's requirements (ReplaceDaemonSetPodNodeNameNodeAffinity). */
const onNode = (affinity: NodeAffinity | undefined, node: string): JsonObject => ({
  ...affinity as JsonObject | undefined,
  requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: 'metadata.name', operator: 'In', values: [node]}]}]},
})

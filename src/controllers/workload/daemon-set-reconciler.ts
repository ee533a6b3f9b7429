import {daemonPodSpec} from './daemon-pod-spec.js'
import {type Holding, holdingsOf, revisionAmong, revisionOf} from './holding.js'
import {mayStay, type Node, shouldRun} from './nodes.js'
import type {OwnerIdentity, PodOwner, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import type {Template} from './template.js'
import {isActive, isFinished, type Pod, Pods} from './pod.js'
import {daemonSetLimits, type RollingUpdateSpec} from './rolling-update.js'
import {slowStart} from './slow-start.js'
import type {WorkloadRecord} from './workload-record.js'
import type {World} from './world.js'

interface StoredSpec {
  readonly template: Template
  readonly updateStrategy: {readonly type: string, readonly rollingUpdate?: RollingUpdateSpec}
}

/** The nodes that pods of a template may be made for, and those on which they may stay besides. */
interface NodeChoice {
  readonly nodes: readonly Node[]
  readonly template: Template
  readonly eligible: readonly number[]
  readonly staying: ReadonlySet<number>
}

/** The pods of one node, by their template as far as they are neither finished nor about to go. */
interface OnNode {
  readonly node: number
  readonly newest: Pod | undefined
  readonly old: Pod | undefined
  /** All that are neither finished nor about to go, the oldest first. */
  readonly running: readonly Pod[]
  /** True of a node on which there is nothing, not even a pod that is about to go. */
  readonly isEmpty: boolean
}

/** Keeps one pod on each node that its template is for, and replaces them node by node (pkg/controller/daemon). */
export class DaemonSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  private revision: Template
  private compared: Template
  private choice?: NodeChoice

  constructor(
    private readonly world: World,
    readonly workload: WorkloadRecord,
    private readonly identity: OwnerIdentity,
    private readonly nodes: () => readonly Node[],
  ) {
    this.pods = new Pods(workload.tally)
    this.revision = this.compared = this.spec.template
  }

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  /** How many pods it should have. */
  get wanted(): number {
    return this.chosen().eligible.length
  }

  get holdings(): readonly Holding[] {
    return holdingsOf(this.pods.all)
  }

  get isComplete(): boolean {
    const pods = [...this.pods.all]
    return pods.length === this.wanted && pods.every(({state, revision}) => state === 'ready' && revision === this.revision)
  }

  /** Takes pods for its own that have been there for long. */
  hold({template, pods}: Holding): void {
    const revision = revisionOf(template, this.revision)
    for (const pod of pods) this.world.take(this, pod, revision)
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

  /** Which nodes the template is for, looked up again when it or the nodes have changed. */
  private chosen(): NodeChoice {
    const [nodes, {template}] = [this.nodes(), this.spec]
    if (this.choice?.nodes === nodes && this.choice.template === template) return this.choice
    const numbers = (holds: (node: Node) => boolean): number[] => nodes.flatMap((node, i) => holds(node) ? [i] : [])
    const eligible = numbers((node) => shouldRun(template.spec, node))
    return this.choice = {nodes, template, eligible, staying: new Set(numbers((node) => mayStay(template.spec, node)))}
  }

  /** One pod on each node (`manage`): on others none. */
  private manage(): boolean {
    const {eligible, staying} = this.chosen()
    for (const pod of [...this.pods.all]) if (!staying.has(pod.slot) || isFinished(pod)) this.world.deletePod(this, pod)
    const {surge} = this.limits()
    const onNodes = this.onNodes(eligible)
    for (const onNode of onNodes) for (const pod of surge > 0 ? succeeded(onNode) : onNode.running.slice(1)) this.world.deletePod(this, pod)
    const missing = onNodes.filter(({isEmpty, running}) => isEmpty || (surge > 0 && running.length === 0))
    return this.createPods(missing.map(({node}) => node))
  }

  private limits(): {readonly surge: number, readonly unavailable: number} {
    const {type, rollingUpdate = {}} = this.spec.updateStrategy
    return type === 'RollingUpdate' ? daemonSetLimits(rollingUpdate, this.wanted) : {surge: 0, unavailable: 0}
  }

  private onNodes(nodes: Iterable<number>): OnNode[] {
    const bySlot = new Map<number, Pod[]>()
    for (const pod of this.pods.all) {
      const others = bySlot.get(pod.slot)
      if (others === undefined) bySlot.set(pod.slot, [pod])
      else others.push(pod)
    }
    return [...nodes].map((node) => {
      const here = bySlot.get(node) ?? []
      const running = here.filter(isActive)
      return {
        node, running, isEmpty: here.length === 0,
        newest: running.find(({revision}) => revision === this.revision), old: running.find(({revision}) => revision !== this.revision),
      }
    })
  }

  private roll(): boolean {
    const {surge, unavailable} = this.limits()
    return surge === 0 ? this.replace(unavailable) : this.surge(surge)
  }

  /** Deletes old pods, as many as may be missing at once. */
  private replace(most: number): boolean {
    const onNodes = this.onNodes(this.chosen().staying).filter(({isEmpty}) => !isEmpty)
    const candidates = onNodes.flatMap(({old, newest}) => old !== undefined && newest === undefined ? [old] : [])
    const [ready, broken] = [candidates.filter(({state}) => state === 'ready'), candidates.filter(({state}) => state !== 'ready')]
    const missing = onNodes.length - onNodes.filter(({old, newest}) => (old ?? newest)?.state === 'ready').length
    for (const pod of [...broken, ...ready.slice(0, Math.max(most - missing, 0))]) this.world.deletePod(this, pod)
    return true
  }

  /** Makes new pods beside old ones. */
  private surge(most: number): boolean {
    const onNodes = this.onNodes(this.chosen().eligible)
    const alone = onNodes.filter(({newest, old}) => old !== undefined && newest === undefined)
    const surging = onNodes.filter(({newest, old}) => old !== undefined && newest !== undefined).length
    const broken = alone.filter(({old}) => old?.state !== 'ready')
    const ready = alone.filter(({old}) => old?.state === 'ready').slice(0, Math.max(most - surging, 0))
    return this.createPods([...broken, ...ready].map(({node}) => node))
  }

  private createPods(nodes: readonly number[]): boolean {
    const known = this.nodes()
    return slowStart(nodes.length, (i) => {
      const slot = nodes[i] ?? 0
      return this.createPod(slot, known[slot]?.name ?? '')
    })
  }

  private createPod(slot: number, node: string): boolean {
    const {world, workload, identity, revision} = this
    const {allowed, status} = world.createPod(this, podFromTemplate(revision, identity, {
      labels: {'controller-revision-hash': 'XXXXX', 'pod-template-generation': '1'}, spec: daemonPodSpec(revision.spec ?? {}, node),
    }), identity.namespace, {revision, slot})
    if (!allowed) workload.fail({kind: 'DaemonSet', name: identity.name, reason: 'FailedCreate', message: `Error creating: ${status.message}`})
    return allowed
  }
}

/** The old pod of a node that goes when its successor is ready, or when it is not ready itself. */
const succeeded = ({newest, old}: OnNode): readonly Pod[] =>
  newest !== undefined && old !== undefined && (newest.state === 'ready' || old.state !== 'ready') ? [old] : []

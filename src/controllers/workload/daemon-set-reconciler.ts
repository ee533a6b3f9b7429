import {append} from '../../machinery/append.js'
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
  readonly eligible: ReadonlySet<number>
  readonly staying: ReadonlySet<number>
}

/** The pods of one node, by their template as far as they are neither finished nor about to go. */
interface OnNode {
  readonly node: number
  /** True when the template is for the node. */
  readonly isEligible: boolean
  readonly newest: Pod | undefined
  readonly old: Pod | undefined
  /** Those beside the oldest that is neither finished nor about to go. */
  readonly excess: Pod[]
  /** True of a node on which there is nothing, not even a pod that is about to go. */
  readonly isEmpty: boolean
}

/** What was on the nodes when they were looked at last, for the template that the choice is for. */
interface Seen {
  readonly choice: NodeChoice
  readonly byNode: Map<number, OnNode>
}

/** Keeps one pod on each node that its template is for, and replaces them node by node (pkg/controller/daemon). */
export class DaemonSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  private revision: Template
  private compared: Template
  private choice?: NodeChoice
  private seen?: Seen

  constructor(
    private readonly world: World,
    readonly workload: WorkloadRecord,
    private readonly identity: OwnerIdentity,
    private readonly nodes: () => readonly Node[],
  ) {
    this.pods = new Pods(workload.tally, true)
    this.revision = this.compared = this.spec.template
  }

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  /** How many pods it should have. */
  get wanted(): number {
    return this.chosen().eligible.size
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
    const eligible = new Set(numbers((node) => shouldRun(template.spec, node)))
    return this.choice = {nodes, template, eligible, staying: new Set(numbers((node) => mayStay(template.spec, node)))}
  }

  /** One pod on each node (`manage`): on others none. */
  private manage(): boolean {
    const {staying} = this.chosen()
    const {surge} = this.limits()
    const leaving: Pod[] = []
    for (const pod of this.pods.all) if (isFinished(pod) || !staying.has(pod.slot)) leaving.push(pod)
    const onNodes = this.onNodes()
    for (const onNode of onNodes) append(leaving, surge > 0 ? succeeded(onNode) : onNode.excess)
    for (const pod of leaving) this.world.deletePods(this, pod)
    return this.createPods(onNodes.filter((onNode) => onNode.isEligible && (onNode.isEmpty || (surge > 0 && !isRunning(onNode)))))
  }

  private limits(): {readonly surge: number, readonly unavailable: number} {
    const {type, rollingUpdate = {}} = this.spec.updateStrategy
    return type === 'RollingUpdate' ? daemonSetLimits(rollingUpdate, this.wanted) : {surge: 0, unavailable: 0}
  }

  /** What is on each node: a large cluster has thousands of them, of which one or two change from one time to the next. */
  private onNodes(): readonly OnNode[] {
    const {seen} = this
    const choice = this.chosen()
    const changed = this.pods.takeChanged()
    if (seen?.choice === choice) {
      for (const node of changed) if (choice.staying.has(node)) seen.byNode.set(node, this.look(choice, node))
      return [...seen.byNode.values()]
    }
    const byNode = new Map([...choice.staying].map((node) => [node, this.look(choice, node)]))
    this.seen = {choice, byNode}
    return [...byNode.values()]
  }

  private look({eligible}: NodeChoice, node: number): OnNode {
    const pods = this.pods.on(node)
    const active = pods.filter(isActive)
    return {
      node, isEligible: eligible.has(node), isEmpty: pods.length === 0, excess: active.slice(1),
      newest: active.find(({revision}) => revision === this.revision),
      old: active.find(({revision}) => revision !== this.revision),
    }
  }

  private roll(): boolean {
    const {surge, unavailable} = this.limits()
    const onNodes = this.onNodes()
    if (surge > 0) return this.surge(onNodes, surge)
    this.replace(onNodes, unavailable)
    return true
  }

  /** Deletes old pods, as many as may be missing at once. */
  private replace(onNodes: readonly OnNode[], most: number): void {
    const [ready, broken]: [Pod[], Pod[]] = [[], []]
    let missing = 0
    for (const {old, newest, isEmpty} of onNodes) {
      if (!isEmpty && (old ?? newest)?.state !== 'ready') missing++
      if (old !== undefined && newest === undefined) (old.state === 'ready' ? ready : broken).push(old)
    }
    for (const pod of [...broken, ...ready.slice(0, Math.max(most - missing, 0))]) this.world.deletePods(this, pod)
  }

  /** Makes new pods beside old ones. */
  private surge(onNodes: readonly OnNode[], most: number): boolean {
    const alone = onNodes.filter(({isEligible, newest, old}) => isEligible && old !== undefined && newest === undefined)
    const surging = onNodes.filter(({newest, old}) => old !== undefined && newest !== undefined).length
    const [ready, broken] = [alone.filter(({old}) => old?.state === 'ready'), alone.filter(({old}) => old?.state !== 'ready')]
    const chosen = [...broken, ...ready.slice(0, Math.max(most - surging, 0))]
    const isAllowed = this.createPods(chosen)
    if (isAllowed && chosen.length > 0) this.world.wake(this)
    return isAllowed
  }

  private createPods(onNodes: readonly OnNode[]): boolean {
    const known = this.nodes()
    return slowStart(onNodes.length, (i) => {
      const {node = 0} = onNodes[i] ?? {}
      return this.createPod(node, known[node]?.name ?? '')
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

const isRunning = ({newest, old}: OnNode): boolean => newest !== undefined || old !== undefined

/** The old pod of a node that goes when its successor is ready, or when it is not ready itself. */
const succeeded = ({newest, old}: OnNode): readonly Pod[] =>
  newest !== undefined && old !== undefined && (newest.state === 'ready' || old.state !== 'ready') ? [old] : []

import {semanticEqual} from '../../machinery/semantic-equal.js'
import {daemonPodSpec} from './daemon-pod-spec.js'
import {type Holding, holdingsOf, revisionOf} from './holding.js'
import {type Node, shouldRun} from './nodes.js'
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

/** The pods of one node that are neither finished nor about to go, by their template. */
interface OnNode {
  readonly node: number
  readonly newest: Pod | undefined
  readonly old: Pod | undefined
  /** How many there are, those about to go included. */
  readonly size: number
}

/** Keeps one pod on each node that its template is for, and replaces them node by node (pkg/controller/daemon). */
export class DaemonSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  private revision: Template

  constructor(
    private readonly world: World,
    readonly workload: WorkloadRecord,
    private readonly identity: OwnerIdentity,
    private readonly nodes: () => readonly Node[],
  ) {
    this.pods = new Pods(workload.tally)
    this.revision = this.spec.template
  }

  private get spec(): StoredSpec {
    return this.workload.object['spec'] as unknown as StoredSpec
  }

  /** How many pods it should have. */
  get wanted(): number {
    return this.eligible().length
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
    if (template !== this.revision && !semanticEqual(template, this.revision)) this.revision = template
    if (!this.manage()) return false
    return updateStrategy.type !== 'RollingUpdate' || this.roll()
  }

  private eligible(): number[] {
    return this.nodes().flatMap((node, i) => shouldRun(this.spec.template.spec, node) ? [i] : [])
  }

  /** One pod on each node (`manage`): on others none. */
  private manage(): boolean {
    const eligible = new Set(this.eligible())
    for (const pod of [...this.pods.all]) if (!eligible.has(pod.slot) || isFinished(pod)) this.world.deletePod(this, pod)
    const {surge} = this.limits()
    const missing = this.onNodes().filter(({size, newest, old}) => size === 0 || (surge > 0 && newest === undefined && old === undefined))
    return this.createPods(missing.map(({node}) => node))
  }

  private limits(): {readonly surge: number, readonly unavailable: number} {
    const {type, rollingUpdate = {}} = this.spec.updateStrategy
    return type === 'RollingUpdate' ? daemonSetLimits(rollingUpdate, this.wanted) : {surge: 0, unavailable: 0}
  }

  private onNodes(): OnNode[] {
    const pods = [...this.pods.all]
    return this.eligible().map((node) => {
      const here = pods.filter(({slot}) => slot === node)
      const running = here.filter(isActive)
      return {
        node, size: here.length,
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
    const onNodes = this.onNodes()
    const candidates = onNodes.flatMap(({old, newest}) => old !== undefined && newest === undefined ? [old] : [])
    const [ready, broken] = [candidates.filter(({state}) => state === 'ready'), candidates.filter(({state}) => state !== 'ready')]
    const missing = onNodes.length - onNodes.filter(({old, newest}) => (old ?? newest)?.state === 'ready').length
    for (const pod of [...broken, ...ready.slice(0, Math.max(most - missing, 0))]) this.world.deletePod(this, pod)
    return true
  }

  /** Makes new pods beside old ones, which go once their successor is ready. */
  private surge(most: number): boolean {
    const onNodes = this.onNodes()
    for (const {newest, old} of onNodes) if (newest?.state === 'ready' && old !== undefined) this.world.deletePod(this, old)
    const alone = onNodes.filter(({newest, old}) => old !== undefined && newest === undefined)
    const surging = onNodes.filter(({newest, old}) => old !== undefined && newest !== undefined && newest.state !== 'ready').length
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

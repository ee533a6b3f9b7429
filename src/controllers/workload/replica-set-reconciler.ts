import type {JsonObject} from '../../machinery/decode/encode.js'
import {type Holding, holdingsOf} from './holding.js'
import type {OwnerIdentity, PodOwner, Reconciler, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import {Pods} from './pod.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'
import type {World} from './world.js'

/** The identity and spec of a ReplicaSet. */
export interface ReplicaSetSpec {
  readonly identity: OwnerIdentity
  /** Its name as users see it. */
  readonly shownName: string
  /** Its key in the cluster. */
  readonly storedAs: string
  readonly template: Template
  readonly replicas: number
  readonly workload: WorkloadRecord
  /** The Deployment that it belongs to. */
  readonly parent?: Reconciler
}

/** Keeps as many pods as a ReplicaSet or ReplicationController asks for (pkg/controller/replicaset). */
export class ReplicaSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  readonly workload: WorkloadRecord
  readonly parent?: Reconciler
  replicas: number
  template: Template
  /** The pod created from the template: always the same object. */
  private pod: JsonObject | undefined
  /** The version of the world at the last rejection: until the version changes, identical pods are rejected as well. */
  private rejectedAt = -1

  constructor(private readonly world: World, readonly spec: ReplicaSetSpec) {
    this.workload = spec.workload
    if (spec.parent !== undefined) this.parent = spec.parent
    this.replicas = spec.replicas
    this.template = spec.template
    this.pods = new Pods(spec.workload.tally)
  }

  /** The number of available pods (status.availableReplicas). */
  get available(): number {
    return this.pods.count('ready')
  }

  get wanted(): number {
    return this.replicas
  }

  get isComplete(): boolean {
    return this.available === this.replicas && this.pods.active === this.replicas
  }

  get holdings(): readonly Holding[] {
    return holdingsOf(this.pods.all)
  }

  /** Applies a user's change of the ReplicaSet: only new pods use the new template. */
  changed(): void {
    const {template, replicas} = this.workload.object['spec'] as unknown as Pick<ReplicaSetSpec, 'template' | 'replicas'>
    this.template = template
    this.pod = undefined
    this.rejectedAt = -1
    this.scale(replicas)
  }

  scale(replicas: number): void {
    if (replicas === this.replicas) return
    this.replicas = replicas
    this.rejectedAt = -1
    this.world.wake(this)
    this.world.wake(this.parent)
  }

  /** Adopts existing pods. */
  hold({pods}: Holding): void {
    for (const pod of pods) this.world.take(this, pod, this.template)
  }

  sync(): boolean {
    const missing = this.replicas - this.pods.active
    if (missing < 0) for (const [pod, count] of this.pods.surplus(-missing)) this.world.deletePods(this, pod, count)
    const before = this.pods.size
    const isComplete = missing <= 0 || this.createPods(missing)
    if (this.pods.size !== before) this.world.wake(this.parent)
    return isComplete
  }

  /** Creates identical pods. Their batches (slowStartBatch) make no difference. */
  private createPods(count: number): boolean {
    const {world, template, spec: {identity, shownName}} = this
    if (this.rejectedAt === world.version.in(identity.namespace)) return false
    this.pod ??= podFromTemplate(template, identity)
    const rejected = world.createPods(this, {object: this.pod, namespace: identity.namespace}, {revision: template, slot: 0}, count)
    if (rejected === undefined) return true
    this.rejectedAt = world.version.in(identity.namespace)
    this.workload.fail({kind: identity.kind, name: shownName, reason: 'FailedCreate', message: `Error creating: ${rejected.status.message}`})
    return false
  }
}

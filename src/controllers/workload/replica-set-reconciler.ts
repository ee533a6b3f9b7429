import type {JsonObject} from '../../machinery/decode/encode.js'
import {type Revision, revisionsOf} from './revision.js'
import type {OwnerIdentity, PodOwner, Reconciler, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import {Pods} from './pod.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'
import type {ControlLoop} from './control-loop.js'

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

/** Keeps the number of pods that a ReplicaSet or ReplicationController specifies (pkg/controller/replicaset). */
export class ReplicaSetReconciler implements PodOwner, WorkloadController {
  readonly pods: Pods
  readonly workload: WorkloadRecord
  readonly parent?: Reconciler
  replicas: number
  template: Template
  /** The pod created from the template: always the same object. */
  private pod: JsonObject | undefined
  /** The version of the cluster at the last rejection: until the version changes, identical pods are rejected as well. */
  private rejectedAt = -1

  constructor(private readonly loop: ControlLoop, readonly spec: ReplicaSetSpec) {
    this.workload = spec.workload
    if (spec.parent !== undefined) this.parent = spec.parent
    this.replicas = spec.replicas
    this.template = spec.template
    this.pods = new Pods(spec.workload.counts)
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

  get revisions(): readonly Revision[] {
    return revisionsOf(this.pods.all)
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
    this.loop.enqueue(this)
    this.loop.enqueue(this.parent)
  }

  /** Adopts existing pods. */
  adopt({pods}: Revision): void {
    for (const pod of pods) this.loop.pods.addExistingPods(this, pod, this.template)
  }

  sync(): boolean {
    const missing = this.replicas - this.pods.active
    if (missing < 0) for (const [pod, count] of this.pods.surplus(-missing)) this.loop.pods.deletePods(this, pod, count)
    const before = this.pods.size
    const isComplete = missing <= 0 || this.createPods(missing)
    if (this.pods.size !== before) this.loop.enqueue(this.parent)
    return isComplete
  }

  /** Creates identical pods. Their batches (slowStartBatch) make no difference. */
  private createPods(count: number): boolean {
    const {loop, template, spec: {identity, shownName}} = this
    if (this.rejectedAt === loop.version.in(identity.namespace)) return false
    this.pod ??= podFromTemplate(template, identity)
    const rejected = loop.pods.createPods(this, {object: this.pod, namespace: identity.namespace}, {revision: template, slot: 0}, count)
    if (rejected === undefined) return true
    this.rejectedAt = loop.version.in(identity.namespace)
    this.workload.recordFailure({kind: identity.kind, name: shownName, reason: 'FailedCreate', message: `Error creating: ${rejected.status.message}`})
    return false
  }
}

import type {JsonObject} from '../../machinery/encode.js'
import {type Holding, holdingsOf} from './holding.js'
import type {OwnerIdentity, PodOwner, Reconciler, WorkloadController} from './owner.js'
import {podFromTemplate} from './pod-from-template.js'
import type {Template} from './template.js'
import {Pods} from './pod.js'
import type {WorkloadRecord} from './workload-record.js'
import type {World} from './world.js'

/** What a ReplicaSet is made for. */
export interface ReplicaSetSpec {
  readonly identity: OwnerIdentity
  /** Its name as users see it. */
  readonly shownName: string
  /** By what name the cluster knows it. */
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
  /** The pod that is made of the template, each time the same object. */
  private pod: JsonObject | undefined
  /** When the last pod was refused: nothing that has changed since may let pass another one like it. */
  private refusedAt = -1

  constructor(private readonly world: World, readonly spec: ReplicaSetSpec) {
    this.workload = spec.workload
    if (spec.parent !== undefined) this.parent = spec.parent
    this.replicas = spec.replicas
    this.template = spec.template
    this.pods = new Pods(spec.workload.tally)
  }

  /** How many pods can be counted on (status.availableReplicas). */
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

  /** Follows a user who has changed the ReplicaSet that they wrote: only new pods are of the new template. */
  changed(): void {
    const {template, replicas} = this.workload.object['spec'] as unknown as Pick<ReplicaSetSpec, 'template' | 'replicas'>
    this.template = template
    this.pod = undefined
    this.refusedAt = -1
    this.scale(replicas)
  }

  scale(replicas: number): void {
    if (replicas === this.replicas) return
    this.replicas = replicas
    this.refusedAt = -1
    this.world.wake(this)
    this.world.wake(this.parent)
  }

  /** Takes pods for its own that have been there for long. */
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

  /** Makes so many pods, all of them alike: in which batches they are made (slowStartBatch) changes nothing. */
  private createPods(count: number): boolean {
    const {world, template, spec: {identity, shownName}} = this
    if (this.refusedAt === world.version) return false
    this.pod ??= podFromTemplate(template, identity)
    const refused = world.createPods(this, {object: this.pod, namespace: identity.namespace}, {revision: template, slot: 0}, count)
    if (refused === undefined) return true
    this.refusedAt = world.version
    this.workload.fail({kind: identity.kind, name: shownName, reason: 'FailedCreate', message: `Error creating: ${refused.status.message}`})
    return false
  }
}

import type {JsonObject} from '../../machinery/encode.js'
import {CronJobReconciler} from './cron-job-reconciler.js'
import {DaemonSetReconciler} from './daemon-set-reconciler.js'
import {DeploymentReconciler} from './deployment-reconciler.js'
import {JobReconciler, podsAtOnce, type StoredJobSpec} from './job-reconciler.js'
import type {Node} from './nodes.js'
import type {OwnerIdentity, Reconciler} from './owner.js'
import type {Template} from './pod-from-template.js'
import {ReplicaSetReconciler} from './replica-set-reconciler.js'
import {StatefulSetReconciler} from './stateful-set-reconciler.js'
import type {WorkloadRecord} from './workload-record.js'
import type {World} from './world.js'

/** A workload with the controller that looks after it. */
export interface ControlledWorkload {
  readonly record: WorkloadRecord
  readonly identity: OwnerIdentity
  readonly reconciler: Reconciler
  /** How many pods it asks for at once. */
  wanted(): number
  /** True when it has all that it asks for, and nothing else. */
  isComplete(): boolean
  /** Hears that the object is another one now; most read it anew each time. */
  changed?(): void
  /** Has a CronJob run once more. */
  trigger?(): void
}

type Make = (world: World, record: WorkloadRecord, identity: OwnerIdentity, nodes: () => readonly Node[]) => Omit<ControlledWorkload, 'record' | 'identity'>

interface ReplicaSpec {
  readonly replicas: number
  readonly template: Template
}

const specOf = ({object}: WorkloadRecord): ReplicaSpec & StoredJobSpec => object['spec'] as unknown as ReplicaSpec & StoredJobSpec

const replicasOf = (record: WorkloadRecord) => (): number => specOf(record).replicas

const makeReplicaSet: Make = (world, workload, identity) => {
  const {template, replicas} = specOf(workload)
  const replicaSet = new ReplicaSetReconciler(world, {identity, shownName: identity.name, storedAs: identity.name, template, replicas, workload})
  return {
    reconciler: replicaSet, wanted: replicasOf(workload),
    changed: () => {
      const next = specOf(workload)
      replicaSet.template = next.template
      replicaSet.scale(next.replicas)
    },
    isComplete: () => replicaSet.available === replicaSet.replicas && replicaSet.pods.active === replicaSet.replicas,
  }
}

const makers: Readonly<Record<string, Make>> = {
  'apps/v1/Deployment': (world, record, identity) => {
    const reconciler = new DeploymentReconciler(world, record, identity)
    return {reconciler, wanted: () => reconciler.wanted, isComplete: () => reconciler.isComplete}
  },
  'apps/v1/ReplicaSet': makeReplicaSet,
  'v1/ReplicationController': makeReplicaSet,
  'apps/v1/StatefulSet': (world, record, identity) => {
    const reconciler = new StatefulSetReconciler(world, record, identity)
    return {reconciler, wanted: replicasOf(record), isComplete: () => reconciler.isComplete}
  },
  'apps/v1/DaemonSet': (world, record, identity, nodes) => {
    const reconciler = new DaemonSetReconciler(world, record, identity, nodes)
    return {reconciler, wanted: () => reconciler.wanted, isComplete: () => reconciler.isComplete}
  },
  'batch/v1/Job': (world, record, identity) => {
    const reconciler = new JobReconciler(world, record, identity, identity.name, () => specOf(record))
    const wanted = (): number => podsAtOnce(specOf(record))
    return {reconciler, wanted, isComplete: () => isRunning(reconciler, wanted())}
  },
  'batch/v1/CronJob': (world, record, identity) => {
    const reconciler = new CronJobReconciler(world, record, identity)
    return {
      reconciler, wanted: () => reconciler.wanted,
      isComplete: () => reconciler.wanted === 0 || reconciler.latest?.ending === 'Complete',
      trigger: () => reconciler.trigger(),
    }
  },
}

const isRunning = (job: JobReconciler, wanted: number): boolean => job.ending === 'Complete' || (job.ending === undefined && job.pods.active === wanted)

/** The controller of a workload, undefined for an object that no controller makes pods of. */
export function controllerOf(world: World, record: WorkloadRecord, nodes: () => readonly Node[]): ControlledWorkload | undefined {
  const {apiVersion, kind, metadata} = record.object as {readonly apiVersion: string, readonly kind: string, readonly metadata: JsonObject}
  const make = new Map(Object.entries(makers)).get(`${apiVersion}/${kind}`)
  if (make === undefined) return undefined
  const {name, namespace = 'default', uid} = metadata as {readonly name: string, readonly namespace?: string, readonly uid?: string}
  const identity: OwnerIdentity = {apiVersion, kind, namespace, name, ...uid !== undefined && {uid}}
  return {record, identity, ...make(world, record, identity, nodes)}
}

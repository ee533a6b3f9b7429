import type {KubeObject} from '../../kinds/kind.js'
import {CronJobReconciler} from './cron-job-reconciler.js'
import {DaemonSetReconciler} from './daemon-set-reconciler.js'
import {DeploymentReconciler} from './deployment-reconciler.js'
import {JobReconciler, type StoredJobSpec} from './job-reconciler.js'
import type {Node} from './nodes.js'
import type {OwnerIdentity, WorkloadController} from './owner.js'
import {ReplicaSetReconciler} from './replica-set-reconciler.js'
import {StatefulSetReconciler} from './stateful-set-reconciler.js'
import type {Template} from './template.js'
import type {WorkloadRecord} from './workload-record.js'
import type {ControlLoop} from './control-loop.js'

/** A workload with its controller. */
export interface ControlledWorkload {
  readonly record: WorkloadRecord
  readonly identity: OwnerIdentity
  readonly controller: WorkloadController
}

type Make = (loop: ControlLoop, record: WorkloadRecord, identity: OwnerIdentity, nodes: () => readonly Node[]) => WorkloadController

interface ReplicaSpec {
  readonly replicas: number
  readonly template: Template
}

const makeReplicaSet: Make = (loop, workload, identity) => {
  const {replicas, template} = workload.object['spec'] as unknown as ReplicaSpec
  return new ReplicaSetReconciler(loop, {replicas, template, identity, shownName: identity.name, storedAs: identity.name, workload})
}

/** The controllers, by the apiVersion and kind of their workloads. */
const makers: ReadonlyMap<string, Make> = new Map<string, Make>([
  ['apps/v1/Deployment', (loop, record, identity) => new DeploymentReconciler(loop, record, identity)],
  ['apps/v1/ReplicaSet', makeReplicaSet],
  ['v1/ReplicationController', makeReplicaSet],
  ['apps/v1/StatefulSet', (loop, record, identity) => new StatefulSetReconciler(loop, record, identity)],
  ['apps/v1/DaemonSet', (loop, record, identity, nodes) => new DaemonSetReconciler(loop, record, identity, nodes())],
  ['batch/v1/Job', (loop, record, identity) =>
    new JobReconciler(loop, record, {identity, shownName: identity.name, spec: () => record.object['spec'] as unknown as StoredJobSpec})],
  ['batch/v1/CronJob', (loop, record, identity) => new CronJobReconciler(loop, record, identity)],
])

/** True for kinds whose controller creates pods. */
export const isWorkload = ({apiVersion, kind}: Readonly<Record<string, unknown>>): boolean => makers.has(`${String(apiVersion)}/${String(kind)}`)

/** The controller of a workload; undefined for other objects. */
export function controllerOf(loop: ControlLoop, record: WorkloadRecord, nodes: () => readonly Node[]): ControlledWorkload | undefined {
  const {apiVersion, kind, metadata} = record.object as unknown as KubeObject
  const make = makers.get(`${apiVersion}/${kind}`)
  if (make === undefined) return undefined
  const {name = '', namespace = 'default', uid} = metadata
  const identity: OwnerIdentity = {apiVersion, kind, namespace, name, ...uid !== undefined && {uid}}
  return {record, identity, controller: make(loop, record, identity, nodes)}
}

import {Cluster} from '../../src/cluster/cluster.js'
import type {ClusterOptions} from '../../src/cluster/options.js'
import type {Request, Review} from '../../src/cluster/review.js'

type Body = Record<string, unknown>

/** The options in which the recorded clusters differ: they are plain values. */
export type RecordedOptions = Pick<ClusterOptions, 'allowPrivileged' | 'controllers' | 'explains' | 'kubernetesVersion'>

/** A recorded request. */
export interface VectorRequest {
  readonly verb: 'create' | 'update' | 'put' | 'delete' | 'bind' | 'status' | 'get'
  readonly object: Body
  readonly user?: string
  readonly groups?: readonly string[]
  readonly uid?: string
  readonly subresource?: string
  readonly dryRun?: boolean
  readonly fieldValidation?: Request['fieldValidation']
  /** The namespace of the URL, by default that of the vectors. */
  readonly namespace?: string
}

const clusterObjects: readonly Body[] = [
  {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'high'}, value: 1000},
  {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: {name: 'low'}, value: 10},
  {apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: {name: 'gold'}, provisioner: 'example.com/x', allowVolumeExpansion: true},
  {apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: {name: 'silver'}, provisioner: 'example.com/x'},
  {apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'rq-class'}, spec: {extendedResourceName: 'rq.example.com/dev'}},
  {apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'rq-plain'}, spec: {}},
]

/** Node ports that other services had on the recorded server. */
const elsewhere: Body = {
  apiVersion: 'v1', kind: 'Service', metadata: {name: 'other', namespace: 'elsewhere'},
  spec: {type: 'NodePort', ports: [{name: 'a', port: 80, nodePort: 31_011}, {name: 'b', port: 81, nodePort: 31_021}]},
}

/** The plugins that are on by default and were off on the recorded server. */
export const disabledPlugins: readonly string[] = ['ServiceAccount', 'TaintNodesByCondition']

/** The clusters of the recordings without the objects of any case, by their options. */
const clusters = new Map<string, Cluster>()

/** Returns a new cluster like the one of the recordings. */
export function vectorCluster(options: RecordedOptions = {}): Cluster {
  const key = JSON.stringify(options)
  const cluster = clusters.get(key) ?? withClusterObjects(new Cluster({disableAdmissionPlugins: disabledPlugins, ...options}))
  clusters.set(key, cluster)
  return cluster.fork()
}

/** Adds the objects of the recorded cluster. */
export function withClusterObjects(cluster: Cluster): Cluster {
  for (const object of [...clusterObjects, elsewhere]) cluster.handle({operation: 'CREATE', object})
  return cluster
}

/** Sends a request of a vector to a cluster, in the namespace that the vectors call NS. */
export function send(cluster: Cluster, request: VectorRequest): Review {
  const {verb, object, user, groups, uid, subresource, dryRun, fieldValidation, namespace = 'ns'} = request
  const options = {
    namespace, ...user !== undefined && {user}, ...groups && {groups}, ...uid !== undefined && {uid}, ...dryRun !== undefined && {dryRun},
    ...fieldValidation && {fieldValidation},
  }
  if (verb === 'bind') return cluster.handle({...options, operation: 'UPDATE', subresource: 'status', object: bound(cluster, object)})
  if (verb === 'status') return cluster.handle({...options, operation: 'UPDATE', subresource: 'status', object: withStatus(cluster, object)})
  const operation = verb === 'put' ? 'UPDATE' : verb.toUpperCase() as Request['operation']
  return cluster.handle({...options, operation, object, ...subresource !== undefined && {subresource}})
}

function storedObject(cluster: Cluster, object: Body): Body {
  const {name} = object['metadata'] as {name: string}
  return (cluster.get({apiVersion: String(object['apiVersion']), kind: String(object['kind']), namespace: 'ns', name}) ?? object)
}

function bound(cluster: Cluster, object: Body): Body {
  const stored = storedObject(cluster, object)
  const {resources} = stored['spec'] as {resources: {requests: unknown}}
  return {...stored, status: {phase: 'Bound', capacity: resources.requests}}
}

function withStatus(cluster: Cluster, object: Body): Body {
  const stored = storedObject(cluster, object)
  return {...stored, status: {...stored['status'] as Body, ...object['status'] as Body}}
}

import {stoppedClock} from '../admission/clock.js'
import {Cluster} from '../cluster/cluster.js'
import type {ClusterObservers, ClusterOptions} from '../cluster/options.js'
import {AdjustableClock} from './event-order.js'
import {type ClusterContents, type InstallOptions, installPolicies, namesNamespaces, type PolicyReport} from './policies.js'

/** The cluster before objects are sent. */
export interface InitialCluster {
  readonly cluster: Cluster
  /** The clock of the cluster. */
  readonly clock: AdjustableClock
  readonly installed: PolicyReport
  /** The namespace of objects without one; undefined if all objects name theirs, so that the cluster is the same for each. */
  readonly namespace: string | undefined
}

/** Creates a cluster, and installs policies and existing objects. */
export function createInitialCluster(contents: ClusterContents, options: ClusterOptions & InstallOptions): InitialCluster {
  const clock = new AdjustableClock(options.clock ?? stoppedClock)
  const cluster = new Cluster({...options, clock})
  const installed = installPolicies(cluster, contents, options)
  return {cluster, clock, installed, namespace: namesNamespaces(contents) ? undefined : options.namespace}
}

/** Returns a copy with its own observers; later changes to one cluster do not affect the other. Both have the same clock. */
export const copyOf = (initial: InitialCluster, observers: ClusterObservers): InitialCluster => ({...initial, cluster: initial.cluster.fork(observers)})

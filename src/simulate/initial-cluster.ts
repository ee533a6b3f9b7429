import {stoppedClock} from '../admission/clock.js'
import {Cluster} from '../cluster/cluster.js'
import type {ClusterOptions} from '../cluster/options.js'
import {AdjustableClock} from './event-order.js'
import {type ClusterContents, type InstallOptions, installPolicies, type PolicyReport} from './policies.js'

/** The cluster before objects are sent. */
export interface InitialCluster {
  readonly cluster: Cluster
  /** The clock of the cluster. */
  readonly clock: AdjustableClock
  readonly installed: PolicyReport
}

/** Creates a cluster, and installs policies and existing objects. */
export function createInitialCluster(contents: ClusterContents, options: ClusterOptions & InstallOptions): InitialCluster {
  const clock = new AdjustableClock(options.clock ?? stoppedClock)
  const cluster = new Cluster({...options, clock})
  return {cluster, clock, installed: installPolicies(cluster, contents, options)}
}

/** Returns a copy; later changes to one cluster do not affect the other. Both have the same clock. */
export const copyOf = (initial: InitialCluster): InitialCluster => ({...initial, cluster: initial.cluster.fork()})

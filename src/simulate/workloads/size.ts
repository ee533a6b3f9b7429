import type {Node} from '../../controllers/workload/nodes.js'
import type {JsonObject} from '../../machinery/encode.js'
import {fieldOf} from './edit.js'
import {runOf} from './job.js'

/** More pods than that of one workload are not played: a cluster has no more nodes, and a namespace is not made for as many. */
export const mostPodsOfWorkload = 5000

/** More pods than that are not played in all: no cluster is made for more (kubernetes.io/docs/setup/best-practices/cluster-large). */
export const mostPodsOfCluster = 150_000

/** How many pods a workload asks for at once. */
export function podsAsked(object: JsonObject, nodes: readonly Node[]): number {
  switch (object['kind']) {
    case 'DaemonSet': return nodes.length
    case 'Job': case 'CronJob': return runOf(object).atOnce
    default: return Number(fieldOf(object, ['spec', 'replicas']) ?? 1)
  }
}

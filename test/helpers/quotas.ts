import type {Cluster} from '../../src/cluster/cluster.js'
import {type Amounts, app, type Body, type Manifest, pod, type PodManifest, quota} from './builders.js'
import {allowed, at, TestCluster} from './test-cluster.js'

/** A quota of this name. */
export const quotaNamed = (name: string, hard: Amounts, spec: Body = {}): Manifest => quota(hard, spec).marked({name})

/** A pod whose only container has these requests. */
export const requesting = (requests: Amounts, name = 'p'): PodManifest => pod(name).with(app({requests}))

/** Sets the usage of a stored quota, as a controller would. */
export function recordUsage(cluster: TestCluster, body: Manifest, used: Amounts, hard = at(body, 'spec.hard') as Amounts): void {
  allowed(cluster.update(body.having({status: {hard, used}}), {subresource: 'status'}))
}

/** A cluster with a quota of this usage, without objects. */
export function usedUpTo(used: Amounts, body: Manifest, ...objects: Body[]): TestCluster {
  const cluster = new TestCluster()
  for (const object of [...objects, body]) allowed(cluster.create(object))
  recordUsage(cluster, body, used)
  return cluster
}

/** Usage of a quota; undefined if it does not exist. */
export const usedOf = (cluster: TestCluster, name = 'q'): unknown => at(cluster.stored(quotaNamed(name, {})), 'status.used')

/** Usage of a namespace for the keys of a quota, as its cluster counts it. */
export const usedIn = (cluster: Cluster, namespace: string, name = 'q'): unknown =>
  at(cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace, name}), 'status.used')

/** The denial of a request that exceeds a quota; `what` is `pods "p"`. */
export const exceeded = (name: string, requested: string, used: string, limited: string, what = 'pods "p"'): string =>
  `403 ${what} is forbidden: exceeded quota: ${name}, requested: ${requested}, used: ${used}, limited: ${limited}`

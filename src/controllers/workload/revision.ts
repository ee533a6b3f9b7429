import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {countOf, type Pod} from './pod.js'
import type {Template} from './template.js'

/** Existing pods, without their workload. */
export type ExistingPod = Pick<Pod, 'namespace' | 'storedAs' | 'prefix' | 'slot' | 'graceSeconds' | 'state' | 'count' | 'request'>

/** Pods of a workload that were created from one template, by a ReplicaSet of a Deployment or by the workload itself. */
export interface Revision {
  readonly template: Template
  /** The number of desired pods; used only for ReplicaSets. */
  readonly replicas: number
  /** The name of the ReplicaSet as users see it. */
  readonly shownName: string
  /** The key of the ReplicaSet in the cluster. */
  readonly storedAs: string
  readonly pods: readonly ExistingPod[]
}

/** Groups the pods of a workload that creates its pods itself, by template, in the order of the first pods. */
export function revisionsOf(pods: Iterable<Pod>): Revision[] {
  const byRevision = new Map<object, Pod[]>()
  for (const pod of pods) {
    const others = byRevision.get(pod.revision)
    if (others === undefined) byRevision.set(pod.revision, [pod])
    else others.push(pod)
  }
  return [...byRevision].map(([template, group]) => ({template, replicas: countOf(group), shownName: '', storedAs: '', pods: group.map((pod) => ({...pod}))}))
}

/** The revision of pods created from an equal template, else the template itself. A return to an earlier template thus ends a rollout. */
export const revisionAmong = (pods: Iterable<Pick<Pod, 'revision'>>, template: Template): Template =>
  [...new Set([...pods].map(({revision}) => revision as Template))].find((revision) => semanticEqual(revision, template)) ?? template

/** Returns the template of existing pods, or `template` itself if both are equal. */
export const revisionOf = (existing: Template, template: Template): Template => semanticEqual(existing, template) ? template : existing

import {semanticEqual} from '../../machinery/semantic-equal.js'
import {countOf, type Pod} from './pod.js'
import type {Template} from './template.js'

/** Pods that exist, without the workload that they belong to. */
export type HeldPod = Pick<Pod, 'namespace' | 'storedAs' | 'slot' | 'graceSeconds' | 'state' | 'count'>

/** Pods of a workload that were made from one template: by a ReplicaSet of a Deployment, or by the workload itself. */
export interface Holding {
  readonly template: Template
  /** How many pods are asked for; of no account but for a ReplicaSet. */
  readonly replicas: number
  /** The name of the ReplicaSet as users see it. */
  readonly shownName: string
  /** The name of the ReplicaSet by which the cluster knows it. */
  readonly storedAs: string
  readonly pods: readonly HeldPod[]
}

/** What a workload that makes its pods itself holds, by template, in the order of the first pods. */
export function holdingsOf(pods: Iterable<Pod>): Holding[] {
  const byRevision = new Map<object, Pod[]>()
  for (const pod of pods) {
    const others = byRevision.get(pod.revision)
    if (others === undefined) byRevision.set(pod.revision, [pod])
    else others.push(pod)
  }
  return [...byRevision].map(([template, held]) => ({template, replicas: countOf(held), shownName: '', storedAs: '', pods: held.map((pod) => ({...pod}))}))
}

/** The revision of the pods that were made from such a template, the template itself when none was: so that going back to it ends a rollout. */
export const revisionAmong = (pods: Iterable<Pick<Pod, 'revision'>>, template: Template): Template =>
  [...new Set([...pods].map(({revision}) => revision as Template))].find((revision) => semanticEqual(revision, template)) ?? template

/** The template itself, when one that is held says the same. */
export const revisionOf = (held: Template, template: Template): Template => semanticEqual(held, template) ? template : held

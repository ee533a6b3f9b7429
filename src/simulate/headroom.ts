import {stoppedClock} from '../admission/clock.js'
import {Evaluators, type Headroom, headroom} from '../admission/plugins/resource-quota/index.js'
import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import type {KubeObject} from '../kinds/kind.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import {resourceNames} from '../machinery/quantity/resource-list.js'
import type {ManifestReview} from './manifest-review.js'
import type {Simulation} from './simulate.js'

/** The number of pods like the named one that still fit into a quota. */
export interface PodHeadroom extends Headroom {
  /** The name of the pod. */
  readonly like: string
}

/** The pods that a run admitted, with their usage. */
export interface MeasuredPods {
  readonly evaluator: ReturnType<Evaluators['of']>
  /** `usage` is a text, the same for equal amounts. */
  readonly pods: readonly {readonly pod: KubeObject, readonly usage: string}[]
}

/** Measures the pods that a run admitted, once for all quotas. */
export function measuredPods({reviews, cluster}: Pick<Simulation, 'reviews' | 'cluster'>): MeasuredPods {
  const evaluator = new Evaluators(cluster, stoppedClock).of({group: '', name: 'pods'})
  const pods = reviews.filter((review) => review.object?.['kind'] === 'Pod').flatMap((review) => {
    const pod = decoded(review)
    if (evaluator === undefined || pod === undefined) return []
    const usage = evaluator.usage(pod)
    return [{pod, usage: resourceNames(usage).map((name) => `${name}=${usage[name]}`).join(',')}]
  })
  return {evaluator, pods}
}

/** Maximum number of different pods whose headroom is shown for a quota. */
export const maxHeadrooms = 100

/** The headroom of a quota in pods that the run admitted, and whether there are more than are shown. */
export interface PodHeadrooms {
  readonly shown: readonly PodHeadroom[]
  readonly hasMore: boolean
}

/** The headroom of a quota in pods that the run admitted; of identical pods only the first is used. */
export function podHeadrooms(quota: ResourceQuota, {evaluator, pods}: MeasuredPods): PodHeadrooms {
  const seen = new Set<string>()
  const shown: PodHeadroom[] = []
  for (const {pod, usage} of pods) {
    if (evaluator === undefined || pod.metadata.namespace !== quota.metadata.namespace || seen.has(usage)) continue
    const room = headroom(quota, pod, evaluator)
    if (room === undefined) continue
    if (shown.length === maxHeadrooms) return {shown, hasMore: true}
    seen.add(usage)
    shown.push({...room, like: pod.metadata.name ?? ''})
  }
  return {shown, hasMore: false}
}

function decoded({object}: ManifestReview): KubeObject | undefined {
  const info = object && identify(object)
  return info === undefined || 'code' in info ? undefined : decodeObject(info, object ?? {}).object
}

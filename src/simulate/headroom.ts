import {stoppedClock} from '../admission/clock.js'
import {Evaluators, type Headroom, headroom} from '../admission/plugins/resource-quota/index.js'
import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import type {ResourceQuota} from '../kinds/resource-quota/types.js'
import {resourceNames} from '../machinery/quantity/resource-list.js'
import type {ManifestReview} from './manifest-review.js'
import type {Simulation} from './simulate.js'

/** The number of pods like the named one that still fit into a quota. */
export interface PodHeadroom extends Headroom {
  /** The name of the pod. */
  readonly like: string
}

/** The headroom of a quota in pods that the run admitted; of identical pods only the first is used. */
export function podHeadroom(quota: ResourceQuota, {reviews, cluster}: Pick<Simulation, 'reviews' | 'cluster'>): PodHeadroom[] {
  const evaluator = new Evaluators(cluster, stoppedClock).of({group: '', name: 'pods'})
  const seen = new Set<string>()
  return reviews.filter((review) => review.object?.['kind'] === 'Pod').flatMap((review) => {
    const pod = decoded(review)
    if (evaluator === undefined || pod === undefined || pod.metadata.namespace !== quota.metadata.namespace) return []
    const usage = evaluator.usage(pod)
    const sort = resourceNames(usage).map((name) => `${name}=${usage[name]}`).join(',')
    const room = seen.has(sort) ? undefined : headroom(quota, pod, evaluator)
    if (room === undefined) return []
    seen.add(sort)
    return [{...room, like: pod.metadata.name ?? ''}]
  })
}

function decoded({object}: ManifestReview): ReturnType<typeof decodeObject>['object'] | undefined {
  const info = object && identify(object)
  return info === undefined || 'code' in info ? undefined : decodeObject(info, object ?? {}).object
}

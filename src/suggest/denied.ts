import {isObject, textOf} from '../machinery/go/json-value.js'
import {explain} from '../simulate/explain.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {Simulation} from '../simulate/simulate.js'
import {namespaceIn} from './baseline.js'
import {placeIn} from './facts.js'
import type {Denied, SuggestOptions} from './types.js'

/**
 * Lists the objects that are denied, and the workloads of which some pods are.
 *
 * @param only the namespace to check; by default all
 */
export function deniedNow(simulation: Simulation, {only, namespace}: Pick<SuggestOptions, 'only' | 'namespace'> = {}): Denied[] {
  const {reviews, workloads, policies: {manifests}} = simulation
  const isAsked = ({manifest}: ManifestReview): boolean => only === undefined || namespaceIn(manifest, namespace) === only
  const policyOf = (review: ManifestReview | undefined): Pick<Denied, 'policy'> => {
    const policy = review && explain(review, manifests).find((reason) => reason.policy !== undefined)?.policy
    return policy === undefined ? {} : {policy}
  }
  const denied = reviews.filter((review) => !review.allowed && isAsked(review))
  return [
    ...denied.map((review) => ({...objectOf(review), isPodOf: false, message: review.status.message, ...policyOf(review)})),
    ...workloads.filter(({review}) => isAsked(review)).flatMap(({review, owned, event}) =>
      event === undefined ? [] : [{...objectOf(review), isPodOf: true, message: event.message, ...policyOf(owned.find(({allowed}) => !allowed))}]),
  ]
}

function objectOf({manifest}: ManifestReview): Pick<Denied, 'kind' | 'name' | 'place'> {
  const {kind, metadata} = manifest.body
  return {kind: textOf(kind), name: isObject(metadata) ? textOf(metadata['name']) : '', place: placeIn(manifest, [])}
}

import type {ClusterOptions} from '../../cluster/options.js'
import {merge} from '../../machinery/collections/immutable.js'
import {injected} from '../injection.js'
import type {ManifestReview} from '../manifest-review.js'
import {isAutoscaler, nameOf, namespaceOf} from '../object-fields.js'
import {objectKey} from '../object-key.js'
import {ownedReviews} from './owned-reviews.js'
import type {WorkloadReport} from './types.js'

/** An admitted workload, with the answers to it and its controller. */
export interface WorkloadOutcome extends WorkloadReport {
  /** The answer to the workload itself. */
  readonly review: ManifestReview
  /** The answers to its controller. */
  readonly owned: readonly ManifestReview[]
}

/** Each workload with the last answer to its object. */
export function workloadOutcomes(reports: readonly WorkloadReport[], reviews: readonly ManifestReview[], options: Partial<Pick<ClusterOptions, 'injector'>>): WorkloadOutcome[] {
  const byKey = new Map(reviews.flatMap((review) => review.object === undefined ? [] : [[objectKey(review.object), review]]))
  return reports.flatMap((report) => {
    const {apiVersion, kind, namespace, name, autoscaler} = report
    const review = byKey.get(objectKey({apiVersion, kind, metadata: {namespace, name}})) ?? reviewOfAutoscaler(reviews, namespace, autoscaler?.name)
    if (review === undefined) return []
    const owned = ownedReviews(report, review.manifest).map((made) => merge(made, {manifest: injected(made.manifest, options)}))
    return [merge(report, {review, owned})]
  })
}

/** The answer to a workload's autoscaler, if the workload itself was not sent. */
const reviewOfAutoscaler = (reviews: readonly ManifestReview[], namespace: string, name: string | undefined): ManifestReview | undefined =>
  reviews.find(({object = {}}) => isAutoscaler(object) && namespaceOf(object) === namespace && nameOf(object) === name)

/** Maximum number of incomplete workloads to name. */
const maxNamed = 3

/** Names the workloads that were not simulated to their end. */
export function incompleteWorkloads(workloads: readonly WorkloadReport[]): string[] {
  const incomplete = workloads.filter((workload) => workload.incomplete !== undefined)
  const more = incomplete.length - maxNamed
  return [
    ...incomplete.slice(0, maxNamed).map(({kind, namespace, name}) => `${kind} ${namespace}/${name} is not simulated to its end`),
    ...more > 0 ? [`nor are ${more} more workloads`] : [],
  ]
}

import type {ManifestReview} from './manifest-review.js'
import {objectKey} from './object-key.js'
import {isPolicyManifest, type PolicyReport} from './policies.js'

/** Adds the policies that were sent and admitted to those that were in force before. */
export function withSentPolicies(report: PolicyReport, reviews: readonly ManifestReview[]): PolicyReport {
  const sent = reviews.flatMap(({object, manifest}) => object !== undefined && isPolicyManifest(manifest) ? [{key: objectKey(object), object, manifest}] : [])
  return {
    ...report,
    manifests: new Map([...report.manifests, ...sent.map(({key, manifest}) => [key, manifest] as const)]),
    stored: new Map([...report.stored, ...sent.map(({key, object}) => [key, object] as const)]),
  }
}

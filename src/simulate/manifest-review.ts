import type {Review} from '../cluster/review.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import type {Instant} from '../machinery/go/instant.js'
import type {Manifest} from '../manifests/manifest.js'
import type {QuotaChange} from './quotas.js'

/** A review with its manifest. */
export interface ManifestReview extends Review {
  readonly manifest: Manifest
  /** The time at which an Event was sent; undefined for other objects, and if no Event has a time. */
  readonly sentAt?: Instant
  /** The workload whose controller sent the object. */
  readonly owner?: {readonly kind: string, readonly name: string}
  /** The number of identical objects with this answer; 1 by default. */
  readonly count?: number
  /** The object as stored before; undefined if there was none. */
  readonly before?: JsonObject
  /** The object that an update sent: the whole object, including fields kept from the stored one. */
  readonly sent?: JsonObject
  /** The endpoint that received it; undefined for the object itself. */
  readonly subresource?: string
  /** Set if an existing object was applied. */
  readonly applied?: true
  /** Set if kubectl sends nothing, because the stored object matches the manifest. */
  readonly isUnchanged?: true
  /** For an UPDATE or DELETE in a simulation that explains: the quotas whose usage it has changed. */
  readonly quotaChanges?: readonly QuotaChange[]
  /** A change that would have been admitted. */
  readonly hint?: string
}

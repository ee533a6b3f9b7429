import type {Review} from '../cluster/review.js'
import type {Instant} from '../machinery/instant.js'
import type {Manifest} from '../manifests/manifest.js'

/** A review with the manifest that was sent. */
export interface ManifestReview extends Review {
  readonly manifest: Manifest
  /** When an Event was sent; absent for other objects, and where no Event has a time. */
  readonly sentAt?: Instant
  /** The workload whose controller has sent the object. */
  readonly owner?: {readonly kind: string, readonly name: string}
  /** How many objects all alike got the same answer; absent for one. */
  readonly count?: number
}

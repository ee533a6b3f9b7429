import type {Review} from '../cluster/review.js'
import type {JsonObject} from '../machinery/encode.js'
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
  /** As it was stored before; absent where nothing was. */
  readonly before?: JsonObject
  /** What an update has sent: the whole object, with what was kept of the stored one. */
  readonly sent?: JsonObject
  /** The endpoint that it was sent to; absent for the object itself. */
  readonly subresource?: string
  /** Set for what was applied to an object that was there. */
  readonly applied?: true
  /** Set where kubectl has nothing to send, as the object is stored as the manifest has it. */
  readonly isUnchanged?: true
  /** What would have worked. */
  readonly hint?: string
}

import type {SidedPlace} from './policy-changes.js'
import type {Difference} from './types.js'

/** A difference before its cause is chosen. */
export interface Found {
  readonly difference: Difference
  readonly isNewlyDenied: boolean
  /** The places in policies that may be the cause, the most probable first. */
  readonly places: readonly SidedPlace[]
}

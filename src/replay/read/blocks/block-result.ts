import type {BlockCounts} from '../reading-tally.js'
import type {Packed} from './packed.js'

/** The records and counts of a block of lines, as plain values that can be sent to another thread. */
export interface BlockResult {
  readonly records: Packed
  /** The first line of the block is line 1. */
  readonly counts: BlockCounts
  /** True if there is a line, in the block or before it, that is not blank. */
  readonly isBegun: boolean
}

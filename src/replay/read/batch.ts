import type {HashSeed} from '../lookup/hash.js'
import type {Packed} from './blocks/packed.js'
import type {LineCounts} from './line-tally.js'

/** The next records of the logs. */
export interface Batch {
  /** The logs that begin with this batch. */
  readonly paths: readonly string[]
  /** The log of the records, up to one that names another. */
  readonly path: string
  /** Number of lines of this log before the line that the records and counts call line 1. */
  readonly line: number
  readonly records: Packed
  readonly counts: LineCounts
  /** Number of records that were moved into order of time when the extracts were written that end in this batch. */
  readonly reordered: number
}

/** Content of a batch: facts about each record for decisions, or `records` for whole records. */
export type BatchContent = WantedFacts | 'records'

/** The facts to determine about each record. */
export interface WantedFacts {
  /** The types of the limits, for the keys of the buckets. */
  readonly types: readonly string[]
  /** True for the server's response. */
  readonly observed: boolean
  /** True for the time as written in the log, and the name of the log. */
  readonly times: boolean
  /** The seed of the hashes of texts, the same in all threads. */
  readonly seed: HashSeed
}

import {type BinContent, Bins, type BinSummary, inPairs} from './bins.js'

/** The counts of a bin. */
export interface TimelineBin {
  requests: number
  refused: number
}

/** The distribution of requests over time. */
export type TimelineSummary = BinSummary<TimelineBin>

/** The maximum number of bins. */
const maxBins = 120

const counts: BinContent<TimelineBin> = {
  empty: () => ({requests: 0, refused: 0}),
  join: (a, b) => ({requests: a.requests + b.requests, refused: a.refused + b.refused}),
}

/** Counts requests over time. */
export class Timeline {
  private readonly bins = new Bins(maxBins, counts)

  /** Counts the next request, in order of time. */
  add(second: number, isRejected: boolean): void {
    const bin = this.bins.at(second)
    bin.requests++
    if (isRejected) bin.refused++
  }

  summary(): TimelineSummary {
    return this.bins.summary()
  }
}

/** Returns the same timeline with at most this number of bins. */
export function shorter(timeline: TimelineSummary, maximum: number): TimelineSummary {
  const {start, step, bins} = timeline
  return bins.length <= maximum ? timeline : shorter({start, step: 2 * step, bins: inPairs(bins, counts)}, maximum)
}

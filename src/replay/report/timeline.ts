/** The counts of a bin. */
export interface TimelineBin {
  requests: number
  refused: number
}

/** Consecutive bins of equal duration. */
export interface TimelineSummary {
  /** The start of the first bin in seconds since 1970; undefined if there were no requests. */
  readonly start: number | undefined
  /** The duration of a bin in seconds. */
  readonly step: number
  readonly bins: readonly TimelineBin[]
}

/** The maximum number of bins. */
const maxBins = 120

/** The distribution of requests over time. Bins are seconds at first, and are merged in pairs as the log gets longer. */
export class Timeline {
  private start: number | undefined
  private step = 1
  private bins: TimelineBin[] = []

  /** Counts the next request, in order of time. */
  add(second: number, isRejected: boolean): void {
    this.start ??= second
    let i = Math.floor((second - this.start) / this.step)
    while (i >= maxBins) {
      this.fold()
      i = Math.floor((second - this.start) / this.step)
    }
    while (this.bins.length <= i) this.bins.push({requests: 0, refused: 0})
    const bin = this.bins[i] as TimelineBin
    bin.requests++
    if (isRejected) bin.refused++
  }

  summary(): TimelineSummary {
    return {start: this.start, step: this.step, bins: this.bins}
  }

  private fold(): void {
    this.step *= 2
    this.bins = inPairs(this.bins)
  }
}

/** Returns the same timeline with at most this number of bins. */
export function shorter(timeline: TimelineSummary, maximum: number): TimelineSummary {
  const {start, step, bins} = timeline
  return bins.length <= maximum ? timeline : shorter({start, step: 2 * step, bins: inPairs(bins)}, maximum)
}

/** Merges bins in pairs. */
const inPairs = (bins: readonly TimelineBin[]): TimelineBin[] => Array.from({length: Math.ceil(bins.length / 2)}, (_, i) => join(bins[2 * i], bins[2 * i + 1]))

const join = (a: TimelineBin | undefined, b: TimelineBin | undefined): TimelineBin =>
  ({requests: (a?.requests ?? 0) + (b?.requests ?? 0), refused: (a?.refused ?? 0) + (b?.refused ?? 0)})

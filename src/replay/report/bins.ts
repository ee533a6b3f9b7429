/** Consecutive bins of equal duration. */
export interface BinSummary<B> {
  /** The start of the first bin in seconds since 1970; undefined if there were no requests. */
  readonly start: number | undefined
  /** The duration of a bin in seconds. */
  readonly step: number
  readonly bins: readonly B[]
}

/** The content of a bin. */
export interface BinContent<B> {
  readonly empty: () => B
  /** Returns the content of two consecutive bins as that of one. */
  readonly join: (a: B, b: B) => B
}

/** Consecutive bins over time. They are seconds at first, and are merged in pairs as the log gets longer. */
export class Bins<B> {
  private start: number | undefined
  private step = 1
  private bins: B[] = []

  /** @param maximum the maximum number of bins */
  constructor(private readonly maximum: number, private readonly content: BinContent<B>) {}

  /** Returns the bin of a time, in seconds since 1970. Times come in order. */
  at(second: number): B {
    this.start ??= second
    let i = Math.max(0, Math.floor((second - this.start) / this.step))
    while (i >= this.maximum) {
      this.step *= 2
      this.bins = inPairs(this.bins, this.content)
      i = Math.floor((second - this.start) / this.step)
    }
    while (this.bins.length <= i) this.bins.push(this.content.empty())
    return this.bins[i] as B
  }

  summary(): BinSummary<B> {
    return {start: this.start, step: this.step, bins: this.bins}
  }
}

/** Merges bins in pairs. */
export const inPairs = <B>(bins: readonly B[], {empty, join}: BinContent<B>): B[] =>
  Array.from({length: Math.ceil(bins.length / 2)}, (_, i) => join(bins[2 * i] ?? empty(), bins[2 * i + 1] ?? empty()))

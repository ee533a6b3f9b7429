import type {Instant} from '../../machinery/go/instant.js'
import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import type {DecidedLimit} from '../decide/engine.js'

/** The decisions of one limit in a bin. */
export interface LaneBin {
  refused: number
  /** The fewest tokens left in a bucket after a request; undefined if there were no requests. */
  tokens: number | undefined
}

/** The decisions in a bin. */
export interface SeriesBin {
  accepted: number
  refused: number
  /** In the order of the configuration. */
  readonly limits: readonly LaneBin[]
}

/** The decisions of a replay over time, in consecutive bins of equal duration. */
export interface SeriesSummary {
  /** The start of the first bin in seconds since 1970; undefined if there were no requests. */
  readonly start: number | undefined
  /** The duration of a bin in seconds. */
  readonly step: number
  readonly bins: readonly SeriesBin[]
}

/** The maximum number of bins. */
const maxBins = 600

/** Records the decisions of a replay over time. Bins are seconds at first, and are merged in pairs as the log gets longer. */
export class DecisionSeries {
  private start: number | undefined
  private step = 1
  private bins: SeriesBin[] = []

  /** @param limits the number of limits in the configuration */
  constructor(private readonly limits: number) {}

  /** Records a decision, in order of time. */
  add(now: Instant, reached: readonly ReachedLimit[], limits: readonly DecidedLimit[]): void {
    const bin = this.binAt(now.seconds)
    if (reached.length === 0) bin.accepted++
    else bin.refused++
    let next = 0
    for (const [i, lane] of bin.limits.entries()) {
      const limit = limits[i]
      if (limit === undefined) continue
      lane.tokens = Math.min(lane.tokens ?? Infinity, limit.tokensLeft(now))
      if (reached[next]?.type !== limit.type) continue
      lane.refused++
      next++
    }
  }

  summary(): SeriesSummary {
    return {start: this.start, step: this.step, bins: this.bins}
  }

  private binAt(second: number): SeriesBin {
    this.start ??= second
    let i = Math.max(0, Math.floor((second - this.start) / this.step))
    while (i >= maxBins) {
      this.step *= 2
      const old = this.bins
      this.bins = Array.from({length: Math.ceil(old.length / 2)}, (_, n) => joined(old[2 * n] ?? this.empty(), old[2 * n + 1] ?? this.empty()))
      i = Math.floor((second - this.start) / this.step)
    }
    while (this.bins.length <= i) this.bins.push(this.empty())
    return this.bins[i] as SeriesBin
  }

  private empty(): SeriesBin {
    return {accepted: 0, refused: 0, limits: Array.from({length: this.limits}, () => ({refused: 0, tokens: undefined}))}
  }
}

const joined = (a: SeriesBin, b: SeriesBin): SeriesBin => ({
  accepted: a.accepted + b.accepted, refused: a.refused + b.refused,
  limits: a.limits.map(({refused, tokens}, i) => {
    const other = b.limits[i]
    return {refused: refused + (other?.refused ?? 0), tokens: tokens === undefined ? other?.tokens : Math.min(tokens, other?.tokens ?? Infinity)}
  }),
})

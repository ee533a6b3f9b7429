import type {Instant} from '../../machinery/go/instant.js'
import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import type {DecidedLimit} from '../decide/engine.js'
import {Bins, type BinSummary} from './bins.js'

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

/** The decisions of a replay over time. */
export type SeriesSummary = BinSummary<SeriesBin>

/** The maximum number of bins. */
const maxBins = 600

/** Records the decisions of a replay over time. */
export class DecisionSeries {
  private readonly bins: Bins<SeriesBin>

  /** @param limits the number of limits in the configuration */
  constructor(limits: number) {
    const empty = (): SeriesBin => ({accepted: 0, refused: 0, limits: Array.from({length: limits}, () => ({refused: 0, tokens: undefined}))})
    this.bins = new Bins(maxBins, {empty, join})
  }

  /** Records a decision, in order of time. */
  add(now: Instant, reached: readonly ReachedLimit[], limits: readonly DecidedLimit[]): void {
    const bin = this.bins.at(now.seconds)
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
    return this.bins.summary()
  }
}

const join = (a: SeriesBin, b: SeriesBin): SeriesBin => ({
  accepted: a.accepted + b.accepted, refused: a.refused + b.refused,
  limits: a.limits.map(({refused, tokens}, i) => {
    const other = b.limits[i]
    return {refused: refused + (other?.refused ?? 0), tokens: tokens === undefined ? other?.tokens : Math.min(tokens, other?.tokens ?? Infinity)}
  }),
})

import {addNanoseconds, type Instant, nanosecondsBetween} from '../../machinery/go/instant.js'

/**
 * Maximum number of requests replayed for one event: its count can be 2147483647. The others are counted and reported
 * as left out.
 */
export const longestSeries = 100_000

/**
 * Maximum number of requests replayed for all events of a run, and further ones for each event: an event of 300 characters can count for
 * as many requests as a file of a megabyte. To emulate a client takes ten times as long.
 */
export const allSeries = {requests: 2_000_000, withClient: 200_000, forEach: 50}

/** The times of the requests that wrote an event: a create and patches. */
export class RequestSeries {
  private readonly span: number
  /** Number of requests. */
  readonly size: number

  /**
   * Only the first and the last time are known. The others are spread evenly (spec eventratelimit 9.2).
   *
   * @param following number of requests after the first time; the last one is at `last`
   * @param begins true if the request at the first time, the create, is part of the series
   */
  constructor(private readonly first: Instant, private readonly last: Instant, private readonly following: number, private readonly begins: boolean) {
    this.span = Math.max(0, nanosecondsBetween(first, last))
    this.size = begins ? following + 1 : following
  }

  /** True for the create. @param i index, starting at 0 */
  isCreate(i: number): boolean {
    return this.begins && i === 0
  }

  /** True if the times of the patches are approximated. */
  get isSpread(): boolean {
    return this.following > 1
  }

  /** Returns the time of a request. @param i index, starting at 0 */
  at(i: number): Instant {
    const {first, last, following, begins, span} = this
    const position = begins ? i : i + 1
    if (position === 0) return first
    if (position < following) return addNanoseconds(first, Math.round(span * position / following))
    return nanosecondsBetween(first, last) < 0 ? first : last
  }

  /** Returns the index of the first request whose time meets a condition that all later times meet, too; the size if there is none. */
  firstWhere(isMet: (time: Instant) => boolean): number {
    let [from, to] = [0, this.size]
    while (from < to) {
      const middle = Math.floor((from + to) / 2)
      if (isMet(this.at(middle))) to = middle
      else from = middle + 1
    }
    return from
  }
}

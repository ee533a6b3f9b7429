import {type Bypass, bypasses} from './request.js'
import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'

/** So many kinds of approximation are told apart; a log can make up any. */
const mostKinds = 50

/** What became of the requests of a log, whatever limits there are. */
export class RequestTally {
  /** The requests that limits count. */
  counted = 0
  accepted = 0
  refused = 0
  readonly bypassing: Record<Bypass, number> = Object.fromEntries(bypasses.map((bypass) => [bypass, 0])) as Record<Bypass, number>
  /** Of the counted requests, the ones of which something was made up, by what. */
  readonly approximations = new Map<string, number>()
  /** When the first and the last counted request came. */
  first: Instant | undefined
  last: Instant | undefined

  /** Counts a request that limits count. */
  count({seconds, nanoseconds}: Instant, approx: readonly string[]): void {
    this.counted++
    this.last = {seconds, nanoseconds}
    this.first ??= this.last
    for (const what of approx) {
      const known = this.approximations.get(what) ?? 0
      if (known > 0 || this.approximations.size < mostKinds) this.approximations.set(what, known + 1)
    }
  }
}

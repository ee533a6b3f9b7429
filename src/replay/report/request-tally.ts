import type {Instant} from '../../machinery/go/instant.js'
import {type Bypass, bypasses} from '../read/request.js'

/** The maximum number of kinds of approximation that are counted; a log can name any number. */
const maxKinds = 50

/** Counts the requests of a log by their outcome, over all limits. */
export class RequestTally {
  /** The requests that limits count. */
  counted = 0
  accepted = 0
  refused = 0
  readonly bypassing: Record<Bypass, number> = Object.fromEntries(bypasses.map((bypass) => [bypass, 0])) as Record<Bypass, number>
  /** The number of counted requests with an approximated field, by approximation. */
  readonly approximations = new Map<string, number>()
  /** The time of the first counted request. */
  first: Instant | undefined
  private readonly latest = {seconds: 0, nanoseconds: 0}

  /** The time of the last counted request. */
  get last(): Instant | undefined {
    return this.first && this.latest
  }

  /** Counts a request that limits count. */
  count({seconds, nanoseconds}: Instant, approx: readonly string[]): void {
    this.counted++
    this.latest.seconds = seconds
    this.latest.nanoseconds = nanoseconds
    this.first ??= {seconds, nanoseconds}
    for (const what of approx) {
      const known = this.approximations.get(what) ?? 0
      if (known > 0 || this.approximations.size < maxKinds) this.approximations.set(what, known + 1)
    }
  }
}

import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'

/** The counts of one second. */
export interface SecondCounts {
  /** Seconds since 1970. */
  readonly second: number
  readonly accepted: number
  readonly refused: number
  /** Rejections by each type of limit; one request may be rejected by several. */
  readonly refusedBy: ReadonlyMap<string, number>
}

/** Counts second by second. */
export class Seconds {
  private second: number | undefined
  private accepted = 0
  private rejected = 0
  private rejectedBy = new Map<string, number>()

  /** @param report receives the counts of every second with requests, when it is over */
  constructor(private readonly report: (counts: SecondCounts) => void) {}

  /** Counts the next request, in order of time. */
  add(second: number, reached: readonly ReachedLimit[]): void {
    if (second !== this.second) this.end()
    this.second = second
    if (reached.length === 0) this.accepted++
    else this.rejected++
    for (const type of new Set(reached.map((limit) => limit.type))) this.rejectedBy.set(type, (this.rejectedBy.get(type) ?? 0) + 1)
  }

  /** Ends the last second. */
  end(): void {
    const {second, accepted, rejected, rejectedBy} = this
    if (second !== undefined) this.report({second, accepted, refused: rejected, refusedBy: rejectedBy})
    this.second = undefined
    this.accepted = this.rejected = 0
    this.rejectedBy = new Map()
  }
}

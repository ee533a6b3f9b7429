import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'

/** The counts of one second. */
export interface SecondCounts {
  /** Seconds since 1970. */
  readonly second: number
  readonly accepted: number
  readonly refused: number
  /** Refusals by each type of limit; one request may be refused by several. */
  readonly refusedBy: ReadonlyMap<string, number>
}

/** Counts second by second. */
export class Seconds {
  private second: number | undefined
  private accepted = 0
  private refused = 0
  private refusedBy = new Map<string, number>()

  /** @param report receives the counts of every second with requests, when it is over */
  constructor(private readonly report: (counts: SecondCounts) => void) {}

  /** Counts the next request, in order of time. */
  add(second: number, reached: readonly ReachedLimit[]): void {
    if (second !== this.second) this.end()
    this.second = second
    if (reached.length === 0) this.accepted++
    else this.refused++
    for (const type of new Set(reached.map((limit) => limit.type))) this.refusedBy.set(type, (this.refusedBy.get(type) ?? 0) + 1)
  }

  /** Ends the last second. */
  end(): void {
    const {second, accepted, refused, refusedBy} = this
    if (second !== undefined) this.report({second, accepted, refused, refusedBy})
    this.second = undefined
    this.accepted = this.refused = 0
    this.refusedBy = new Map()
  }
}

import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'

/** The decision about a request of the log. */
export interface Decision {
  readonly path: string
  readonly line: number
  /** The time as written in the log. */
  readonly time: string
  /** The limits that reject it. */
  readonly reached: readonly ReachedLimit[]
}

/** Writes decisions in the order of the input, even if they are made in another order. */
export class Decisions {
  /** The texts of the places from `first` on; undefined for requests that are not decided yet. */
  private texts: (string | undefined)[] = []
  private first = 0
  private emitted = 0

  /**
   * @param print Returns the text of a decision
   * @param write Called with the texts, in order
   */
  constructor(private readonly print: (decision: Decision) => string, private readonly write: (text: string) => void) {}

  /**
   * Takes the decision about a request, and writes all decisions that are next in order.
   *
   * @param place of the request in the input, from 0 on; each place comes once
   * @param decision undefined for a request that is not decided
   */
  settle(place: number, decision: Decision | undefined): void {
    while (this.first + this.texts.length <= place) this.texts.push(undefined)
    this.texts[place - this.first] = decision === undefined ? '' : this.print(decision)
    for (let next = this.texts[this.emitted]; next !== undefined; next = this.texts[++this.emitted]) this.write(next)
    if (this.emitted < 1024 && this.emitted < this.texts.length) return
    this.texts = this.texts.slice(this.emitted)
    this.first += this.emitted
    this.emitted = 0
  }
}

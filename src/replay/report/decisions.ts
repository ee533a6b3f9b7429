import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'

/** The decision about a request of the log. */
export interface Decision {
  readonly path: string
  readonly line: number
  /** The time as written in the log. */
  readonly time: string
  /** The limits that refuse it. */
  readonly reached: readonly ReachedLimit[]
}

/** Writes decisions in the order of the input, even if they are made in another order. */
export class Decisions {
  /** The texts from index `first` on; undefined for requests that are not decided yet. */
  private texts: (string | undefined)[] = []
  private first = 0
  private written = 0

  /**
   * @param print Returns the text of a decision
   * @param write Called with the texts, in order
   */
  constructor(private readonly print: (decision: Decision) => string, private readonly write: (text: string) => void) {}

  /** Reserves places in the order and returns the first one. */
  reserve(count: number): number {
    const place = this.first + this.texts.length
    for (let i = 0; i < count; i++) this.texts.push(undefined)
    return place
  }

  /** Sets the decision of a place; undefined for a request that is not decided. Writes all decisions that are next in order. */
  settle(place: number, decision: Decision | undefined): void {
    this.texts[place - this.first] = decision === undefined ? '' : this.print(decision)
    for (let next = this.texts[this.written]; next !== undefined; next = this.texts[++this.written]) this.write(next)
    if (this.written < 1024 && this.written < this.texts.length) return
    this.texts = this.texts.slice(this.written)
    this.first += this.written
    this.written = 0
  }
}

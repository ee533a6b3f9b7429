import type {ReachedLimit} from '../admission/plugins/event-rate-limit/event-limiter.js'

/** What became of a request of the log. */
export interface Decision {
  readonly path: string
  readonly line: number
  /** The time as the log writes it. */
  readonly time: string
  /** The limits that refuse it. */
  readonly reached: readonly ReachedLimit[]
}

/** Tells decisions in the order of the input, whenever each is made. */
export class Decisions {
  /** The texts from the first one on that is not told, undefined while it is not known. */
  private texts: (string | undefined)[] = []
  private first = 0
  private told = 0

  /**
   * @param print makes the text of a decision
   * @param write is given the texts, in order
   */
  constructor(private readonly print: (decision: Decision) => string, private readonly write: (text: string) => void) {}

  /** Keeps so many places in the order; gives the first of them. */
  reserve(count: number): number {
    const place = this.first + this.texts.length
    for (let i = 0; i < count; i++) this.texts.push(undefined)
    return place
  }

  /** Tells a decision at its place; nothing for a request that was not decided. */
  settle(place: number, decision: Decision | undefined): void {
    this.texts[place - this.first] = decision === undefined ? '' : this.print(decision)
    for (let next = this.texts[this.told]; next !== undefined; next = this.texts[++this.told]) this.write(next)
    if (this.told < 1024 && this.told < this.texts.length) return
    this.texts = this.texts.slice(this.told)
    this.first += this.told
    this.told = 0
  }
}

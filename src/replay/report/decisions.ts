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

/** Maximum number of different lists of limits that decisions share. */
const maxShared = 10_000

/** Writes decisions in the order of the input, even if they are made in another order. */
export class Decisions {
  /** The decisions of the places from `first` on: undefined for requests that are not decided yet, null for those without a decision. */
  private held: (Decision | null | undefined)[] = []
  private first = 0
  private emitted = 0
  /** The lists of limits of held decisions, each once. */
  private readonly shared = new Map<string, readonly ReachedLimit[]>()

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
    const index = place - this.first
    while (this.held.length <= index) this.held.push(undefined)
    this.held[index] = decision === undefined ? null : index === this.emitted ? decision : {...decision, reached: this.sharedReached(decision.reached)}
    for (let next = this.held[this.emitted]; next !== undefined; next = this.held[++this.emitted]) if (next !== null) this.write(this.print(next))
    if (this.emitted < 1024 && this.emitted < this.held.length) return
    this.held = this.held.slice(this.emitted)
    this.first += this.emitted
    this.emitted = 0
  }

  /** Returns an equal list that other decisions have, too. */
  private sharedReached(reached: readonly ReachedLimit[]): readonly ReachedLimit[] {
    if (reached.length === 0) return reached
    const id = reached.map(({type, key}) => `${type} ${key}`).join('\n')
    const known = this.shared.get(id) ?? reached
    if (this.shared.size < maxShared) this.shared.set(id, known)
    return known
  }
}

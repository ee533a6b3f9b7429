import type {Random} from './random.js'
import type {Suite} from './suites/suite.js'

/** How many inputs are kept beside the seeds. */
const mostKept = 5000

/** The inputs of a suite: seeds, those that were kept because they reach new parts of the program, and what is made of both. */
export class Stream {
  private readonly pool: unknown[]
  private readonly seeds: number

  constructor(private readonly suite: Suite<unknown>) {
    this.pool = [...suite.seeds()]
    this.seeds = this.pool.length
    if (this.seeds === 0) throw new Error(`${suite.name} has no seeds`)
  }

  /** How many inputs were kept. */
  get kept(): number {
    return this.pool.length - this.seeds
  }

  /** New inputs for one run. */
  choose(random: Random): unknown[] {
    const count = this.suite.batch === 1 || random.chance(0.1) ? 1 : this.suite.batch
    return Array.from({length: count}, () => this.suite.mutate(this.some(random), random, random.pick(this.pool)))
  }

  /** Keeps an input, to make others of it. */
  keep(input: unknown): void {
    if (this.kept < mostKept) this.pool.push(input)
  }

  /** A seed or, as often, an input that was kept. */
  private some(random: Random): unknown {
    return this.kept > 0 && random.chance(0.5) ? this.pool[this.seeds + random.below(this.kept)] : this.pool[random.below(this.seeds)]
  }
}

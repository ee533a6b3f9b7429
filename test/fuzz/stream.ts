import type {Random} from './random.js'
import type {Suite} from './suites/suite.js'

/** Maximum number of kept inputs, not counting the seeds. */
const mostKept = 5000

/** The inputs of a suite: seeds, kept inputs that reach new branches of the program, and mutations of both. */
export class Stream {
  private readonly pool: unknown[]
  private readonly seeds: number

  constructor(private readonly suite: Suite<unknown>) {
    this.pool = [...suite.seeds()]
    this.seeds = this.pool.length
    if (this.seeds === 0) throw new Error(`${suite.name} has no seeds`)
  }

  /** Number of kept inputs. */
  get kept(): number {
    return this.pool.length - this.seeds
  }

  /** New inputs for one run. */
  choose(random: Random): unknown[] {
    const count = this.suite.batch === 1 || random.chance(0.1) ? 1 : this.suite.batch
    return Array.from({length: count}, () => this.suite.mutate(this.some(random), random, random.pick(this.pool)))
  }

  /** Keeps an input for mutation. */
  keep(input: unknown): void {
    if (this.kept < mostKept) this.pool.push(input)
  }

  /** Returns a seed or, equally often, a kept input. */
  private some(random: Random): unknown {
    return this.kept > 0 && random.chance(0.5) ? this.pool[this.seeds + random.below(this.kept)] : this.pool[random.below(this.seeds)]
  }
}

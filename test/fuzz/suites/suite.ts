import type {FuzzCase} from '../fuzz-case.js'
import type {Random} from '../random.js'

/** A kind of input, and its use. */
export interface Suite<T> {
  readonly name: string
  /** Maximum number of inputs of a run. */
  readonly batch: number
  /** True if it runs only when `--suite` names it. */
  readonly isOnDemand?: boolean
  /** The inputs to begin with. */
  seeds(): readonly T[]
  /** Mutates an input, sometimes with parts of a second one. */
  mutate(input: T, random: Random, other: T): T
  /** A run of the program on some inputs. */
  toCase(inputs: readonly T[], random: Random): FuzzCase
}

/** A suite with any type of input, for code that does not depend on the type. */
export const defineSuite = <T>(suite: Suite<T>): Suite<unknown> => suite

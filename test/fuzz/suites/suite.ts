import type {FuzzCase} from '../fuzz-case.js'
import type {Random} from '../random.js'

/** A kind of input, and what is done with it. */
export interface Suite<T> {
  readonly name: string
  /** How many inputs a run of the program gets at most. */
  readonly batch: number
  /** The inputs to begin with. */
  seeds(): readonly T[]
  /** An input made of another one, and now and then of parts of a second one. */
  mutate(input: T, random: Random, other: T): T
  /** A run of the program on some inputs. */
  toCase(inputs: readonly T[], random: Random): FuzzCase
}

/** A suite among others, whose inputs are no matter to whoever runs it. */
export const defineSuite = <T>(suite: Suite<T>): Suite<unknown> => suite

import type {SourceFile} from '../../source/source-file.js'
import {countMutations, type Mutant, mutantsOf} from './mutants.js'
import type {PolicyItem} from './policy-item.js'

/** A test that passes, and that can run with a changed policy. */
export interface MutableTest {
  readonly name: string
  /** The files with policies that its run reads. */
  readonly policies: readonly SourceFile[]
  /** Returns true if the test passes with a mutant of one of its policies. */
  passesWith(mutant: Mutant): boolean
}

/** A mutant, and the first test that fails with it; undefined if no test notices. */
export interface MutantResult {
  readonly item: PolicyItem
  readonly change: string
  readonly killedBy?: string
}

/** The result of running tests on mutants. */
export interface MutationReport {
  readonly mutants: readonly MutantResult[]
  readonly killed: number
  /** The limit because of which further mutants were not tested, and their number at most. */
  readonly limit?: {readonly by: 'number' | 'time', readonly untested: number}
}

/** Maximum number of mutants of one run. */
export const maxMutants = 10_000

/** Options for testing mutants. */
export interface MutationOptions {
  /** By default `maxMutants`. */
  readonly maximum?: number
  /** Returns the names of the tests to run first on the mutants of an item. */
  readonly firstFor?: (item: PolicyItem) => ReadonlySet<string>
  /** Returns true when no further mutant may be tested. */
  readonly isOver?: (() => boolean) | undefined
  /** Called with the completed fraction, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/** Runs tests on each mutant of the policies that they read, until a test fails: the mutant is then killed. */
export function testMutants(
  tests: readonly MutableTest[], {maximum = maxMutants, onProgress, isOver = () => false, firstFor = () => new Set()}: MutationOptions = {},
): MutationReport {
  const files = [...new Set(tests.flatMap(({policies}) => policies))]
  const total = files.reduce((sum, file) => sum + countMutations(file), 0)
  const mutants: MutantResult[] = []
  const report = (): MutationReport => ({mutants, killed: mutants.filter(({killedBy}) => killedBy !== undefined).length})
  const limited = (by: 'number' | 'time'): MutationReport => ({...report(), limit: {by, untested: total - mutants.length}})
  for (const file of files) {
    const readers = tests.filter(({policies}) => policies.includes(file))
    for (const mutant of mutantsOf(file)) {
      if (mutants.length >= maximum) return limited('number')
      if (isOver()) return limited('time')
      mutants.push(resultOf(mutant, inOrder(readers, firstFor(mutant.item))))
      onProgress?.(mutants.length / Math.min(maximum, total))
    }
  }
  return report()
}

const inOrder = (tests: readonly MutableTest[], first: ReadonlySet<string>): readonly MutableTest[] =>
  first.size === 0 ? tests : [...tests.filter(({name}) => first.has(name)), ...tests.filter(({name}) => !first.has(name))]

function resultOf(mutant: Mutant, tests: readonly MutableTest[]): MutantResult {
  const {item, change} = mutant
  const killer = tests.find((test) => !test.passesWith(mutant))
  return {item, change, ...killer && {killedBy: killer.name}}
}

/** The policy mutation score: the percentage of killed mutants, rounded down; 100 without mutants. Undefined if mutants were not tested. */
export function mutationScore({mutants, killed, limit}: MutationReport): number | undefined {
  if (limit !== undefined) return undefined
  return mutants.length === 0 ? 100 : Math.floor(100 * killed / mutants.length)
}

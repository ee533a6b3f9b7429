import type {SourceFile} from '../../source/source-file.js'
import {countMutations, type Mutant, mutantsOf} from './mutants.js'
import type {PolicyItem} from './policy-item.js'

/** A test that passes, and that can run with a changed policy. */
export interface MutableTest {
  readonly name: string
  /** The files with policies that its run reads. */
  readonly policies: readonly SourceFile[]
  /** Returns true if the test passes with another file in place of one of its policies. */
  passesWith(original: SourceFile, changed: SourceFile): boolean
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
  /** True if there are more mutants than the limit. */
  readonly isLimited: boolean
}

/** Maximum number of mutants of one run. */
export const maxMutants = 2000

/** Options for testing mutants. */
export interface MutationOptions {
  /** By default `maxMutants`. */
  readonly most?: number
  /** Returns the names of the tests to run first on the mutants of an item. */
  readonly firstFor?: (item: PolicyItem) => ReadonlySet<string>
  /** Called with the completed fraction, from 0 to 1. */
  readonly onProgress?: ((done: number) => void) | undefined
}

/** Runs tests on each mutant of the policies that they read, until a test fails: the mutant is then killed. */
export function testMutants(tests: readonly MutableTest[], {most = maxMutants, onProgress, firstFor = () => new Set()}: MutationOptions = {}): MutationReport {
  const files = [...new Set(tests.flatMap(({policies}) => policies))]
  const total = Math.min(most, files.reduce((sum, file) => sum + countMutations(file), 0))
  const mutants: MutantResult[] = []
  let isLimited = false
  for (const file of files) {
    const readers = tests.filter(({policies}) => policies.includes(file))
    for (const mutant of mutantsOf(file)) {
      isLimited = mutants.length >= most
      if (isLimited) break
      mutants.push(resultOf(mutant, file, inOrder(readers, firstFor(mutant.item))))
      onProgress?.(mutants.length / total)
    }
  }
  return {mutants, killed: mutants.filter(({killedBy}) => killedBy !== undefined).length, isLimited}
}

const inOrder = (tests: readonly MutableTest[], first: ReadonlySet<string>): readonly MutableTest[] =>
  first.size === 0 ? tests : [...tests.filter(({name}) => first.has(name)), ...tests.filter(({name}) => !first.has(name))]

function resultOf({item, change, file}: Mutant, original: SourceFile, tests: readonly MutableTest[]): MutantResult {
  const killer = tests.find((test) => !test.passesWith(original, file))
  return {item, change, ...killer && {killedBy: killer.name}}
}

/** The policy mutation score: the percentage of killed mutants, rounded down; 100 without mutants. */
export const mutationScore = ({mutants, killed}: MutationReport): number => mutants.length === 0 ? 100 : Math.floor(100 * killed / mutants.length)

import type {DecidingPart} from '../admission/plugin.js'
import type {Place} from '../lint/diagnostic.js'
import type {Simulation} from '../simulate/simulate.js'
import type {ScalarNode} from '../source/node.js'
import type {SourceFile} from '../source/source-file.js'
import type {TestFile} from '../test-file/read-test-file.js'
import type {TestCase} from '../test-file/test-case.js'
import type {TestFileError} from '../test-file/test-file-error.js'

/** The files at a path of a test file, or why there are none, as text to print after the path. */
export type FilesAtPath = {readonly sources: readonly SourceFile[]} | {readonly error: string}

/** A test file to run, with the files that it names. */
export interface TestInput {
  readonly file: SourceFile
  /** By path as written in the test file. */
  readonly files: ReadonlyMap<string, FilesAtPath>
}

/** A reason why a test cannot run. */
export interface TestProblem extends Place {
  readonly message: string
}

/** A difference between the expected and the actual answer. */
export interface Failure extends Place {
  /** The number of the step, from 1. */
  readonly step: number
  /** The object that the answer is about: `Pod/web`; empty for quotas, and for all objects of a step. */
  readonly subject: string
  /** The field of the expectation: `message`, `stored.spec.containers[0].image`, `quotas.team.pods`. */
  readonly field: string
  readonly expected: string
  readonly actual: string
  /** The scalar in the test file that holds the expected value, and the actual value: what `--update` writes. */
  readonly update?: {readonly node: ScalarNode, readonly value: string | number | boolean}
  /** Number of equal differences, of repetitions of a step. */
  readonly count: number
}

/** The result of a test, or of one row of a table test. `broken`: it cannot run. */
export interface TestResult extends Place {
  readonly name: string
  /** The number of the row, from 1; undefined for a test without rows. */
  readonly row?: number
  readonly status: 'passed' | 'failed' | 'broken'
  readonly failures: readonly Failure[]
  readonly problems: readonly TestProblem[]
  /** Number of steps that ran. */
  readonly steps: number
  /** Duration in milliseconds, with a clock. */
  readonly milliseconds?: number
}

/** The results of a test file. */
export interface FileResult {
  readonly file: SourceFile
  readonly name: string
  /** The errors in the file; its tests do not run then. */
  readonly errors: readonly TestFileError[]
  readonly tests: readonly TestResult[]
}

/** The results of all test files. */
export interface TestReport {
  readonly files: readonly FileResult[]
  readonly summary: {
    readonly passed: number
    readonly failed: number
    /** Tests that cannot run, and files with errors. */
    readonly broken: number
    /** Tests that the filter leaves out. */
    readonly skipped: number
  }
}

/** The inputs of a test run, and the deciding parts of policies that its answers do not show. */
export interface TestRun {
  readonly suite: TestFile
  readonly test: TestCase
  readonly input: TestInput
  readonly decisions: readonly DecidingPart[]
}

/** Called with each test that was run. */
export type Observe = (test: TestResult, simulation: Simulation, run: TestRun) => void

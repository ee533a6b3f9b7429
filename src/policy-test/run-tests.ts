import {noSuchFile} from '../configuration/file-error.js'
import {readTestFile} from '../test-file/read-test-file.js'
import type {TestCase} from '../test-file/test-case.js'
import {type RunContext, runTest} from './run-test.js'
import {SuiteSetup} from './suite-setup.js'
import type {FileResult, TestInput, TestReport, TestResult} from './types.js'

/** Maximum time for the tests of one run, and for its mutants, in minutes. */
export const maxMinutes = 10

/** Options for running tests. */
export interface RunTestsOptions extends Partial<RunContext> {
  /** Returns true for the tests to run, by their names, with that of the file: `team: large pods are denied`. */
  readonly filter?: ((name: string) => boolean) | undefined
  /** Returns true when no further test may run. */
  readonly isOver?: (() => boolean) | undefined
}

/** Runs the tests of files. Reads no files: the input contains those that the test files name. */
export function runTests(inputs: readonly TestInput[], options: RunTestsOptions = {}): TestReport {
  const results = inputs.map((input) => fileResult(input, options))
  const files = results.map(({file}) => file)
  const tests = files.flatMap((file) => file.tests)
  const count = (status: string): number => tests.filter((test) => test.status === status).length
  return {
    files,
    summary: {
      passed: count('passed'), failed: count('failed'),
      broken: count('broken') + files.filter(({errors}) => errors.length > 0).length,
      skipped: results.reduce((sum, {skipped}) => sum + skipped, 0),
    },
  }
}

interface FilteredResult {
  readonly file: FileResult
  /** Number of tests that the filter leaves out. */
  readonly skipped: number
}

function fileResult(input: TestInput, {filter = () => true, isOver = () => false, readFile = noSuchFile, ...context}: RunTestsOptions): FilteredResult {
  const {file} = input
  const {test: suite, errors} = readTestFile(file)
  if (suite === undefined) return {file: {file, name: file.path, errors, tests: []}, skipped: 0}
  const chosen = suite.tests.filter(({name}) => filter(`${suite.name}: ${name}`))
  const setup = new SuiteSetup(suite, input)
  const tests = chosen.map((test) => isOver() ? lateTest(test) : runTest(setup, test, {readFile, ...context}))
  return {file: {file, name: suite.name, errors, tests}, skipped: suite.tests.length - chosen.length}
}

/** The result of a test for which there is no time. */
const lateTest = ({name, row, node}: TestCase): TestResult => ({
  name, ...row !== undefined && {row}, ...node.place(), status: 'broken', failures: [], steps: 0,
  problems: [{...node.place(), message: `did not run, as the tests before it took ${maxMinutes} minutes: run fewer tests at a time, for example with --filter`}],
})

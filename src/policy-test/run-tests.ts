import {noSuchFile} from '../configuration/file-fault.js'
import {readTestFile} from '../test-file/read-test-file.js'
import {type RunContext, runTest} from './run-test.js'
import type {FileResult, TestInput, TestReport} from './types.js'

/** Options for running tests. */
export interface RunTestsOptions extends Partial<RunContext> {
  /** Returns true for the tests to run, by their names, with that of the file: `team: large pods are denied`. */
  readonly filter?: ((name: string) => boolean) | undefined
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
      broken: count('broken') + files.filter(({faults}) => faults.length > 0).length,
      skipped: results.reduce((sum, {skipped}) => sum + skipped, 0),
    },
  }
}

interface FilteredResult {
  readonly file: FileResult
  /** Number of tests that the filter leaves out. */
  readonly skipped: number
}

function fileResult(input: TestInput, {filter = () => true, readFile = noSuchFile, ...context}: RunTestsOptions): FilteredResult {
  const {file} = input
  const {test: suite, faults} = readTestFile(file)
  if (suite === undefined) return {file: {file, name: file.path, faults, tests: []}, skipped: 0}
  const chosen = suite.tests.filter(({name}) => filter(`${suite.name}: ${name}`))
  const tests = chosen.map((test) => runTest(suite, test, input, {readFile, ...context}))
  return {file: {file, name: suite.name, faults, tests}, skipped: suite.tests.length - chosen.length}
}

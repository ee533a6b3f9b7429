import type {SourceFile} from '../../source/source-file.js'
import {policyFilesOf} from '../policy-files.js'
import {type RunContext, runTest} from '../run-test.js'
import type {TestInput, TestRun} from '../types.js'
import type {MutableTest} from './mutation.js'

/** Returns tests that can run on mutants of the policies that they name by path. */
export function mutableTests(runs: readonly TestRun[], {readFile}: Pick<RunContext, 'readFile'>): MutableTest[] {
  const known = new Map<string, SourceFile>()
  return runs.map(({suite, test, input}) => ({
    name: `${suite.name}: ${test.name}`,
    // Several test files can name the same file.
    policies: policyFilesOf(suite, test, input).map((file) => known.get(file.path) ?? remember(known, file)),
    passesWith: (original, changed) => runTest(suite, test, withFile(input, original, changed), {readFile}).status === 'passed',
  }))
}

function remember(known: Map<string, SourceFile>, file: SourceFile): SourceFile {
  known.set(file.path, file)
  return file
}

/** Replaces a file, wherever a test file names it. */
const withFile = (input: TestInput, original: SourceFile, changed: SourceFile): TestInput => ({
  ...input,
  files: new Map([...input.files].map(([path, found]) =>
    [path, 'fault' in found ? found : {sources: found.sources.map((file) => file.path === original.path ? changed : file)}])),
})

import type {SourceFile} from '../../source/source-file.js'
import {policyFileKey, policyFilesOf, withPolicyFile} from '../policy-files.js'
import {type RunContext, runTest} from '../run-test.js'
import type {TestRun} from '../types.js'
import type {MutableTest} from './mutation.js'

/** Returns tests that can run on mutants of their policies. */
export function mutableTests(runs: readonly TestRun[], {readFile}: Pick<RunContext, 'readFile'>): MutableTest[] {
  const known = new Map<string, SourceFile>()
  return runs.map((run) => ({
    name: `${run.suite.name}: ${run.test.name}`,
    // Several tests can read the same file.
    policies: policyFilesOf(run.suite, run.test, run.input).map((file) => knownFile(known, file)),
    passesWith: (original, changed) => {
      const {suite, test, input} = withPolicyFile(run, original, changed)
      return runTest(suite, test, input, {readFile}).status === 'passed'
    },
  }))
}

/** Returns the first of equal files. */
function knownFile(known: Map<string, SourceFile>, file: SourceFile): SourceFile {
  const key = policyFileKey(file)
  const first = known.get(key) ?? file
  known.set(key, first)
  return first
}

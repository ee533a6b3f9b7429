import type {ManifestEntry} from '../../manifests/manifest.js'
import {entriesInText, type EntriesOf, type InputEntries} from '../../simulate/read-entries.js'
import type {SourceFile} from '../../source/source-file.js'
import {policyFileKey, policyFilesOf, withPolicyFile} from '../policy-files.js'
import {type RunContext, runTest} from '../run-test.js'
import {SuiteSetup} from '../suite-setup.js'
import type {TestRun} from '../types.js'
import type {Mutant} from './mutants.js'
import type {MutableTest} from './mutation.js'
import {type IsReached, reachOf} from './reach.js'

/**
 * Returns tests that can run on mutants of their policies. They read each file once, and leave out policies that cannot affect them. A
 * test that its mutated policy cannot affect passes.
 */
export function mutableTests(runs: readonly TestRun[], {readFile}: Pick<RunContext, 'readFile'>): MutableTest[] {
  const files = new Map<string, SourceFile>()
  return runs.map((run) => {
    let isReached: IsReached | undefined
    return {
      name: `${run.suite.name}: ${run.test.name}`,
      // Several tests can read the same file.
      policies: policyFilesOf(run.suite, run.test, run.input).map((file) => knownFile(files, file)),
      passesWith: (mutant) => {
        isReached ??= reachOf(run)
        const {policy} = mutant.item
        if (!isReached(policy.manifest)) return true
        const {suite, test, input} = withPolicyFile(run, policy.file, mutant.file)
        return runTest(new SuiteSetup(suite, input), test, {readFile, reading: {entriesOf: entriesWith(mutant), arrange: without(isReached)}}).status === 'passed'
      },
    }
  })
}

/** Returns how to read the files of a run on a mutant. A changed object is not read again. */
function entriesWith({item: {policy}, file: changed, body}: Mutant): EntriesOf {
  const {file: original, node, plugin} = policy
  if (plugin !== undefined) return entriesInText
  return (file, version) => file !== changed ? entriesInText(file, version)
    : entriesInText(original, version).map((entry) => entry.manifest?.node.start === node.start ? {...entry, manifest: {...entry.manifest, body}} : entry)
}

/** Returns the function that leaves out objects that a run does not reach. */
function without(isReached: IsReached): (read: InputEntries) => InputEntries {
  const reached = (entries: readonly ManifestEntry[]): ManifestEntry[] => entries.filter(({manifest}) => manifest === undefined || isReached(manifest))
  return ({files, policies, existing}) => ({files, policies: reached(policies), existing: reached(existing)})
}

/** Returns the first of equal files. */
function knownFile(known: Map<string, SourceFile>, file: SourceFile): SourceFile {
  const key = policyFileKey(file)
  const first = known.get(key) ?? file
  known.set(key, first)
  return first
}

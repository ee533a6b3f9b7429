import {dirname, relative, resolve} from 'node:path'

import {configurationOf} from '../configuration/recognize.js'
import {leavesFolder} from '../io/glob-pattern.js'
import {stdinName} from '../io/read-sources.js'
import {rootOf} from '../io/repository-root.js'
import {createNewFile, writeFile} from '../io/write-file.js'
import {oneLine} from '../machinery/printable.js'
import {readManifests} from '../manifests/read-manifests.js'
import {initialTests} from '../policy-test/init/initial-tests.js'
import {type MakePod, patchedPod} from '../policy-test/init/pods.js'
import {testFileText} from '../policy-test/init/test-file-text.js'
import {nameOf} from '../policy-test/mutate/body.js'
import {isPolicyManifest} from '../simulate/policies.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'

/** Options of a new test file. */
export interface TestFileChoice {
  /** The path of the file; `-` for standard output. */
  readonly output: string
  /** The namespace of objects without one. */
  readonly namespace?: string | undefined
}

/** The text of a test file, with notes for the user. */
export interface NewTestFile {
  readonly text: string
  readonly notes: readonly string[]
}

/**
 * Makes a test file for the policies among files.
 *
 * @throws UsageError for files without policies that can be tested, and for standard input, which a test file cannot name
 */
export function initialTestFile(files: readonly SourceFile[], {output, namespace = 'default'}: TestFileChoice): NewTestFile {
  if (files.some(({path}) => path === stdinName)) throw new UsageError('a test file cannot name standard input', ['write the policies to a file'])
  const folder = output === '-' ? process.cwd() : dirname(resolve(output))
  const pathOf = ({path}: SourceFile): string => relative(folder, resolve(path)).replaceAll('\\', '/')
  const policies = files.filter(hasPolicies)
  checkInReach(policies, folder)
  const drafts = initialTests({policies, makers: files.flatMap((file) => makersIn(file, pathOf(file))).slice(0, maxMakers)}, {namespace})
  const written = drafts.tests.length + (drafts.events?.length ?? 0)
  if (written === 0) {
    throw new UsageError('there is no LimitRange, ResourceQuota, MetadataPolicy or EventRateLimit configuration to test', ['give the files or folders of policies: kadm test init ./policies'])
  }
  const count = `${written} ${written === 1 ? 'test' : 'tests'}`
  return {
    text: testFileText(drafts, {policies: policies.map(pathOf), namespace}),
    notes: [
      ...output === '-' ? [] : [`Wrote ${count} to ${oneLine(output)}. Check what they expect, and run them with: kadm test ${oneLine(output)}`],
      ...drafts.missing.map((item) => `No test was found for ${oneLine(item)}`),
    ],
  }
}

/** @throws UsageError for policies that "kadm test" would not read, because they are outside of the repository of the test file */
function checkInReach(policies: readonly SourceFile[], folder: string): void {
  const root = rootOf(folder)
  const outside = policies.find(({path}) => leavesFolder(path, root))
  if (outside === undefined) return
  throw new UsageError(`${JSON.stringify(outside.path)} is outside of the folder or repository of the test file: kadm test does not read it`, ['write the test file to the folder of the policies with -o'])
}

/** True for a file with policies, or with objects that admission looks up. */
const hasPolicies = (file: SourceFile): boolean =>
  readManifests(file).some(({manifest}) => manifest !== undefined && (isPolicyManifest(manifest) || configurationOf(manifest.body) !== undefined))

/** Maximum number of pods of the user to start from. */
const maxMakers = 3

/** Returns the functions that change the pods of a file. */
function makersIn(file: SourceFile, path: string): MakePod[] {
  const pods = readManifests(file).flatMap(({manifest, problems}) => manifest?.body['kind'] === 'Pod' && problems.length === 0 ? [manifest.body] : [])
  const names = pods.map(nameOf)
  return pods.filter((_, i) => names[i] !== '' && names.indexOf(names[i] ?? '') === names.lastIndexOf(names[i] ?? '')).map((pod) => patchedPod(path, pod))
}

/**
 * Writes a test file.
 *
 * @throws UsageError if it exists, unless it is to be overwritten, and if it cannot be written
 */
export function writeTestFile(path: string, text: string, isOverwritten: boolean): void {
  if (isOverwritten) writeFile(path, text)
  else if (!createNewFile(path, text)) throw new UsageError(`${JSON.stringify(path)} exists`, ['choose another file with -o', '--force overwrites it'])
}

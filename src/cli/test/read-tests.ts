import {dirname, isAbsolute, join, resolve} from 'node:path'

import type {ReadFile} from '../../configuration/file-error.js'
import {discover, kindAt, stdinPath} from '../../io/discover.js'
import {isPattern, leavesFolder} from '../../io/glob-pattern.js'
import {MatchBudget} from '../../io/match-budget.js'
import {isBelow} from '../../io/open-file.js'
import {readSources, specialSource} from '../../io/read-sources.js'
import {rootOf} from '../../io/repository-root.js'
import type {FilesAtPath, TestInput} from '../../policy-test/types.js'
import {RunBudget} from '../../source/run-budget.js'
import type {SourceFile} from '../../source/source-file.js'
import type {ObjectSource} from '../../test-file/object-source.js'
import {readTestFile, type TestFile} from '../../test-file/read-test-file.js'
import {isTestFilePath} from '../../test-file/test-file-name.js'
import {UsageError} from '../../usage-error.js'
import {configurationReader, type InputChoice, readInputs} from '../read-inputs.js'

/** Test files with the files that they name. */
export interface FoundTests {
  readonly inputs: readonly TestInput[]
  /** Reads the files that configurations of the API server name. */
  readonly readFile: ReadFile
  /** Test files in folders that are links out of the repository: they are not followed. */
  readonly outside: readonly string[]
}

/**
 * Reads test files, and the files that they name.
 *
 * @param paths Files, directories and globs; in directories and globs, only `*.kadm-test.yaml` are test files
 * @throws UsageError for a path that does not exist, for standard input, and if there is no test file
 */
export async function readTests(paths: readonly string[], {exclude}: Pick<InputChoice, 'exclude'>): Promise<FoundTests> {
  if (paths.includes(stdinPath)) throw new UsageError('test files cannot be read from standard input: paths in them are relative to a file')
  const found = await discover(paths, exclude)
  const files = [...new Set(found.flatMap(({files, isNamed, unlisted}) => isNamed ? files : [...files.filter(isTestFilePath), ...unlisted]))]
  const special = [...new Set(found.flatMap((each) => each.special.filter(isTestFilePath)))]
  if (files.length + special.length === 0) throw new UsageError(`there is no test file in ${paths.join(', ')}`, ['name test files *.kadm-test.yaml; "kadm test init" writes one'])
  const reading: Reading = {choice: {exclude}, known: new Map(), budget: new RunBudget(), matching: new MatchBudget()}
  const inputs: TestInput[] = []
  for (const file of [...await readSources(files, reading.budget), ...special.map(specialSource)]) inputs.push(await inputOf(file, reading))
  const outside = [...new Set(found.flatMap((each) => each.outside.filter(isTestFilePath)))]
  return {inputs, readFile: configurationReader(inputs.map(({file}) => file)), outside}
}

/** All files of an input. */
export const sourcesOf = ({file, files}: TestInput): SourceFile[] => [file, ...[...files.values()].flatMap((found) => 'sources' in found ? found.sources : [])]

/** The parts that the reading of all test files of a run shares. */
interface Reading {
  readonly choice: InputChoice
  /** The files at each absolute path. */
  readonly known: Map<string, Promise<FilesAtPath>>
  readonly budget: RunBudget
  readonly matching: MatchBudget
}

async function inputOf(file: SourceFile, reading: Reading): Promise<TestInput> {
  const {test} = readTestFile(file)
  const {choice, known} = reading
  const folder = dirname(file.path)
  const files = new Map<string, FilesAtPath>()
  for (const {path, isOfPolicies} of test === undefined ? [] : pathsIn(test)) {
    const place = isAbsolute(path) ? path : join(folder, path)
    const key = `${isOfPolicies ? 'policies' : 'objects'} ${resolve(place)}`
    const found = known.get(key) ?? filesAt(place, rootOf(resolve(folder)), {...reading, choice: {...choice, includesServers: isOfPolicies}})
    known.set(key, found)
    files.set(path, await found)
  }
  return {file, files}
}

/**
 * Reads the files at a path that a test file names. They must be below a folder, following links: a test file may be untrusted, and
 * reports show parts of the files.
 *
 * @param root The folder
 * @returns the files, or the error to report about the path
 */
async function filesAt(path: string, root: string, reading: Reading): Promise<FilesAtPath> {
  const kind = kindAt(path)
  // The path of a folder such as [slug] looks like a pattern.
  const isOutside = kind === 'nothing' ? leavesFolder(path, root) : !isBelow(path, root)
  if (isOutside) return {error: 'leads out of the repository of this file, and out of its folder'}
  if (kind === 'special') return {error: 'is neither a file nor a directory'}
  if (kind === 'nothing' && !isPattern(path)) return {error: 'does not exist'}
  return kind === 'file' ? readable(await readSources([path], reading.budget)) : manifestsAt(path, reading)
}

/** Reads the manifests in a directory or a glob. */
async function manifestsAt(path: string, {choice, budget, matching}: Reading): Promise<FilesAtPath> {
  try {
    const {sources} = await readInputs([path], choice, budget, matching)
    return sources.length === 0 ? {error: 'has no manifests'} : readable(sources)
  } catch (error) {
    if (error instanceof UsageError) return {error: `cannot be read: ${error.message}`}
    throw error
  }
}

function readable(sources: readonly SourceFile[]): FilesAtPath {
  const broken = sources.find(({unreadable}) => unreadable !== undefined)
  return broken === undefined ? {sources} : {error: `cannot be read: ${broken.path}: ${broken.unreadable ?? ''}`}
}

/** A path in a test file. */
interface NamedPath {
  readonly path: string
  /** True if policies are at the path, with which the API server can be configured. */
  readonly isOfPolicies: boolean
}

/** Returns the paths in a test file, each once. */
function pathsIn({policies, existing, server, tests}: TestFile): NamedPath[] {
  const sources = [
    ...existing, ...configurationOf(server),
    ...tests.flatMap((test) => [...test.existing, ...configurationOf(test.server), ...test.steps.flatMap(({objects}) => objects)]),
  ]
  const ofPolicies = new Set([...policies, ...tests.flatMap((test) => test.policies)].flatMap(pathOf))
  return [...new Set([...ofPolicies, ...sources.flatMap(pathOf)])].map((path) => ({path, isOfPolicies: ofPolicies.has(path)}))
}

const configurationOf = ({admissionConfig}: TestFile['server']): ObjectSource[] => admissionConfig === undefined ? [] : [admissionConfig]

function pathOf(source: ObjectSource): string[] {
  if (source.kind === 'base') return pathOf(source.base)
  return source.kind === 'path' ? [source.path] : []
}

import {dirname} from 'node:path'

import type {ReadFile} from '../configuration/file-fault.js'
import {checkStdin, discover} from '../io/discover.js'
import {isBelow, openFile} from '../io/open-file.js'
import {defaultPolicyPaths, without} from '../io/policy-paths.js'
import {readSources, specialSource} from '../io/read-sources.js'
import type {SourceFile} from '../source/source-file.js'

/** Files that were read, and what the user should know about it. */
export interface Inputs {
  readonly sources: readonly SourceFile[]
  readonly warnings: readonly string[]
}

/** What a simulation reads. */
export interface SimulationInputs {
  readonly files: readonly SourceFile[]
  readonly policies: readonly SourceFile[]
  readonly existing: readonly SourceFile[]
  /** False when the policies are those of the folders in which they lie by convention. */
  readonly arePoliciesNamed: boolean
  readonly warnings: readonly string[]
}

/** The files that somebody has named, or that are in folders that somebody has named. */
export const namedSources = ({files, existing, policies, arePoliciesNamed}: Omit<SimulationInputs, 'warnings'>): readonly SourceFile[] =>
  [...files, ...existing, ...arePoliciesNamed ? policies : []]

/** The path arguments of a simulation, as they were given. */
export interface SimulationPaths {
  readonly files: readonly string[]
  /** What has been rendered: it is sent before the files. */
  readonly rendered?: readonly SourceFile[]
  readonly policies?: readonly string[] | undefined
  readonly existing?: readonly string[] | undefined
  /** What to leave out of directories and globs. */
  readonly exclude?: readonly string[] | undefined
  /** A file with another part, which is no manifest wherever it lies. */
  readonly apart?: string | undefined
}

/**
 * Reads the files behind path arguments, each once.
 *
 * @throws UsageError for a path that is not there
 */
export async function readInputs(paths: readonly string[], exclude?: readonly string[]): Promise<Inputs> {
  const {files, special, warnings} = await find(paths, exclude)
  return {sources: [...await readSources(files), ...special], warnings}
}

/**
 * Reads what a simulation needs. No file is read in two roles: what is to be sent is not taken for a policy as well.
 *
 * @throws UsageError as readInputs does, and when standard input is asked for twice
 */
export async function readSimulationInputs(paths: SimulationPaths): Promise<SimulationInputs> {
  const {exclude, apart, rendered = [], existing: existingPaths = [], policies: policyPaths = policyPathsFor(paths)} = paths
  checkStdin([...paths.files, ...policyPaths, ...existingPaths])
  const others = apart === undefined ? [] : [apart]
  const files = await find(paths.files, exclude)
  const existing = await find(existingPaths, exclude)
  const policies = await find(policyPaths, exclude)
  return {
    files: [...rendered, ...await readSources(without(files.files, others)), ...files.special],
    existing: [...await readSources(without(existing.files, [...files.files, ...others])), ...existing.special],
    policies: [...await readSources(without(policies.files, [...files.files, ...existing.files, ...others])), ...policies.special],
    arePoliciesNamed: paths.policies !== undefined,
    // Folders that nobody named may well hold nothing.
    warnings: [...files.warnings, ...existing.warnings, ...paths.policies === undefined ? [] : policies.warnings],
  }
}

/** Where policies are when nobody says: what is rendered has its policies in itself. */
const policyPathsFor = ({files, rendered = []}: SimulationPaths): readonly string[] =>
  files.length === 0 && rendered.length > 0 ? [] : defaultPolicyPaths(files)

interface Found {
  readonly files: readonly string[]
  readonly special: readonly SourceFile[]
  readonly warnings: readonly string[]
}

async function find(paths: readonly string[], exclude: readonly string[] = []): Promise<Found> {
  const found = await discover(paths, exclude)
  const empty = found.filter(({files, special}) => files.length + special.length === 0)
  return {
    files: [...new Set(found.flatMap(({files}) => files))],
    special: [...new Set(found.flatMap(({special}) => special))].map(specialSource),
    warnings: empty.map(({argument}) => `Warning: there are no .yaml, .yml or .json files in ${argument}`),
  }
}

/**
 * Reads the files that a configuration among the sources names, as far as they are below the working directory or the folder of
 * a source: what a stranger's configuration names beyond that must not come up in a report.
 */
export function configurationReader(sources: readonly SourceFile[]): ReadFile {
  const folders = [process.cwd(), ...sources.map(({path}) => dirname(path))]
  const notLookedAt = 'it is neither below the working directory nor below the folder of a file that was given'
  return (path) => folders.some((folder) => isBelow(path, folder)) ? openFile(path) : {operation: 'open', errorNumber: 0xd, notLookedAt}
}

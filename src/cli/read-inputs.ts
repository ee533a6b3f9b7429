import {dirname} from 'node:path'

import {apiServersAmong} from '../configuration/api-server/api-servers-among.js'
import type {ReadFile} from '../configuration/file-fault.js'
import {checkStdin, discover, type Discovered, stdinPath} from '../io/discover.js'
import {neighbourhoodOf} from '../io/neighbourhood.js'
import {isBelow, openFile} from '../io/open-file.js'
import {defaultPolicyPaths, without} from '../io/policy-paths.js'
import {readSources, specialSource, stdinName} from '../io/read-sources.js'
import {Repository} from '../repository/repository.js'
import type {SkippedFile} from '../repository/skipped.js'
import type {SourceFile} from '../source/source-file.js'

/** Files that were read, and what the user should know about it. */
export interface Inputs {
  readonly sources: readonly SourceFile[]
  readonly warnings: readonly string[]
  /** The files of directories and globs that are no manifests. */
  readonly skipped: readonly SkippedFile[]
  /** True when there is no other file. */
  readonly areAllSkipped: boolean
  /** What the files are for each other; absent where every file is taken as it stands. */
  readonly repository?: Repository
}

/** What a simulation reads. */
export interface SimulationInputs {
  readonly files: readonly SourceFile[]
  readonly policies: readonly SourceFile[]
  readonly existing: readonly SourceFile[]
  /** False when the policies are those of the folders in which they lie by convention. */
  readonly arePoliciesNamed: boolean
  readonly warnings: readonly string[]
  /** The files of directories and globs that are no manifests. Folders that nobody named do not count. */
  readonly skipped: readonly SkippedFile[]
  /** True when every file is skipped behind the paths of one role: those to send, the existing objects or the policies. */
  readonly areAllSkipped: boolean
  readonly repository?: Repository
}

/** The files that somebody has named, or that are in folders that somebody has named. */
export const namedSources = ({files, existing, policies, arePoliciesNamed}: Pick<SimulationInputs, 'files' | 'existing' | 'policies' | 'arePoliciesNamed'>): readonly SourceFile[] =>
  [...files, ...existing, ...arePoliciesNamed ? policies : []]

/** Which files count among those that are found. */
export interface InputChoice {
  /** What to leave out of directories and globs. */
  readonly exclude?: readonly string[] | undefined
  /** True to take every file for a manifest. */
  readonly strict?: boolean | undefined
}

/** The path arguments of a simulation, as they were given. */
export interface SimulationPaths extends InputChoice {
  readonly files: readonly string[]
  /** What has been rendered: it is sent before the files. */
  readonly rendered?: readonly SourceFile[]
  readonly policies?: readonly string[] | undefined
  readonly existing?: readonly string[] | undefined
  /** A file with another part, which is no manifest wherever it lies. */
  readonly apart?: string | undefined
}

/**
 * Reads the files behind path arguments, each once. Of those in directories and behind globs only the manifests are taken.
 *
 * @throws UsageError for a path that is not there
 */
export async function readInputs(paths: readonly string[], choice: InputChoice = {}): Promise<Inputs> {
  const found = await find(paths, choice)
  const read = [...await readSources(found.files, found.mayRepeat), ...found.special]
  const repository = repositoryOf(found.discovered, read, choice)
  const result = recognized(found.discovered, read, repository)
  const skipped = [...result.skipped, ...found.outside]
  return {
    sources: result.sources, skipped, areAllSkipped: isAllSkipped(result.sources, skipped), warnings: [...found.warnings, ...emptyInput(read)],
    ...repository && {repository},
  }
}

/**
 * Reads what a simulation needs. No file is read in two roles: what is to be sent is not taken for a policy as well.
 *
 * @throws UsageError as readInputs does, and when standard input is asked for twice
 */
export async function readSimulationInputs(paths: SimulationPaths): Promise<SimulationInputs> {
  const {apart, rendered = [], existing: existingPaths = [], policies: policyPaths = policyPathsFor(paths)} = paths
  checkStdin([...paths.files, ...policyPaths, ...existingPaths])
  const others = apart === undefined ? [] : [apart]
  const files = await find(paths.files, paths)
  const existing = await find(existingPaths, paths)
  const policies = await find(policyPaths, paths)
  const read = {
    files: [...await readSources(without(files.files, others), files.mayRepeat), ...files.special],
    existing: [...await readSources(without(existing.files, [...files.files, ...others]), existing.mayRepeat), ...existing.special],
    policies: [...await readSources(without(policies.files, [...files.files, ...existing.files, ...others]), policies.mayRepeat), ...policies.special],
  }
  const all = [...files.discovered, ...existing.discovered, ...policies.discovered]
  const repository = repositoryOf(all, [...read.files, ...read.existing, ...read.policies], paths)
  const [sent, there] = [recognized(all, read.files, repository), recognized(all, read.existing, repository)]
  const inForce = withServers(recognized(all, read.policies, repository), read.policies)
  const arePoliciesNamed = paths.policies !== undefined
  return {
    files: [...rendered, ...sent.sources], existing: there.sources, policies: inForce.sources, arePoliciesNamed,
    // Folders that nobody named may well hold nothing.
    warnings: [
      ...files.warnings, ...existing.warnings, ...arePoliciesNamed ? policies.warnings : [], ...emptyInput([...read.files, ...read.existing, ...read.policies]),
    ],
    areAllSkipped: (rendered.length === 0 && isAllSkipped(sent.sources, [...sent.skipped, ...files.outside]))
      || isAllSkipped(there.sources, [...there.skipped, ...existing.outside])
      || (arePoliciesNamed && isAllSkipped(inForce.sources, [...inForce.skipped, ...policies.outside])),
    skipped: [
      ...sent.skipped, ...files.outside, ...there.skipped, ...existing.outside, ...arePoliciesNamed ? [...inForce.skipped, ...policies.outside] : [],
    ],
    ...repository && {repository},
  }
}

/** What the user should know of standard input that has nothing in it: the program before the pipe may have failed. */
const emptyInput = (sources: readonly SourceFile[]): string[] =>
  sources.some(({path, text, unreadable}) => path === stdinName && text === '' && unreadable === undefined) ? ['Warning: standard input is empty: nothing was read'] : []

/** Where policies are when nobody says: what is rendered has its policies in itself. */
const policyPathsFor = ({files, rendered = []}: SimulationPaths): readonly string[] =>
  files.length === 0 && rendered.length > 0 ? [] : defaultPolicyPaths(files)

interface Found {
  readonly discovered: readonly Discovered[]
  readonly files: readonly string[]
  readonly special: readonly SourceFile[]
  readonly outside: readonly SkippedFile[]
  readonly warnings: readonly string[]
  /** False where no two of the files can be one. */
  readonly mayRepeat: boolean
}

async function find(paths: readonly string[], {exclude = []}: InputChoice): Promise<Found> {
  const discovered = await discover(paths, exclude)
  const empty = discovered.filter(({files, special, outside}) => files.length + special.length + outside.length === 0)
  return {
    discovered,
    files: [...new Set(discovered.flatMap(({files}) => files))],
    special: [...new Set(discovered.flatMap(({special}) => special))].map(specialSource),
    outside: [...new Set(discovered.flatMap(({outside}) => outside))].map(leadsOutside),
    mayRepeat: discovered.length > 1 || discovered.some(({mayRepeat}) => mayRepeat),
    warnings: empty.map(({argument}) => `Warning: there are no .yaml, .yml or .json files in ${argument}`),
  }
}

const leadsOutside = (path: string): SkippedFile => ({path, reason: 'link-outside', detail: 'what it leads to is not in the repository: name the link itself to have it read'})

/** Undefined where every file is a manifest: because the user says so, or names each of them. */
function repositoryOf(found: readonly Discovered[], sources: readonly SourceFile[], {strict = false}: InputChoice): Repository | undefined {
  return strict || found.every(({isNamed}) => isNamed) ? undefined : new Repository(neighbourhoodOf(found, sources))
}

type Recognized = Pick<Inputs, 'sources' | 'skipped'>

const isAllSkipped = (sources: readonly unknown[], skipped: readonly unknown[]): boolean => sources.length === 0 && skipped.length > 0

/** The manifests among files, and the others. */
function recognized(found: readonly Discovered[], sources: readonly SourceFile[], repository: Repository | undefined): Recognized {
  if (repository === undefined) return {sources, skipped: []}
  const named = new Set(found.filter(({isNamed}) => isNamed).flatMap(({files}) => files.map((file) => file === stdinPath ? stdinName : file)))
  const {manifests, skipped} = repository.recognize(sources.map((source) => ({source, isNamed: named.has(source.path)})))
  return {sources: manifests, skipped}
}

/** The policies with the files that set the API server up, which are no manifests: no server takes a configuration of kubeadm. */
function withServers({sources, skipped}: Recognized, read: readonly SourceFile[]): Recognized {
  const paths = new Set(skipped.map(({path}) => path))
  const servers = new Set(read.filter((source) => paths.has(source.path) && apiServersAmong([source]).length > 0))
  const manifests = new Set(sources)
  return servers.size === 0 ? {sources, skipped} : {
    sources: read.filter((source) => manifests.has(source) || servers.has(source)),
    skipped: skipped.filter(({path}) => ![...servers].some((server) => server.path === path)),
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

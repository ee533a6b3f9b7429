import {dirname, resolve} from 'node:path'

import {findApiServers} from '../configuration/api-server/find-api-servers.js'
import type {ReadFile} from '../configuration/file-error.js'
import {checkStdin, discover, type Discovered, stdinPath} from '../io/discover.js'
import {MatchBudget} from '../io/match-budget.js'
import {neighbourhoodOf} from '../io/neighbourhood.js'
import {isBelow, openFile} from '../io/open-file.js'
import {defaultPolicyPaths, without} from '../io/policy-paths.js'
import {readSources, specialSource, stdinName} from '../io/read-sources.js'
import {rootOf} from '../io/repository-root.js'
import {Repository} from '../repository/repository.js'
import type {SkippedFile} from '../repository/skipped.js'
import {RunBudget} from '../source/run-budget.js'
import type {SourceFile} from '../source/source-file.js'
import {isTestFile} from '../test-file/test-file-name.js'

/** Files that were read, with warnings for the user. */
export interface Inputs {
  readonly sources: readonly SourceFile[]
  readonly warnings: readonly string[]
  /** The files in directories and globs that are not manifests. */
  readonly skipped: readonly SkippedFile[]
  /** True if the paths have files that are excluded. */
  readonly hasExcluded: boolean
  /** True if every file is skipped or excluded. */
  readonly areAllSkipped: boolean
  /** The relations between the files; absent if each file is read on its own. */
  readonly repository?: Repository
  /** Limits the other files of the run, such as rendered ones. */
  readonly budget: RunBudget
}

/** The inputs of a simulation. */
export interface SimulationInputs {
  readonly files: readonly SourceFile[]
  readonly trees: readonly SourceFile[]
  readonly policies: readonly SourceFile[]
  readonly existing: readonly SourceFile[]
  /** False if the policies are read from the default folders. */
  readonly arePoliciesNamed: boolean
  readonly warnings: readonly string[]
  /** The files in directories and globs that are not manifests, except in default folders. */
  readonly skipped: readonly SkippedFile[]
  /** True if every file of one role is skipped or excluded: objects to send, existing objects or policies. */
  readonly areAllSkipped: boolean
  readonly repository?: Repository
}

/** Returns all files except those from default folders. */
export const namedSources = ({files, trees, existing, policies, arePoliciesNamed}: Omit<SimulationInputs, 'warnings' | 'skipped' | 'areAllSkipped'>): readonly SourceFile[] =>
  [...files, ...trees, ...existing, ...arePoliciesNamed ? policies : []]

/** Options for selecting manifests among the found files. */
export interface InputChoice {
  /** Files to exclude from directories and globs. */
  readonly exclude?: readonly string[] | undefined
  /** True to treat every file as a manifest. */
  readonly strict?: boolean | undefined
  /** True to read test files in directories and globs, too. */
  readonly includesTests?: boolean | undefined
  /** True to read files that configure the API server in directories and globs, too. */
  readonly includesServers?: boolean | undefined
}

/** The path arguments of a simulation, as given. */
export interface SimulationPaths extends InputChoice {
  readonly files: readonly string[]
  /** Paths with both policies and objects to send. */
  readonly trees?: readonly string[]
  /** Rendered manifests, which are sent before the files. */
  readonly rendered?: readonly SourceFile[]
  /** Rendered manifests with both policies and objects to send. */
  readonly renderedTrees?: readonly SourceFile[]
  readonly policies?: readonly string[] | undefined
  readonly existing?: readonly string[] | undefined
  /** A file for another purpose, which is never a manifest. */
  readonly apart?: string | undefined
}

/**
 * Reads the files of path arguments, each once. From directories and globs, returns only manifests.
 *
 * @param budget limits the size of these files together with the other files of the run
 * @param matching limits the steps of matching globs, together with those of other paths of the run
 * @throws UsageError for a path that does not exist
 */
export async function readInputs(paths: readonly string[], choice: InputChoice = {}, budget = new RunBudget(), matching = new MatchBudget()): Promise<Inputs> {
  const found = await find(paths, choice, matching)
  const read = [...await readSources(found.files, budget, found.mayRepeat), ...found.special]
  const repository = repositoryOf(found.discovered, read, choice)
  const manifests = recognized(found.discovered, read, repository, choice)
  const withTests = choice.includesTests === true ? withSkipped(manifests, read, isTestFile) : manifests
  const result = choice.includesServers === true ? withServers(withTests, read) : withTests
  const skipped = [...result.skipped, ...found.outside]
  return {
    sources: budget.admit(result.sources), skipped, hasExcluded: found.hasExcluded, areAllSkipped: isAllSkipped(result.sources, skipped, found),
    warnings: [...found.warnings, ...result.warnings, ...emptyInput(read)],
    budget, ...repository && {repository},
  }
}

/**
 * Reads the inputs of a simulation. Each file has one role: a file to send is not read as a policy too.
 *
 * @throws UsageError as readInputs does, and if standard input is given twice
 */
export async function readSimulationInputs(paths: SimulationPaths): Promise<SimulationInputs> {
  const {apart, trees: treePaths = [], rendered = [], renderedTrees = [], existing: existingPaths = []} = paths
  const budget = new RunBudget()
  checkStdin([...paths.files, ...treePaths, ...paths.policies ?? [], ...existingPaths])
  const others = apart === undefined ? [] : [apart]
  const matching = new MatchBudget()
  const files = await find(paths.files, paths, matching)
  const trees = await find(treePaths, paths, matching)
  const existing = await find(existingPaths, paths, matching)
  const policies = await find(paths.policies ?? defaultPolicies([...files.discovered, ...trees.discovered], [...rendered, ...renderedTrees]), paths, matching)
  const read = {
    files: await readFound(files, others, budget),
    trees: await readFound(trees, [...files.files, ...others], budget),
    existing: await readFound(existing, [...files.files, ...trees.files, ...others], budget),
    policies: await readFound(policies, [...files.files, ...trees.files, ...existing.files, ...others], budget),
  }
  const all = [...files.discovered, ...trees.discovered, ...existing.discovered, ...policies.discovered]
  const repository = repositoryOf(all, [...read.files, ...read.trees, ...read.existing, ...read.policies], paths)
  const [sent, there] = [recognized(all, read.files, repository, paths), recognized(all, read.existing, repository, paths)]
  const mixed = withServers(recognized(all, read.trees, repository, paths), read.trees)
  const inForce = withServers(recognized(all, read.policies, repository, paths), read.policies)
  const arePoliciesNamed = paths.policies !== undefined
  return {
    files: budget.admit([...rendered, ...sent.sources]), trees: budget.admit([...renderedTrees, ...mixed.sources]),
    existing: budget.admit(there.sources), policies: budget.admit(inForce.sources), arePoliciesNamed,
    // Default folders may be empty.
    warnings: [
      ...files.warnings, ...trees.warnings, ...existing.warnings, ...arePoliciesNamed ? policies.warnings : [],
      ...sent.warnings, ...mixed.warnings, ...there.warnings, ...inForce.warnings,
      ...emptyInput([...read.files, ...read.trees, ...read.existing, ...read.policies]),
    ],
    areAllSkipped: (rendered.length === 0 && isAllSkipped(sent.sources, [...sent.skipped, ...files.outside], files))
      || (renderedTrees.length === 0 && isAllSkipped(mixed.sources, [...mixed.skipped, ...trees.outside], trees))
      || (!sharesFiles(existing, [files, trees]) && isAllSkipped(there.sources, [...there.skipped, ...existing.outside], existing))
      || (arePoliciesNamed && !sharesFiles(policies, [files, trees, existing])
        && isAllSkipped(inForce.sources, [...inForce.skipped, ...policies.outside], policies)),
    skipped: eachOnce([
      ...sent.skipped, ...files.outside, ...mixed.skipped, ...trees.outside, ...there.skipped, ...existing.outside,
      ...arePoliciesNamed ? [...inForce.skipped, ...policies.outside] : [],
    ]),
    ...repository && {repository},
  }
}

/** Returns each file once: one that leads outside may be below the paths of several roles. */
const eachOnce = (skipped: readonly SkippedFile[]): SkippedFile[] => [...new Map(skipped.map((file) => [file.path, file])).values()]

/** True if another role reads files of a role. */
function sharesFiles({files}: Found, others: readonly Found[]): boolean {
  const read = new Set(others.flatMap((other) => other.files))
  return files.some((file) => read.has(file))
}

/** Reads the files of one role, except those of other roles. */
const readFound = async ({files, mayRepeat, special}: Found, others: readonly string[], budget: RunBudget): Promise<SourceFile[]> =>
  [...await readSources(without(files, others), budget, mayRepeat), ...special]

/** Warns about empty standard input: the program before the pipe may have failed. */
const emptyInput = (sources: readonly SourceFile[]): string[] =>
  sources.some(({path, text, unreadable}) => path === stdinName && text === '' && unreadable === undefined) ? ['Warning: standard input is empty: nothing was read'] : []

/** Returns the default paths of policies. Rendered manifests contain their own policies. */
const defaultPolicies = (found: readonly Discovered[], rendered: readonly SourceFile[]): readonly string[] =>
  found.length === 0 && rendered.length > 0 ? [] : defaultPolicyPaths(found)

interface Found {
  readonly discovered: readonly Discovered[]
  readonly files: readonly string[]
  readonly special: readonly SourceFile[]
  readonly outside: readonly SkippedFile[]
  readonly warnings: readonly string[]
  /** True if files of the paths are excluded. */
  readonly hasExcluded: boolean
  /** False if no two of the paths can lead to the same file. */
  readonly mayRepeat: boolean
}

async function find(paths: readonly string[], {exclude = []}: InputChoice, matching: MatchBudget): Promise<Found> {
  const discovered = await discover(paths, exclude, matching)
  const empty = discovered.filter(({files, special, outside}) => files.length + special.length + outside.length === 0)
  return {
    discovered,
    files: [...new Set(discovered.flatMap(({files}) => files))],
    special: [...new Set(discovered.flatMap(({special}) => special))].map(specialSource),
    outside: [...new Set(discovered.flatMap(({outside}) => outside))].map(leadsOutside),
    mayRepeat: discovered.length > 1 || discovered.some(({mayRepeat}) => mayRepeat),
    hasExcluded: discovered.some(({hasExcluded}) => hasExcluded),
    warnings: empty.map(({argument, hasExcluded}) => hasExcluded ? `Warning: all .yaml, .yml and .json files in ${argument} are excluded` : `Warning: there are no .yaml, .yml or .json files in ${argument}`),
  }
}

const leadsOutside = (path: string): SkippedFile => ({path, reason: 'link-outside', detail: 'its target is not in the repository: name the link itself to read it'})

/** Returns the repository of the files, or undefined if every file is a manifest: with --strict, or if each is named. */
function repositoryOf(found: readonly Discovered[], sources: readonly SourceFile[], {strict = false}: InputChoice): Repository | undefined {
  return strict || found.every(({isNamed}) => isNamed) ? undefined : new Repository(neighbourhoodOf(found, sources))
}

type Recognized = Pick<Inputs, 'sources' | 'skipped' | 'warnings'>

const isAllSkipped = (sources: readonly unknown[], skipped: readonly unknown[], {hasExcluded}: Pick<Found, 'hasExcluded'>): boolean =>
  sources.length === 0 && (skipped.length > 0 || hasExcluded)

/** Separates the manifests from the other files. Skips test files that the user named, too, with a warning. */
function recognized(
  found: readonly Discovered[], sources: readonly SourceFile[], repository: Repository | undefined, {strict = false, includesTests = false}: InputChoice,
): Recognized {
  const named = new Set(found.filter(({isNamed}) => isNamed).flatMap(({files}) => files.map((file) => file === stdinPath ? stdinName : file)))
  const tests = strict || includesTests ? [] : sources.filter((source) => named.has(source.path) && source.unreadable === undefined && isTestFile(source))
  const others = tests.length === 0 ? sources : sources.filter((source) => !tests.includes(source))
  const {manifests, skipped} = repository?.recognize(others.map((source) => ({source, isNamed: named.has(source.path)}))) ?? {manifests: others, skipped: []}
  return {
    sources: manifests, skipped: [...skipped, ...tests.map(({path}): SkippedFile => ({path, reason: 'tool-file', detail: 'kadm test'}))],
    warnings: tests.map(({path}) => `Warning: ${path} is a test file, which has no objects: kadm test runs it`),
  }
}

/** Adds the files that configure the API server, such as kubeadm configurations, to the policies. They are not manifests. */
const withServers = (recognized: Recognized, read: readonly SourceFile[]): Recognized =>
  withSkipped(recognized, read, (source) => findApiServers([source]).length > 0)

/** Adds some of the skipped files. Keeps the order. */
function withSkipped({sources, skipped, warnings}: Recognized, read: readonly SourceFile[], isWanted: (source: SourceFile) => boolean): Recognized {
  const paths = new Set(skipped.map(({path}) => path))
  const wanted = new Set(read.filter((source) => paths.has(source.path) && isWanted(source)))
  const manifests = new Set(sources)
  return wanted.size === 0 ? {sources, skipped, warnings} : {
    sources: read.filter((source) => manifests.has(source) || wanted.has(source)),
    skipped: skipped.filter(({path}) => ![...wanted].some((source) => source.path === path)), warnings,
  }
}

/**
 * Returns a reader for the files that configurations among the sources name. It reads only files in the repository of a source: an
 * untrusted configuration must not copy other files into a report.
 */
export function configurationReader(sources: readonly SourceFile[]): ReadFile {
  const current = process.cwd()
  // Found on demand: few configurations name files.
  let roots: readonly string[] | undefined
  const skipReason = 'it is outside the repository of the given files'
  return (path) => {
    roots ??= [...new Set([...new Set(sources.map((source) => resolve(current, dirname(source.path))))].map(rootOf))]
    return roots.some((root) => isBelow(path, root)) ? openFile(path) : {operation: 'open', errorNumber: 0xd, skipReason}
  }
}

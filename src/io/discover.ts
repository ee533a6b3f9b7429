import {type Dirent, readdir, readdirSync, type Stats, statSync} from 'node:fs'
import {dirname, join, posix, relative} from 'node:path'

import {compareText} from '../machinery/go/text.js'
import {isKustomizationName} from '../repository/neighbourhood.js'
import {UsageError} from '../usage-error.js'
import {isPattern, plainPatterns, widened} from './glob-pattern.js'
import {MatchBudget} from './match-budget.js'
import {pathMatcher} from './path-matcher.js'
import {leavesRepository} from './repository-root.js'

/** Standard input, as an argument. */
export const stdinPath = '-'

/**
 * Checks that standard input is given at most once.
 *
 * @param paths All paths of a run; undefined for flags that are not given
 * @throws UsageError if "-" occurs twice
 */
export function checkStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === stdinPath).length > 1) throw new UsageError('standard input can be read only once: give one "-"')
}

/** The files found for a path argument. */
export interface Discovered {
  readonly argument: string
  /** The files, sorted; `-` for standard input. Includes folders that cannot be listed, so that they are reported as unreadable. */
  readonly files: readonly string[]
  /** The folders among the files: those that cannot be listed. */
  readonly unlisted: readonly string[]
  /** Pipes, sockets and devices with the name of a manifest. They are not read, as reading could take forever. */
  readonly special: readonly string[]
  /** Links in directories and globs that lead out of the repository. They are not followed. */
  readonly outside: readonly string[]
  /** True if the argument has files that are excluded. */
  readonly hasExcluded: boolean
  /** True if the argument names a file or standard input. */
  readonly isNamed: boolean
  /** The kustomizations in a directory or glob, including excluded ones. */
  readonly kustomizations: readonly string[]
  /** True if two of the paths may lead to the same file. */
  readonly mayRepeat: boolean
}

type Found = Omit<Discovered, 'argument' | 'hasExcluded'>

/**
 * Finds the files of path arguments: a file itself, all manifests below a directory, or the matches of a glob. Skips folders
 * that begin with a dot and node_modules, and does not follow links to folders or out of the repository. Paths that cannot be
 * listed or followed are returned too, so that reading them reports the error.
 *
 * @param exclude Files, directories and globs to exclude from directories and globs, but not files that an argument names
 * @param budget The budget of a run, if there are several searches
 * @throws UsageError for a path that does not exist, a glob without matches, and a pattern that would take too long
 */
export async function discover(paths: readonly string[], exclude: readonly string[] = [], budget = new MatchBudget()): Promise<Discovered[]> {
  const isExcluded = await pathMatcher(exclude, {budget})
  const found: Discovered[] = []
  for (const argument of paths) {
    const matched = await filesOf(argument, budget)
    const isIncluded = (file: string): boolean => file === argument || !isExcluded(file)
    const {files, special, outside} = matched
    found.push({
      ...matched, argument, files: files.filter(isIncluded), special: special.filter(isIncluded), outside: outside.filter(isIncluded),
      hasExcluded: ![...files, ...special, ...outside].every(isIncluded),
    })
  }
  return found
}

/**
 * Reports whether a pattern matches anything on the disk.
 *
 * @throws UsageError for a pattern that would take too long
 */
export const hasMatch = async (pattern: string, budget = new MatchBudget()): Promise<boolean> =>
  (await entriesThatMatch(pattern, {dot: true, caseSensitiveMatch: true}, budget)).length > 0

async function filesOf(argument: string, budget: MatchBudget): Promise<Found> {
  if (argument === stdinPath) return named(stdinPath)
  const kind = kindAt(argument)
  if (kind === 'directory') return manifestsBelow(argument)
  if (kind !== 'nothing') return named(argument)
  const found = isPattern(argument) ? await glob(argument, budget) : sorted([])
  // The shell may have matched a file whose name Node.js cannot decode.
  if (found.files.length === 0 && mayBeInvalid(argument)) return named(argument)
  if (found.files.length + found.special.length + found.outside.length === 0) throw new UsageError(`the path ${JSON.stringify(argument)} does not exist`)
  return found
}

const named = (file: string): Found => ({files: [file], unlisted: [], special: [], outside: [], isNamed: true, kustomizations: [], mayRepeat: false})

type PathKind = 'file' | 'directory' | 'special' | 'unreadable' | 'nothing'

/** Returns the kind of the file at a path, following links. */
export function kindAt(path: string): PathKind {
  try {
    const stats = statSync(path, {throwIfNoEntry: false})
    if (stats === undefined) return 'nothing'
    if (stats.isDirectory()) return 'directory'
    return stats.isFile() ? 'file' : 'special'
  } catch {
    return 'unreadable'
  }
}

/** Returns the status of the file at a path, or undefined if it does not exist. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false})
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Returns the error for a file that exists and cannot be read. */
export const unreadable = (path: string, cause: unknown): UsageError => new UsageError(`cannot read ${JSON.stringify(path)}: ${reason(cause)}`, [], {cause})

/** Returns the message of a system error without its code and the call: `permission denied`. */
export const reason = (error: unknown): string => error instanceof Error ? error.message.replace(/^\w+: |, \w+(?: '.*')?$/g, '') : String(error)

/** Returns the patterns for globby: without braces, and for each directory one that matches all below it. */
const toPatterns = (path: string): string[] => plainPatterns(path).map(orBelow)

/** Returns the pattern, or for a directory the pattern of all below it. */
const orBelow = (pattern: string): string => kindAt(pattern) === 'directory' ? posix.join(pattern, '**') : pattern

interface Entry {
  readonly path: string
  readonly dirent: Dirent
}

/** The files that a pattern matches, sorted. */
async function glob(pattern: string, budget: MatchBudget): Promise<Found> {
  const folders: string[] = []
  const entries = await entriesThatMatch(pattern, {ignore: ['**/node_modules/**'], dot: false, caseSensitiveMatch: false}, budget, (folder) => folders.push(folder))
  const found = sorted([...entries.map(({dirent, path}) => ({path, kind: kindOf(dirent, path, dirname(path))})), ...folders.map((path) => ({path, kind: 'unlisted' as const}))])
  // A folder in the pattern may be a link.
  return {...found, mayRepeat: true}
}

interface GlobOptions {
  readonly dot: boolean
  readonly caseSensitiveMatch: boolean
  readonly ignore?: string[]
}

/**
 * Returns the files and folders that a pattern matches. Patterns for which globby would take too long are widened for it.
 *
 * @param onUnlisted gets the folders that cannot be listed, except those that do not exist
 * @throws UsageError for a pattern that would take too long, and when the budget is used up
 */
async function entriesThatMatch(pattern: string, options: GlobOptions, budget: MatchBudget, onUnlisted?: (folder: string) => void): Promise<Entry[]> {
  const {globby} = await import('globby')
  const patterns = toPatterns(pattern)
  const {dot, caseSensitiveMatch} = options
  const searched = patterns.map(widened)
  const difficult = patterns.filter((each, i) => each !== searched[i])
  const excluding = difficult.find((each) => each.startsWith('!'))
  if (excluding !== undefined) throw new UsageError(`the pattern ${JSON.stringify(excluding)} has too many wildcards after "!": at most one "*" in each name and one "**"`)
  budget.spend(stepsOfGlob)
  const reading = new FolderReading(searched, budget, onUnlisted)
  const entries = await globby(searched, {
    ...options, followSymbolicLinks: false, expandDirectories: false, onlyFiles: false, objectMode: true, suppressErrors: true,
    // The part of a pattern that is not searched for may name hidden files.
    dot: dot || difficult.some((each) => /(?:^|\/)\./.test(each)), fs: {readdir: reading.readdir},
  }) as unknown as Entry[]
  reading.check()
  if (difficult.length === 0) return entries
  const isMatch = await pathMatcher(patterns, {dot, nocase: !caseSensitiveMatch, budget})
  return entries.filter(({path}) => isMatch(path))
}

/** Steps of each search, and of each entry of a folder that it finds. */
const [stepsOfGlob, stepsOfEntry] = [50_000, 100]

/** The characters of a pattern that take a step for each name in a path. */
const charactersOfStep = 4

type OnEntries = (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void

/** Lists folders for globby within a budget. */
class FolderReading {
  private error: unknown

  constructor(
    private readonly patterns: readonly string[],
    private readonly budget: MatchBudget,
    private readonly onUnlisted: ((folder: string) => void) | undefined,
  ) {}

  /** Lists no more folders when the budget is used up. */
  readonly readdir = ((path: string, options: {readonly withFileTypes: true}, callback: OnEntries): void =>
    readdir(path, options, (error, entries) => {
      if (error !== null && ((error.code !== 'ENOENT' && error.code !== 'ENOTDIR') || mayBeInvalid(path))) this.onUnlisted?.(relative(process.cwd(), path))
      callback(error, error === null && this.spend(path, entries.length) ? entries : [])
    })) as unknown as typeof readdir

  /** @throws UsageError if the budget was used up */
  check(): void {
    if (this.error !== undefined) throw this.error as Error
  }

  private spend(folder: string, entries: number): boolean {
    const depth = folder.split(/[\\/]/).length
    try {
      for (const {length} of this.patterns) this.budget.spend(entries * (stepsOfEntry + depth * length / charactersOfStep))
      return true
    } catch (error) {
      this.error = error
      return false
    }
  }
}

/** True for entries that are skipped below a directory. */
export const isSkipped = ({name}: Dirent): boolean => name.startsWith('.') || name === 'node_modules'

/** Returns the YAML and JSON files below a directory, sorted. Does not use globby, which takes longer to load than a short run. */
function manifestsBelow(directory: string): Found {
  const found: FoundPath[] = []
  const folders = [directory]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder)
    if (entries === undefined) found.push({path: folder, kind: 'unlisted'})
    const prefix = prefixOf(folder)
    for (const dirent of entries ?? []) {
      if (isSkipped(dirent)) continue
      const path = prefix + dirent.name
      if (dirent.isDirectory()) folders.push(path)
      else if (/\.(?:ya?ml|json)$/i.test(dirent.name)) found.push({path, kind: kindOf(dirent, path, directory), isLink: dirent.isSymbolicLink()})
      else if (isKustomizationName(dirent.name)) found.push({path, kind: 'kustomization'})
    }
  }
  return sorted(found)
}

/** Returns the prefix of the paths of a folder's entries. Joining each path takes longer than listing the folder. */
const prefixOf = (folder: string): string => join(folder, '-').slice(0, -1)

interface FoundPath {
  readonly path: string
  /**
   * `kustomization`: one without an extension, which is not a manifest. `outside`: a link out of the repository. `unlisted`: a folder
   * that cannot be listed.
   */
  readonly kind: PathKind | 'kustomization' | 'outside' | 'unlisted'
  readonly isLink?: boolean
}

function sorted(found: readonly FoundPath[]): Found {
  const pathsOf = (...kinds: FoundPath['kind'][]): string[] => found.filter(({kind}) => kinds.includes(kind)).map(({path}) => path).sort(compareText)
  // The target of a link may not exist.
  const files = pathsOf('file', 'unreadable', 'unlisted', 'nothing')
  const kustomizations = [...files.filter(isKustomizationName), ...pathsOf('kustomization')]
  return {files, unlisted: pathsOf('unlisted'), special: pathsOf('special'), outside: pathsOf('outside'), isNamed: false, kustomizations, mayRepeat: found.some(({isLink = false}) => isLink)}
}

/** Returns the entries of a folder, or undefined if it cannot be listed. */
export function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch {
    return undefined
  }
}

/** Returns the kind of an entry. Links are followed unless they lead out of both the given folder and the repository. */
function kindOf(dirent: Dirent, path: string, folder: string): PathKind | 'outside' {
  if (dirent.isFile()) return 'file'
  if (dirent.isSymbolicLink()) return leavesRepository(path, folder) ? 'outside' : kindAt(path)
  return dirent.isDirectory() ? 'directory' : 'special'
}

/** True for a name that may not be valid UTF-8: Node.js decodes such bytes to U+FFFD and then cannot find the file. */
export const mayBeInvalid = (path: string): boolean => path.includes('\ufffd')

/** The reason why a file with such a name cannot be read. */
export const invalidName = 'its name is not valid UTF-8: rename it'

/**
 * Returns the symbolic links below a folder.
 *
 * @throws UsageError for a folder that cannot be read
 */
export function linksBelow(folder: string): string[] {
  if (statsOf(folder)?.isDirectory() !== true) return []
  try {
    const entries = readdirSync(folder, {recursive: true, withFileTypes: true})
    return entries.filter((entry) => entry.isSymbolicLink()).map(({parentPath, name}) => join(parentPath, name))
  } catch (error) {
    throw unreadable(folder, error)
  }
}

import {type Dirent, readdir, readdirSync, type Stats, statSync} from 'node:fs'
import {dirname, join, posix, relative, resolve} from 'node:path'

import {compareText} from '../machinery/go-text.js'
import {isKustomizationName} from '../repository/neighbourhood.js'
import {UsageError} from '../usage-error.js'
import {mayBeInvalid} from './file-names.js'
import {expanded, isPattern, patternFault} from './glob-pattern.js'
import {leavesRepository} from './repository-root.js'

/** Standard input, as an argument. */
export const stdinPath = '-'

/**
 * Checks that standard input is asked for at most once.
 *
 * @param paths all paths of a run; those that were not given are undefined
 * @throws UsageError where "-" stands among them twice
 */
export function checkStdin(paths: readonly (string | undefined)[]): void {
  if (paths.filter((path) => path === stdinPath).length > 1) throw new UsageError('standard input can be read only once: give one "-"')
}

/** What a path argument stands for. */
export interface Discovered {
  readonly argument: string
  /** The files, sorted; `-` for standard input. Folders that cannot be listed are among them: they cannot be read. */
  readonly files: readonly string[]
  /** Pipes, sockets and devices that have the name of a manifest: to read them could take forever. */
  readonly special: readonly string[]
  /** Links in directories and behind globs that lead out of the repository: what they lead to is nothing that was given. */
  readonly outside: readonly string[]
  /** True of a file that the argument names, and of standard input. */
  readonly isNamed: boolean
  /** The kustomizations behind a directory or glob, excluded ones too. */
  readonly kustomizations: readonly string[]
  /** True where two of the files may be one. */
  readonly mayRepeat: boolean
}

type Found = Omit<Discovered, 'argument'>

/**
 * Finds the files behind path arguments: a file is itself, a directory all manifests below it (folders that begin with a
 * dot and node_modules left out, links to folders and out of the repository not followed), anything else a glob. What cannot be listed or followed is found
 * all the same, and cannot be read.
 *
 * @param exclude files, directories and globs to leave out of directories and globs; a file that is named itself is read
 * @throws UsageError for a path or glob that nothing is behind, and for a pattern that would take too long
 */
export async function discover(paths: readonly string[], exclude: readonly string[] = []): Promise<Discovered[]> {
  const excluded = await filesMatching(exclude)
  const found: Discovered[] = []
  for (const argument of paths) {
    const behind = await filesBehind(argument)
    const isIncluded = (file: string): boolean => excluded.size === 0 || file === argument || !excluded.has(resolve(file))
    const {files, special, outside} = behind
    found.push({...behind, argument, files: files.filter(isIncluded), special: special.filter(isIncluded), outside: outside.filter(isIncluded)})
  }
  return found
}

/**
 * What is behind files, directories and globs, as absolute paths; what is not there is behind none.
 *
 * @throws UsageError for a pattern that would take too long
 */
export async function filesMatching(patterns: readonly string[]): Promise<ReadonlySet<string>> {
  if (patterns.length === 0) return new Set()
  const {globby} = await import('globby')
  const files = await globby(patterns.flatMap(toPatterns), {
    absolute: true, dot: true, followSymbolicLinks: false, expandDirectories: false, onlyFiles: false, suppressErrors: true,
  })
  return new Set(files.map((file) => resolve(file)))
}

async function filesBehind(argument: string): Promise<Found> {
  if (argument === stdinPath) return named(stdinPath)
  const kind = kindAt(argument)
  if (kind === 'directory') return manifestsBelow(argument)
  if (kind !== 'nothing') return named(argument)
  const found = isPattern(argument) ? await glob(argument) : sorted([])
  // The shell may have found a file whose name says nothing to Node.js.
  if (found.files.length === 0 && mayBeInvalid(argument)) return named(argument)
  if (found.files.length + found.special.length + found.outside.length === 0) throw new UsageError(`the path ${JSON.stringify(argument)} does not exist`)
  return found
}

const named = (file: string): Found => ({files: [file], special: [], outside: [], isNamed: true, kustomizations: [], mayRepeat: false})

type PathKind = 'file' | 'directory' | 'special' | 'unreadable' | 'nothing'

/** What is at a path, where links lead. */
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

/** What is at a path, undefined for nothing. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false})
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** The error for something that is there and cannot be read. */
export const unreadable = (path: string, cause: unknown): UsageError => new UsageError(`cannot read ${JSON.stringify(path)}: ${reason(cause)}`, [], {cause})

/** What an error of the system says, without its code and the call: `permission denied`. */
export const reason = (error: unknown): string => error instanceof Error ? error.message.replace(/^\w+: |, \w+(?: '.*')?$/g, '') : String(error)

/**
 * What globby is given for a path: patterns without braces, and for each directory one for all that is below it. globby itself would stop at a
 * pattern that can be no path: one with a name that is too long, or below a file.
 */
function toPatterns(path: string): string[] {
  const pattern = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  const fault = patternFault(pattern)
  if (fault !== undefined) throw new UsageError(`the pattern ${JSON.stringify(path)} ${fault}`)
  return (expanded(pattern) ?? []).flatMap(orBelow)
}

/** A pattern, or the one for what is below the directory that it names; none for what no path can be. */
function orBelow(pattern: string): string[] {
  if (pattern === '' || pattern.includes('\u0000')) return []
  const [, not = '', path = ''] = /^(!?)(.*)$/s.exec(pattern) ?? []
  return [kindAt(path) === 'directory' ? `${not}${posix.join(path, '**')}` : pattern]
}

interface Entry {
  readonly path: string
  readonly dirent: Dirent
}

/** The files that a pattern matches, sorted. */
async function glob(pattern: string): Promise<Found> {
  const {globby} = await import('globby')
  const folders: string[] = []
  const entries = await globby(toPatterns(pattern), {
    followSymbolicLinks: false, expandDirectories: false, onlyFiles: false, objectMode: true,
    ignore: ['**/node_modules/**'], caseSensitiveMatch: false, suppressErrors: true,
    fs: {readdir: notingReaddir(folders)},
  }) as unknown as Entry[]
  const found = sorted([...entries.map(({dirent, path}) => ({path, kind: kindOf(dirent, path, dirname(path))})), ...folders.map((path) => ({path, kind: 'unreadable' as const}))])
  // A folder in the pattern may be a link.
  return {...found, mayRepeat: true}
}

/** Lists folders, and notes those that cannot be listed. What a pattern names and is not there is no such folder. */
function notingReaddir(folders: string[]): typeof readdir {
  const noting = (path: string, options: {readonly withFileTypes: true}, callback: (error: NodeJS.ErrnoException | null, entries: Dirent[]) => void): void =>
    readdir(path, options, (error, entries) => {
      if (error !== null && ((error.code !== 'ENOENT' && error.code !== 'ENOTDIR') || mayBeInvalid(path))) folders.push(relative(process.cwd(), path))
      callback(error, entries)
    })
  return noting as unknown as typeof readdir
}

/** True of what is never looked at below a directory. */
export const isLeftOut = ({name}: Dirent): boolean => name.startsWith('.') || name === 'node_modules'

/** The YAML and JSON files below a directory, sorted. Without globby, which takes longer to load than a short run has. */
function manifestsBelow(directory: string): Found {
  const found: FoundPath[] = []
  const folders = [directory]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = entriesOf(folder)
    if (entries === undefined) found.push({path: folder, kind: 'unreadable'})
    const prefix = prefixOf(folder)
    for (const dirent of entries ?? []) {
      if (isLeftOut(dirent)) continue
      const path = prefix + dirent.name
      if (dirent.isDirectory()) folders.push(path)
      else if (/\.(?:ya?ml|json)$/i.test(dirent.name)) found.push({path, kind: kindOf(dirent, path, directory), isLink: dirent.isSymbolicLink()})
      else if (isKustomizationName(dirent.name)) found.push({path, kind: 'kustomization'})
    }
  }
  return sorted(found)
}

/** What stands before the names in the paths of what is in a folder. To join each path anew takes longer than to list the folder. */
const prefixOf = (folder: string): string => join(folder, '-').slice(0, -1)

interface FoundPath {
  readonly path: string
  /** `kustomization` for one without an extension, which is no manifest; `outside` for a link out of the repository. */
  readonly kind: PathKind | 'kustomization' | 'outside'
  readonly isLink?: boolean
}

function sorted(found: readonly FoundPath[]): Found {
  const pathsOf = (...kinds: FoundPath['kind'][]): string[] => found.filter(({kind}) => kinds.includes(kind)).map(({path}) => path).sort(compareText)
  // What a link leads to may be gone.
  const files = pathsOf('file', 'unreadable', 'nothing')
  const kustomizations = [...files.filter(isKustomizationName), ...pathsOf('kustomization')]
  return {files, special: pathsOf('special'), outside: pathsOf('outside'), isNamed: false, kustomizations, mayRepeat: found.some(({isLink = false}) => isLink)}
}

/** The content of a folder; undefined for one that cannot be listed. */
function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch {
    return undefined
  }
}

/** Links to files count as files, but for those that lead out of the repository and of the folder that was given. */
function kindOf(dirent: Dirent, path: string, folder: string): PathKind | 'outside' {
  if (dirent.isFile()) return 'file'
  if (dirent.isSymbolicLink()) return leavesRepository(path, folder) ? 'outside' : kindAt(path)
  return dirent.isDirectory() ? 'directory' : 'special'
}

import {type Dirent, readdirSync, type Stats, statSync} from 'node:fs'
import {join, resolve} from 'node:path'

import {compareText} from '../machinery/go-text.js'
import {UsageError} from '../usage-error.js'

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
  /** The files, sorted; `-` for standard input. */
  readonly files: readonly string[]
}

/**
 * Finds the files behind path arguments: a file is itself, a directory all manifests below it (folders that begin with a
 * dot and node_modules left out, links to folders not followed), anything else a glob.
 *
 * @param exclude files, directories and globs to leave out of directories and globs; a file that is named itself is read
 * @throws UsageError for a path or glob that nothing is behind, and for one that cannot be read
 */
export async function discover(paths: readonly string[], exclude: readonly string[] = []): Promise<Discovered[]> {
  const excluded = await filesMatching(exclude)
  const found: Discovered[] = []
  for (const argument of paths) {
    const files = await filesBehind(argument)
    found.push({argument, files: files.filter((file) => file === argument || !excluded.has(resolve(file)))})
  }
  return found
}

/** The files behind files, directories and globs, as absolute paths; what is not there is behind none. */
export async function filesMatching(patterns: readonly string[]): Promise<ReadonlySet<string>> {
  if (patterns.length === 0) return new Set()
  const {globby} = await import('globby')
  const files = await globby(patterns.map(toSlashes), {
    absolute: true, dot: true, followSymbolicLinks: false, expandDirectories: true, suppressErrors: true,
  })
  return new Set(files.map((file) => resolve(file)))
}

async function filesBehind(argument: string): Promise<readonly string[]> {
  if (argument === stdinPath) return [stdinPath]
  const stats = statsOf(argument)
  if (stats?.isDirectory() === true) return manifestsBelow(argument)
  if (stats !== undefined) return [argument]
  const files = /[*?[\]{}!]/.test(argument) ? await readable(argument, () => glob(toSlashes(argument))) : []
  if (files.length === 0) throw new UsageError(`the path ${JSON.stringify(argument)} does not exist`)
  return files
}

/** What is at a path, undefined for nothing. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, {throwIfNoEntry: false})
  } catch (error) {
    throw unreadable(path, error)
  }
}

async function readable<T>(path: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(path, error)
  }
}

/** The error for something that is there and cannot be read. */
export const unreadable = (path: string, cause: unknown): UsageError => new UsageError(`cannot read ${JSON.stringify(path)}: ${reason(cause)}`, [], {cause})

/** What an error of the system says, without its code and the call: `permission denied`. */
export const reason = (error: unknown): string => error instanceof Error ? error.message.replace(/^\w+: |, \w+(?: '.*')?$/g, '') : String(error)

const toSlashes = (path: string): string => process.platform === 'win32' ? path.replaceAll('\\', '/') : path

interface Entry {
  readonly path: string
  readonly dirent: Dirent
}

/** The files that a pattern matches, sorted. */
async function glob(pattern: string): Promise<string[]> {
  const {globby} = await import('globby')
  const entries = await globby(pattern, {
    followSymbolicLinks: false, onlyFiles: false, objectMode: true, ignore: ['**/node_modules/**'], caseSensitiveMatch: false,
  }) as unknown as Entry[]
  return entries.filter(({dirent, path}) => isFile(dirent, path)).map(({path}) => path).sort(compareText)
}

/** The manifests below a directory, sorted. Without globby, which takes longer to load than a short run has. */
function manifestsBelow(directory: string): string[] {
  const files: string[] = []
  const folders = [directory]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const dirent of entriesOf(folder)) {
      if (dirent.name.startsWith('.') || dirent.name === 'node_modules') continue
      const path = folder === '.' ? dirent.name : join(folder, dirent.name)
      if (dirent.isDirectory()) folders.push(path)
      else if (/\.(?:ya?ml|json)$/i.test(dirent.name) && isFile(dirent, path)) files.push(path)
    }
  }
  return files.sort(compareText)
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
  } catch (error) {
    throw unreadable(folder, error)
  }
}

/** Links to files count as files. */
const isFile = (dirent: Dirent, path: string): boolean => dirent.isFile() || (dirent.isSymbolicLink() && statsOf(path)?.isFile() === true)

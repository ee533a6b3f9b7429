import {type Dirent, statSync} from 'node:fs'
import {join} from 'node:path'

import {compareText} from '../machinery/go-text.js'
import {UsageError} from '../usage-error.js'

/** Standard input, as an argument. */
export const stdinPath = '-'

const manifestPattern = '**/*.{yaml,yml,json}'

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
 * @throws UsageError for a path or glob that nothing is behind
 */
export async function discover(paths: readonly string[]): Promise<Discovered[]> {
  const found: Discovered[] = []
  for (const argument of paths) found.push({argument, files: await filesBehind(argument)})
  return found
}

async function filesBehind(argument: string): Promise<readonly string[]> {
  if (argument === stdinPath) return [stdinPath]
  const stats = statSync(argument, {throwIfNoEntry: false})
  if (stats?.isDirectory()) return glob(manifestPattern, argument)
  if (stats !== undefined) return [argument]
  const files = /[*?[\]{}!]/.test(argument) ? await glob(toSlashes(argument)) : []
  if (files.length === 0) throw new UsageError(`the path ${JSON.stringify(argument)} does not exist`)
  return files
}

const toSlashes = (path: string): string => process.platform === 'win32' ? path.replaceAll('\\', '/') : path

interface Entry {
  readonly path: string
  readonly dirent: Dirent
}

async function glob(pattern: string, directory?: string): Promise<string[]> {
  const {globby} = await import('globby')
  const entries = await globby(pattern, {
    ...directory !== undefined && {cwd: directory},
    followSymbolicLinks: false, onlyFiles: false, objectMode: true, ignore: ['**/node_modules/**'], caseSensitiveMatch: false,
  }) as unknown as Entry[]
  const prefixed = (path: string): string => directory === undefined || directory === '.' ? path : join(directory, path)
  return entries.filter(({dirent, path}) => isFile(dirent, prefixed(path))).map(({path}) => prefixed(path)).sort(compareText)
}

/** Links to files count as files. */
const isFile = (dirent: Dirent, path: string): boolean =>
  dirent.isFile() || (dirent.isSymbolicLink() && statSync(path, {throwIfNoEntry: false})?.isFile() === true)

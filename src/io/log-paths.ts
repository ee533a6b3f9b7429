import {UsageError} from '../usage-error.js'
import {checkStdin, discover, statsOf, stdinPath} from './discover.js'
import {notFile} from './read-sources.js'

/** Logs to read, in order. */
export interface LogPaths {
  readonly paths: readonly string[]
  /** Their size in bytes; undefined if unknown, as for standard input. */
  readonly size: number | undefined
}

/**
 * Finds the logs of path arguments: files, globs, and `-` for standard input.
 *
 * @throws UsageError for a path that does not exist, for a folder, for a pipe that a glob matches, and if standard input is given twice
 */
export async function findLogs(args: readonly string[]): Promise<LogPaths> {
  const folder = args.find((path) => path !== stdinPath && statsOf(path)?.isDirectory() === true)
  if (folder !== undefined) throw new UsageError(`${JSON.stringify(folder)} is a directory: name the logs in it, or give a glob such as ${JSON.stringify(`${folder.replace(/[\\/]$/, '')}/*.log`)}`)
  // Follows links out of the repository: logs are often links, and their content is not printed verbatim.
  const found = await discover(args)
  const [pipe] = found.flatMap(({special}) => special)
  if (pipe !== undefined) throw new UsageError(`cannot read ${JSON.stringify(pipe)}: it is ${notFile}`, ['name a pipe itself to read it, instead of a glob that matches it'])
  const paths = [...new Set(found.flatMap(({files, outside}) => [...files, ...outside]))]
  checkStdin(args)
  const sizes = paths.map((path) => path === stdinPath ? undefined : sizeOf(path))
  return {paths, size: sizes.reduce((sum, size) => sum === undefined || size === undefined ? undefined : sum + size, 0)}
}

/** Returns the size of a regular file, or undefined for others, such as pipes. */
function sizeOf(path: string): number | undefined {
  const stats = statsOf(path)
  return stats?.isFile() === true ? stats.size : undefined
}

/** True for files that can be opened and read again, unlike standard input and pipes. */
export const canReopen = (path: string): boolean => path !== stdinPath && statsOf(path)?.isFile() === true

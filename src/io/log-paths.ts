import {UsageError} from '../usage-error.js'
import {checkStdin, discover, statsOf, stdinPath} from './discover.js'

/** Logs to be read, in order. */
export interface LogPaths {
  readonly paths: readonly string[]
  /** How many bytes they have; undefined where that is not known, as of standard input. */
  readonly size: number | undefined
}

/**
 * Finds the logs behind path arguments: files, globs, and `-` for standard input.
 *
 * @throws UsageError for a path that nothing is behind, for a folder, and for standard input twice
 */
export async function findLogs(args: readonly string[]): Promise<LogPaths> {
  const folder = args.find((path) => path !== stdinPath && statsOf(path)?.isDirectory() === true)
  if (folder !== undefined) throw new UsageError(`${JSON.stringify(folder)} is a directory: name the logs in it, or give a glob such as ${JSON.stringify(`${folder.replace(/[\\/]$/, '')}/*.log`)}`)
  // Logs are often links to where the system keeps them, and nothing is printed of them as it stands.
  const paths = [...new Set((await discover(args)).flatMap(({files, outside}) => [...files, ...outside]))]
  checkStdin(args)
  const sizes = paths.map((path) => path === stdinPath ? undefined : sizeOf(path))
  return {paths, size: sizes.reduce((sum, size) => sum === undefined || size === undefined ? undefined : sum + size, 0)}
}

/** What is not an ordinary file, such as a pipe, has no size that says anything. */
function sizeOf(path: string): number | undefined {
  const stats = statsOf(path)
  return stats?.isFile() === true ? stats.size : undefined
}

/** True of what can be opened and read again, other than standard input and pipes. */
export const canReopen = (path: string): boolean => path !== stdinPath && statsOf(path)?.isFile() === true

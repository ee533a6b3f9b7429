import {dirname, resolve} from 'node:path'

import {UsageError} from '../usage-error.js'
import {kindAt, statsOf, stdinPath} from './discover.js'
import {leavesRepository} from './repository-root.js'

/** The conventional folder of policies. */
const conventional = './manifests'

/**
 * Returns the default paths of policies: `./manifests` if it exists, else the folders of the files, or the working directory
 * without files. A stream (standard input, a pipe or a device) contains its own policies.
 *
 * @throws UsageError if `./manifests` is a link that leads out of the repository: reading it is unsafe, and ignoring it changes the verdicts
 */
export function defaultPolicyPaths(files: readonly string[]): string[] {
  if (files.length > 0 && files.every(isStream)) return []
  if (statsOf(conventional)?.isDirectory() === true) {
    if (leavesRepository(conventional)) throw new UsageError(`"${conventional}" is a link that leads out of the repository`, [`name the policies, with -p ${conventional} or -p another path`])
    return [conventional]
  }
  if (files.length === 0) return ['.']
  return [...new Set(files.flatMap((file) => isStream(file) ? [] : folderOf(file)))]
}

const isStream = (path: string): boolean => path === stdinPath || kindAt(path) === 'special'

const folderOf = (path: string): string => statsOf(path)?.isDirectory() === true ? path : dirname(path)

/** Returns the paths that do not name one of these files. */
export function without(paths: readonly string[], files: readonly string[]): string[] {
  const taken = new Set(files.filter((file) => file !== stdinPath).map((file) => resolve(file)))
  return paths.filter((path) => path === stdinPath || !taken.has(resolve(path)))
}

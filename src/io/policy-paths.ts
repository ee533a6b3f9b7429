import {dirname, resolve} from 'node:path'

import {UsageError} from '../usage-error.js'
import {statsOf, stdinPath} from './discover.js'
import {leavesRepository} from './repository-root.js'

/** Where policies lie by convention. */
const conventional = './manifests'

/**
 * Where to look for policies when nobody says: in `./manifests` if there is one, else beside the files, or here when there are none.
 * A stream on standard input has its policies in itself.
 *
 * @throws UsageError where `./manifests` is a link that leads out of the repository: nobody has named it, and without it the answers differ
 */
export function defaultPolicyPaths(files: readonly string[]): string[] {
  if (files.length > 0 && files.every((file) => file === stdinPath)) return []
  if (statsOf(conventional)?.isDirectory() === true) {
    if (leavesRepository(conventional)) throw new UsageError(`"${conventional}" is a link that leads out of the repository`, [`name the policies, with -p ${conventional} or -p another path`])
    return [conventional]
  }
  if (files.length === 0) return ['.']
  return [...new Set(files.flatMap((file) => file === stdinPath ? [] : folderOf(file)))]
}

const folderOf = (path: string): string => statsOf(path)?.isDirectory() === true ? path : dirname(path)

/** The paths of a list that do not name one of these files. */
export function without(paths: readonly string[], files: readonly string[]): string[] {
  const taken = new Set(files.filter((file) => file !== stdinPath).map((file) => resolve(file)))
  return paths.filter((path) => path === stdinPath || !taken.has(resolve(path)))
}

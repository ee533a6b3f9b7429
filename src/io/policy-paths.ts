import {dirname, resolve} from 'node:path'

import {UsageError} from '../usage-error.js'
import {type Discovered, kindAt, statsOf, stdinPath} from './discover.js'
import {leavesRepository} from './repository-root.js'

/** The conventional folder of policies. */
const conventional = './manifests'

/**
 * Returns the default paths of policies: `./manifests` if it exists, else the folders of the files, or the working directory
 * without files. The folders of a glob are those of the files that it matches. A stream (standard input, a pipe or a device)
 * contains its own policies.
 *
 * @param found The files behind each path argument
 * @throws UsageError if `./manifests` is a link that leads out of the repository: reading it is unsafe, and ignoring it changes the verdicts
 */
export function defaultPolicyPaths(found: readonly Pick<Discovered, 'argument' | 'files'>[]): string[] {
  if (found.length > 0 && found.every(({argument}) => isStream(argument))) return []
  if (statsOf(conventional)?.isDirectory() === true) {
    if (leavesRepository(conventional)) throw new UsageError(`"${conventional}" is a link that leads out of the repository`, [`name the policies, with -p ${conventional} or -p another path`])
    return [conventional]
  }
  if (found.length === 0) return ['.']
  return [...new Set(found.flatMap(foldersOf))]
}

const isStream = (path: string): boolean => path === stdinPath || kindAt(path) === 'special'

function foldersOf({argument, files}: Pick<Discovered, 'argument' | 'files'>): readonly string[] {
  if (isStream(argument)) return []
  return statsOf(argument)?.isDirectory() === true ? [argument] : files.map((file) => dirname(file))
}

/** Returns the paths that do not name one of these files. */
export function without(paths: readonly string[], files: readonly string[]): string[] {
  const taken = new Set(files.filter((file) => file !== stdinPath).map((file) => resolve(file)))
  return paths.filter((path) => path === stdinPath || !taken.has(resolve(path)))
}

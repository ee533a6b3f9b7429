import {isAbsolute, join} from 'node:path'

import {kindAt} from '../../io/discover.js'
import {expanded, leavesFolder, patternLimits} from '../../io/glob-pattern.js'
import {excerpt} from '../../source/source-problem.js'
import type {ConfigNode} from './config-document.js'
import {type SettingName, variableOf} from './settings.js'

/** Resolves a path in the value of a setting. */
export type ResolvePath = (value: string, node: ConfigNode) => string

/** The checks of the paths in a configuration file. */
export interface PathChecks {
  /** Reports whether a path, or a match of a pattern, can be outside a folder. */
  leavesFolder(path: string, folder: string): boolean
  /** Reports whether a path is a pipe, a socket or a device. */
  isSpecial(path: string): boolean
}

/** Checks on the disk, following links. */
export const checksOnDisk: PathChecks = {leavesFolder, isSpecial: (path) => kindAt(path) === 'special'}

/** Settings with a flag of the same name that takes a path. */
const flagged: readonly SettingName[] = ['policies', 'existing', 'exclude', 'baseline', 'kustomize']

/**
 * Returns a function that resolves paths relative to the folder of a configuration file. They must be below it, following links:
 * the file may be untrusted, and kadm reads and writes the paths in it.
 *
 * @throws RejectedPathError, from the result, for a path that leads out of the folder, and for a pipe, a socket or a device; an error
 * at the path that exceeds the number of paths of a setting
 */
export function confinedTo(folder: string, setting: SettingName, checks = checksOnDisk): ResolvePath {
  let count = 0
  return (value, node) => {
    count += expanded(value)?.length ?? 1
    if (count > patternLimits.paths) throw node.error(`${setting} has more than ${patternLimits.paths.toLocaleString('en')} paths, each alternative of braces counted`)
    const path = isAbsolute(value) ? value : join(folder, value)
    if (checks.leavesFolder(path, folder)) {
      throw node.rejectedPath(`${setting}: ${excerpt(value)} leads out of the folder of this file`, [...remediesFor(setting, path), 'or move this file to a folder above it'])
    }
    if (checks.isSpecial(path)) throw node.rejectedPath(`${setting}: ${excerpt(value)} is neither a file nor a directory`, remediesFor(setting, path))
    return path
  }
}

/** Maximum length of a path in a suggestion. */
const maxShown = 80

/** Suggests how to allow a path: by a flag or an environment variable. */
function remediesFor(setting: SettingName, path: string): readonly string[] {
  const variable = variableOf(setting)
  const shown = path.length > maxShown ? 'PATH' : path
  if (flagged.includes(setting)) return [`name it yourself, with --${setting} ${shown} or ${variable}=${shown}`]
  return [`name it yourself, with ${setting === 'helm' ? '--helm CHART --values FILE or ' : ''}the environment variable ${variable}`]
}

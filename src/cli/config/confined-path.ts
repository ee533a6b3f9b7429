import {isAbsolute, join} from 'node:path'

import {kindAt} from '../../io/discover.js'
import {leavesFolder} from '../../io/glob-pattern.js'
import {excerpt} from '../../source/source-problem.js'
import {UsageError} from '../../usage-error.js'
import type {ConfigNode} from './config-document.js'
import {type SettingName, variableOf} from './settings.js'

/** Resolves a path in the value of a setting. */
export type ResolvePath = (value: string, node: ConfigNode) => string

/** The error for a path that a configuration file must not name. Thrown only if nothing overrides its setting. */
export class RejectedPathError extends UsageError {}

/** Settings with a flag of the same name that takes a path. */
const flagged: readonly SettingName[] = ['policies', 'existing', 'exclude', 'baseline', 'kustomize']

/**
 * Returns a function that resolves paths relative to the folder of a configuration file. They must be below it, following links:
 * the file may be untrusted, and kadm reads and writes the paths in it.
 *
 * @throws RejectedPathError, from the result, for a path that leads out of the folder, and for a pipe, a socket or a device
 */
export const confinedTo = (folder: string, setting: SettingName): ResolvePath => (value, node) => {
  const path = isAbsolute(value) ? value : join(folder, value)
  if (leavesFolder(path, folder)) {
    throw rejected(node, `${setting}: ${excerpt(value)} leads out of the folder of this file`, [...remediesFor(setting, path), 'or move this file to a folder above it'])
  }
  if (kindAt(path) === 'special') throw rejected(node, `${setting}: ${excerpt(value)} is neither a file nor a directory`, remediesFor(setting, path))
  return path
}

const rejected = (node: ConfigNode, problem: string, ways: readonly string[]): RejectedPathError => new RejectedPathError(`${node.place()}: ${problem}`, ways)

/** Maximum length of a path in a suggestion. */
const maxShown = 80

/** Suggests how to allow a path: by a flag or an environment variable. */
function remediesFor(setting: SettingName, path: string): readonly string[] {
  const variable = variableOf(setting)
  const shown = path.length > maxShown ? 'PATH' : path
  if (flagged.includes(setting)) return [`name it yourself, with --${setting} ${shown} or ${variable}=${shown}`]
  return [`name it yourself, with ${setting === 'helm' ? '--helm CHART --values FILE or ' : ''}the environment variable ${variable}`]
}

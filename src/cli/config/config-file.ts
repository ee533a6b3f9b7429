import {dirname, isAbsolute, join} from 'node:path'

import {locate} from '../../manifests/locate.js'
import {nearest} from '../../manifests/nearest.js'
import {contentOf, type MappingNode, type Node} from '../../source/node.js'
import {readDocuments} from '../../source/read-documents.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {toValue} from '../../source/to-value.js'
import {UsageError} from '../../usage-error.js'
import {type SettingName, settingNames, type Settings, settings} from './settings.js'

/** The name of the configuration file. */
export const configName = '.kadm.yaml'

/**
 * What a configuration file says. Its paths are relative to the file: those that come back are relative to the working directory.
 *
 * @throws UsageError that names the place, for a file that is not YAML, has unknown fields or values of the wrong type
 */
export function parseConfig(file: SourceFile): Settings {
  const [document, second] = readDocuments(file)
  if (document === undefined) return {}
  const [problem] = document.problems
  if (problem !== undefined) throw fault(file, problem, problem.message)
  if (second !== undefined) throw fault(file, second, 'there is one document in a configuration file')
  const {root} = document
  const content = root && contentOf(root)
  if (root === undefined || content?.kind !== 'mapping') throw fault(file, document, 'a configuration file is a map of settings')
  return Object.fromEntries(content.entries.map(({name}) => [checkedName(file, root, name), checkedValue(file, content, name as SettingName)]))
}

function checkedName(file: SourceFile, root: Node, name: string): SettingName {
  if (Object.hasOwn(settings, name)) return name as SettingName
  const meant = nearest(name, settingNames)
  const hint = meant === undefined ? `known are ${settingNames.join(', ')}` : `did you mean ${meant}?`
  throw fault(file, locate(file, root, [name], 'key'), `unknown setting ${JSON.stringify(name)}: ${hint}`)
}

function checkedValue(file: SourceFile, root: MappingNode, name: SettingName): string | readonly string[] {
  const value = toValue(root) as Readonly<Record<string, unknown>>
  const given = value[name]
  if (settings[name].type === 'text') {
    if (isText(given)) return given
    throw fault(file, locate(file, root, [name]), `${name} has to be a text`)
  }
  if (Array.isArray(given) && given.every(isText) && !given.includes('-')) return given.map((path) => isAbsolute(path) ? path : join(dirname(file.path), path))
  throw fault(file, locate(file, root, [name]), `${name} has to be a list of files, directories and globs`)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function fault(file: SourceFile, {start}: Span, message: string): UsageError {
  const {line, column} = file.position(start)
  return new UsageError(`${file.path}:${line}:${column}: ${message}`)
}

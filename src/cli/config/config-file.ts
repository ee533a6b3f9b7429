import {dirname, isAbsolute, join} from 'node:path'

import {quote} from '../../machinery/go-text.js'
import {locate} from '../../manifests/locate.js'
import {contentOf} from '../../source/node.js'
import {readDocuments} from '../../source/read-documents.js'
import type {SourceFile, Span} from '../../source/source-file.js'
import {toValue} from '../../source/to-value.js'
import {UsageError} from '../../usage-error.js'
import {meant} from '../suggest.js'
import {type SettingName, settingNames, type Settings, settings, textFault} from './settings.js'

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
  const values = toValue(content) as Readonly<Record<string, unknown>>
  return Object.fromEntries(content.entries.map(({name, key}, i) => {
    if (content.entries.findIndex((other) => other.name === name) < i) throw fault(file, key, `${quote(name)} is set twice`)
    return [checkedName(file, key, name), checkedValue(values[name], name as SettingName, (...steps) => locate(file, root, [name, ...steps]), file)]
  }))
}

function checkedName(file: SourceFile, key: Span, name: string): SettingName {
  if (Object.hasOwn(settings, name)) return name as SettingName
  const probable = meant(name, settingNames)
  const hint = probable === undefined ? `known are ${settingNames.join(', ')}` : `did you mean ${probable}?`
  throw fault(file, key, `unknown setting ${quote(name)}: ${hint}`)
}

/** Where a value is written, or an item of it. */
type Locator = (...steps: number[]) => Span

function checkedValue(value: unknown, name: SettingName, at: Locator, file: SourceFile): string | readonly string[] {
  if (settings[name].type === 'text') {
    const problem = isText(value) ? textFault(name, value) : 'has to be a text'
    if (problem === undefined) return value as string
    throw fault(file, at(), `${name} ${problem}`)
  }
  if (!Array.isArray(value)) throw fault(file, at(), `${name} has to be a list of files, directories and globs`)
  return value.map((path: unknown, i) => {
    if (path === '-') throw fault(file, at(i), 'standard input can be named by a flag alone')
    if (!isText(path)) throw fault(file, at(i), `${name} has to be a list of files, directories and globs, and this is none`)
    return isAbsolute(path) ? path : join(dirname(file.path), path)
  })
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

function fault(file: SourceFile, {start}: Span, message: string): UsageError {
  const {line, column} = file.position(start)
  return new UsageError(`${file.path}:${line}:${column}: ${message}`)
}

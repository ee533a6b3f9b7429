import {delimiter, normalize} from 'node:path'

import {SourceFile} from '../../source/source-file.js'
import {UsageError} from '../../usage-error.js'
import {ConfigNode} from './config-document.js'
import {type ConfigFile} from './config-file.js'
import {configValue} from './config-value.js'
import {commaSeparated, type Setting, type SettingName, settingNames, type Settings, settings, type SettingValue, textError, variableOf} from './settings.js'

/** The source of a setting's value. */
export type SettingSource = 'flag' | 'environment' | 'file'

/** The effective settings and their sources. */
export interface Resolved {
  readonly settings: Settings
  readonly sources: Readonly<Partial<Record<SettingName, SettingSource>>>
  /** The places of the settings in the configuration file. */
  readonly places: ConfigFile['places']
  /** The files of the chosen environment. */
  readonly files?: readonly string[]
  /** The folder of the configuration file; undefined without one. */
  readonly folder?: string
}

/** Settings given by flags; the others are undefined. */
export type GivenSettings = {readonly [N in SettingName]?: SettingValue<N> | undefined}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the effective settings: a flag overrides the environment, which overrides the file. Ignores empty flags, as kubectl
 * does, and empty variables.
 *
 * @throws UsageError for a variable with an invalid value
 */
export function resolveSettings(flags: GivenSettings, environment: Environment, file: Omit<ConfigFile, 'rejected'>): Resolved {
  const layers: readonly (readonly [SettingSource, GivenSettings])[] = [['flag', flags], ['environment', fromEnvironment(environment)], ['file', file.settings]]
  const found = settingNames.flatMap((name) => {
    const layer = layers.find(([, given]) => given[name] !== undefined && given[name] !== '')
    return layer === undefined ? [] : [{name, source: layer[0], value: layer[1][name]}]
  })
  return {
    settings: Object.fromEntries(found.map(({name, value}) => [name, value])),
    sources: Object.fromEntries(found.map(({name, source}) => [name, source])),
    places: file.places,
    ...file.folder !== undefined && {folder: file.folder},
  }
}

function fromEnvironment(environment: Environment): Settings {
  const given = settingNames.map((name) => [name, environment[variableOf(name)] ?? ''] as const).filter(([, text]) => text !== '')
  return Object.fromEntries(given.map(([name, text]) => [name, variableValue(name, text)]))
}

/** Parses a variable: paths are separated as in PATH, names by commas, and structured values are YAML on one line. */
function variableValue(name: SettingName, text: string): SettingValue<SettingName> {
  const {type}: Setting = settings[name]
  if (type === 'paths') return text.split(delimiter).filter((path) => path !== '')
  if (type === 'names') return commaSeparated(text)
  if (type === 'text' || type === 'path') return checkedText(name, text)
  const node = ConfigNode.read(new SourceFile(variableOf(name), text))
  if (node === undefined) throw new UsageError(`${variableOf(name)} is empty`)
  return configValue(name, node, normalize)
}

function checkedText(name: SettingName, text: string): string {
  const problem = textError(name, text)
  if (problem !== undefined) throw new UsageError(`${variableOf(name)} ${problem}`)
  return text
}

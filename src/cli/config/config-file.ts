import {dirname} from 'node:path'

import type {SourceFile} from '../../source/source-file.js'
import {ConfigNode, RejectedPathError, unknownName} from './config-document.js'
import {configValue} from './config-value.js'
import {checksOnDisk, confinedTo, type ResolvePath} from './confined-path.js'
import {type SettingName, settingNames, type Settings, settings, type SettingValue} from './settings.js'

/** The name of the configuration file. */
export const configName = '.kadm.yaml'

/** The content of a configuration file. */
export interface ConfigFile {
  /** The folder of the file; undefined without a file. */
  readonly folder?: string
  readonly settings: Settings
  /** The place of each setting: `.kadm.yaml:3:1`. */
  readonly places: Readonly<Partial<Record<SettingName, string>>>
  /** Settings without a value because the file must not name their path. */
  readonly rejected: Readonly<Partial<Record<SettingName, RejectedPathError>>>
}

/** The content of a missing file. */
export const noConfig: ConfigFile = {settings: {}, places: {}, rejected: {}}

/**
 * Parses a configuration file. Its paths are relative to the file and must be below its folder. The returned paths are relative to
 * the working directory.
 *
 * @param checks of paths; by default those of the disk
 * @throws UsageError with the place for a file that is not YAML, has unknown fields or values of the wrong type
 */
export function parseConfig(file: SourceFile, checks = checksOnDisk): ConfigFile {
  const root = ConfigNode.read(file)
  if (root === undefined) return noConfig
  const entries = root.entries('setting')
  if (entries === undefined) throw root.error('a configuration file is a map of settings')
  const folder = dirname(file.path)
  const known = entries.map(([name, node]) => {
    if (!Object.hasOwn(settings, name)) throw unknownName(node, 'setting', name, settingNames)
    return {name: name as SettingName, place: node.place('key'), ...valueOf(name as SettingName, node, confinedTo(folder, name as SettingName, checks))}
  })
  return {
    folder,
    settings: Object.fromEntries(known.flatMap(({name, value}) => value === undefined ? [] : [[name, value]])),
    places: Object.fromEntries(known.map(({name, place}) => [name, place])),
    rejected: Object.fromEntries(known.flatMap(({name, rejected}) => rejected === undefined ? [] : [[name, rejected]])),
  }
}

interface Read {
  readonly value?: SettingValue<SettingName>
  readonly rejected?: RejectedPathError
}

function valueOf(name: SettingName, node: ConfigNode, toPath: ResolvePath): Read {
  try {
    return {value: configValue(name, node, toPath)}
  } catch (error) {
    if (error instanceof RejectedPathError) return {rejected: error}
    throw error
  }
}

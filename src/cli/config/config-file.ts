import {dirname} from 'node:path'

import {isBelow} from '../../io/open-file.js'
import {quote} from '../../machinery/go-text.js'
import type {SourceFile} from '../../source/source-file.js'
import {ConfigNode, unknownName} from './config-document.js'
import {configValue} from './config-value.js'
import {type SettingName, settingNames, type Settings, settings, type SettingValue} from './settings.js'

/** The name of the configuration file. */
export const configName = '.kadm.yaml'

/** What a configuration file says. */
export interface ConfigFile {
  /** The folder of the file; undefined where there is no file. */
  readonly folder?: string
  readonly settings: Settings
  /** Where each setting is written: `.kadm.yaml:3:1`. */
  readonly places: Readonly<Partial<Record<SettingName, string>>>
}

/** What a file says that is not there. */
export const noConfig: ConfigFile = {settings: {}, places: {}}

/** What a setting gives to kustomize or helm: a stranger's configuration must not have them read what lies elsewhere. */
function renderedPaths(name: string, value: SettingValue<SettingName>): readonly string[] {
  if (name === 'kustomize') return value as SettingValue<'kustomize'>
  return name === 'helm' ? (value as SettingValue<'helm'>).flatMap(({chart, values}) => [chart, ...values]) : []
}

/**
 * What a configuration file says. Its paths are relative to the file: those that come back are relative to the working directory.
 *
 * @throws UsageError that names the place, for a file that is not YAML, has unknown fields or values of the wrong type
 */
export function parseConfig(file: SourceFile): ConfigFile {
  const root = ConfigNode.read(file)
  if (root === undefined) return noConfig
  const entries = root.entries('setting')
  if (entries === undefined) throw root.fault('a configuration file is a map of settings')
  const folder = dirname(file.path)
  const known = entries.map(([name, node]) => {
    if (!Object.hasOwn(settings, name)) throw unknownName(node, 'setting', name, settingNames)
    const value = configValue(name as SettingName, node, folder)
    const outside = renderedPaths(name, value).find((path) => !isBelow(path, folder))
    if (outside !== undefined) throw node.fault(`${quote(outside)} is not below the folder of this file: name it with the flag of ${name} if it is to be rendered`)
    return {name, value, place: node.place('key')}
  })
  return {
    folder,
    settings: Object.fromEntries(known.map(({name, value}) => [name, value])),
    places: Object.fromEntries(known.map(({name, place}) => [name, place])),
  }
}

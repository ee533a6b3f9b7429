import type {Resolved} from './resolve.js'
import {type RuleSettings, type Setting, type SettingName, settingNames, type Settings, settings, variableOf} from './settings.js'

/** A setting with the value that is in force. */
export interface EffectiveSetting {
  readonly name: SettingName
  /** The value as written in the configuration file; undefined if it is unset and has no default. */
  readonly value: unknown
  readonly source: 'default' | 'environment' | 'file'
  /** The variable, or the place in the configuration file: `.kadm.yaml:3:1`. */
  readonly from?: string
}

/** Returns all settings in order, with the sources of their values. The settings must be resolved without flags. */
export const effectiveSettings = (resolved: Resolved): EffectiveSetting[] => settingNames.map((name) => effective(name, resolved))

function effective(name: SettingName, {settings: values, sources, places}: Resolved): EffectiveSetting {
  const {default: usual}: Setting = settings[name]
  const value = plainValue(name, values)
  if (value === undefined) return {name, value: usual, source: 'default'}
  if (sources[name] === 'environment') return {name, value, source: 'environment', from: variableOf(name)}
  const {[name]: place} = places
  return {name, value, source: 'file', ...place !== undefined && {from: place}}
}

function plainValue(name: SettingName, values: Settings): unknown {
  if (name === 'rules') return values.rules && plainRules(values.rules)
  if (name === 'overrides') return values.overrides?.map(({paths, rules}) => ({paths, rules: plainRules(rules)}))
  return values[name]
}

const plainRules = (rules: RuleSettings): object => Object.fromEntries(rules.map(({pattern, level}) => [pattern, level]))

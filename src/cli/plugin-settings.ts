import {Flags} from '@oclif/core'

import type {PluginFlags} from '../admission/plugin-flags.js'
import {type Resolved, type SettingSource} from './config/resolve.js'
import {type SettingName, settings, variableOf} from './config/settings.js'
import {admissionConfig, allowPathOutside} from './flags.js'

const pluginNames = (name: SettingName, example: string): Parameters<typeof Flags.string>[0] => ({
  multiple: true, multipleNonGreedy: true, delimiter: ',', helpValue: 'NAMES',
  description: `${settings[name].description} Separated by commas: ${example}. [env: ${variableOf(name)}]`,
})

/** The flags of commands that set the API server up. */
export const serverFlags = {
  'admission-config': admissionConfig,
  'allow-path-outside': allowPathOutside,
  'enable-admission-plugins': Flags.string({...pluginNames('enableAdmissionPlugins', 'EventRateLimit,PodQos'), multiple: true}),
  'disable-admission-plugins': Flags.string({...pluginNames('disableAdmissionPlugins', 'LimitRanger,ResourceQuota'), multiple: true}),
  'admission-control': Flags.string({...pluginNames('admissionControl', 'NamespaceLifecycle,LimitRanger'), multiple: true}),
}

/** The values of these flags about plugins; undefined for those that were not given. */
export interface PluginFlagValues {
  readonly 'enable-admission-plugins'?: readonly string[] | undefined
  readonly 'disable-admission-plugins'?: readonly string[] | undefined
  readonly 'admission-control'?: readonly string[] | undefined
}

/** The settings that flags about plugins give. An empty flag names none. */
export const givenPluginSettings = (flags: PluginFlagValues): PluginFlags => ({
  enableAdmissionPlugins: named(flags['enable-admission-plugins']),
  disableAdmissionPlugins: named(flags['disable-admission-plugins']),
  admissionControl: named(flags['admission-control']),
})

const named = (names: readonly string[] | undefined): readonly string[] | undefined => names?.filter((name) => name !== '')

const layers: readonly SettingSource[] = ['file', 'environment', 'flag']

const options = ['enableAdmissionPlugins', 'disableAdmissionPlugins', 'admissionControl'] as const

/**
 * The plugin flags in force: what the configuration file says overrides the manifest of the API server, the environment the file, and a
 * flag the environment. A name that a higher layer enables leaves the disabled ones of the lower layers, and the other way round.
 */
export const pluginFlagsOf = ({settings: values, sources}: Pick<Resolved, 'settings' | 'sources'>, manifest: PluginFlags = {}): PluginFlags => layers
  .map((layer): PluginFlags => Object.fromEntries(options.filter((option) => sources[option] === layer).map((option) => [option, values[option]])))
  .reduce(overridden, manifest)

/** True of settings that say something of plugins. */
export const setsPlugins = (flags: PluginFlags): boolean => options.some((option) => flags[option] !== undefined)

const without = (names: readonly string[] | undefined, others: readonly string[] = []): readonly string[] | undefined =>
  names?.filter((name) => !others.includes(name))

function overridden(lower: PluginFlags, higher: PluginFlags): PluginFlags {
  const {enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, admissionControl} = higher
  if (admissionControl !== undefined) return higher
  if (!setsPlugins(higher)) return lower
  return {
    enableAdmissionPlugins: enabled ?? without(lower.enableAdmissionPlugins, disabled),
    disableAdmissionPlugins: disabled ?? without(lower.disableAdmissionPlugins, enabled),
  }
}

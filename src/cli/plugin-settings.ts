import {Flags} from '@oclif/core'

import type {PluginFlags} from '../admission/plugin-flags.js'
import {type Resolved, type SettingSource} from './config/resolve.js'
import {type SettingName, settings, variableOf} from './config/settings.js'
import {admissionConfig, allowPathOutside} from './flags.js'

const pluginNames = (name: SettingName, example: string): Parameters<typeof Flags.string>[0] => ({
  multiple: true, multipleNonGreedy: true, delimiter: ',', helpValue: 'NAMES',
  description: `${settings[name].description} Separated by commas: ${example}. [env: ${variableOf(name)}]`,
})

/** The flags that select admission plugins. */
export const pluginFlags = {
  'enable-admission-plugins': Flags.string({...pluginNames('enableAdmissionPlugins', 'EventRateLimit,PodQos'), multiple: true}),
  'disable-admission-plugins': Flags.string({...pluginNames('disableAdmissionPlugins', 'LimitRanger,ResourceQuota'), multiple: true}),
  'admission-control': Flags.string({...pluginNames('admissionControl', 'NamespaceLifecycle,LimitRanger'), multiple: true}),
}

/** The flags of commands that configure the API server. */
export const serverFlags = {'admission-config': admissionConfig, 'allow-path-outside': allowPathOutside, ...pluginFlags}

/** The values of the plugin flags; undefined for those that are not given. */
export interface PluginFlagValues {
  readonly 'enable-admission-plugins'?: readonly string[] | undefined
  readonly 'disable-admission-plugins'?: readonly string[] | undefined
  readonly 'admission-control'?: readonly string[] | undefined
}

/** Returns the settings that the plugin flags set. An empty flag names no plugin. */
export const givenPluginSettings = (flags: PluginFlagValues): PluginFlags => ({
  enableAdmissionPlugins: named(flags['enable-admission-plugins']),
  disableAdmissionPlugins: named(flags['disable-admission-plugins']),
  admissionControl: named(flags['admission-control']),
})

const named = (names: readonly string[] | undefined): readonly string[] | undefined => names?.filter((name) => name !== '')

const layers: readonly SettingSource[] = ['file', 'environment', 'flag']

const options = ['enableAdmissionPlugins', 'disableAdmissionPlugins', 'admissionControl'] as const

/** Returns the plugin flags in the settings, by layer: those of the configuration file, which the environment overrides, which flags override. */
export const pluginLayersOf = ({settings: values, sources}: Pick<Resolved, 'settings' | 'sources'>): readonly PluginFlags[] => layers
  .map((layer): PluginFlags => Object.fromEntries(options.filter((option) => sources[option] === layer).map((option) => [option, values[option]])))

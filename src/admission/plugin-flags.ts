import {compareText, quote} from '../machinery/go/text.js'
import {defaultVersion} from '../machinery/version/kubernetes-version.js'
import {compiledInPlugins, isCompiledIn} from './plugin-names.js'
import type {PluginDefinition} from './plugin.js'

/** The flags of an API server that select its admission plugins. The order of names does not matter. */
export interface PluginFlags {
  /** Plugins that are off by default and take part (`--enable-admission-plugins`). */
  readonly enableAdmissionPlugins?: readonly string[] | undefined
  /** Plugins that are on by default and do not take part (`--disable-admission-plugins`). */
  readonly disableAdmissionPlugins?: readonly string[] | undefined
  /** The plugins that take part, and no others (`--admission-control`, which is deprecated). */
  readonly admissionControl?: readonly string[] | undefined
}

export type PluginFlag = keyof PluginFlags

/** Why the API server does not start with its plugin flags. */
export interface PluginFlagError {
  /** The flags that it is about: the first is the one to change. */
  readonly flags: readonly PluginFlag[]
  /** The name that is wrong, the first of several. */
  readonly name?: string
  /** The server's own words. */
  readonly message: string
}

/**
 * Everything for which the API server rejects plugin flags, in its order (kubeapiserver options `AdmissionOptions.Validate`, apiserver
 * server/options `AdmissionOptions.Validate`). Plugins that only kadm has are known names, too.
 *
 * @param version that of the server, which does not know the plugins of others
 */
export function pluginFlagErrors(definitions: readonly PluginDefinition[], flags: PluginFlags, version = defaultVersion): PluginFlagError[] {
  const {enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, admissionControl: only} = flags
  const unknown = (flag: PluginFlag, name: string, names: readonly string[] = []): PluginFlagError[] => [...new Set(names)]
    .filter((plugin) => !isPluginName(definitions, plugin) || (compiledInPlugins.includes(plugin) && !isCompiledIn(plugin, version)))
    .map((plugin) => ({flags: [flag], name: plugin, message: `${name} plugin ${quote(plugin)} is unknown`}))
  const overlap = [...new Set(enabled)].filter((name) => disabled?.includes(name)).sort(compareText)
  return [
    ...only !== undefined && (enabled ?? disabled) !== undefined ? [exclusive] : [],
    ...unknown('admissionControl', 'admission-control', only),
    ...unknown('enableAdmissionPlugins', 'enable-admission-plugins', enabled),
    ...unknown('disableAdmissionPlugins', 'disable-admission-plugins', disabled),
    ...overlap.slice(0, 1).map((name): PluginFlagError => ({
      flags: ['disableAdmissionPlugins', 'enableAdmissionPlugins'], name,
      message: `[${overlap.join(' ')}] in enable-admission-plugins and disable-admission-plugins overlapped`,
    })),
  ]
}

const exclusive: PluginFlagError = {
  flags: ['admissionControl', 'enableAdmissionPlugins', 'disableAdmissionPlugins'],
  message: 'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive',
}

/** True if an admission plugin of kadm or of Kubernetes has the name. */
export const isPluginName = (definitions: readonly PluginDefinition[], name: string): boolean =>
  compiledInPlugins.includes(name) || definitions.some((definition) => definition.name === name)

/**
 * True if a plugin takes part (apiserver server/options `enabledPluginNames`). In addition to the server's rules, a plugin that is
 * off by default takes part if it has a configuration.
 */
export function isEnabled({name, enabledByDefault}: PluginDefinition, flags: PluginFlags, isConfigured: boolean): boolean {
  const {enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, admissionControl: only} = flags
  if (only !== undefined) return only.includes(name)
  if (enabled?.includes(name)) return true
  return disabled?.includes(name) !== true && (enabledByDefault !== false || isConfigured)
}

/** The plugin that lets everything pass. */
const withoutEffect = 'AlwaysAdmit'

/** The plugins that flags enable by name and that kadm does not have, in the order of the server. */
export function unmodelledPlugins(definitions: readonly PluginDefinition[], {enableAdmissionPlugins = [], admissionControl = []}: PluginFlags): string[] {
  const named = new Set([...enableAdmissionPlugins, ...admissionControl])
  return compiledInPlugins.filter((name) => named.has(name) && name !== withoutEffect && !definitions.some((definition) => definition.name === name))
}

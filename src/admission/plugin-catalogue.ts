import {defaultVersion, hasFeature, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {absentPlugins, gateIsOff} from './absent-plugins.js'
import {isEnabled, type PluginFlags} from './plugin-flags.js'
import {compiledInPlugins, isCompiledIn} from './plugin-names.js'
import type {PluginDefinition} from './plugin.js'

/** An admission plugin of Kubernetes or of kadm, and whether it takes part. */
export interface ListedPlugin {
  readonly name: string
  readonly summary: string
  /** `absent` if kadm does not have the plugin, or the version does not. */
  readonly state: 'on' | 'off' | 'absent'
  /** True if the plugin is on by default: on an API server, or in kadm for plugins that only kadm has. */
  readonly isDefault: boolean
  /** True if API servers have the plugin. */
  readonly isOfServer: boolean
  /** Why the plugin is absent. */
  readonly reason?: string
}

/** The plugin of Kubernetes before which the plugins that only kadm has stand. */
const nextToOwn = 'MutatingAdmissionPolicy'

/**
 * Lists all plugins of Kubernetes and of kadm in the order of the API server.
 *
 * @param flags valid flags that select plugins
 */
export function listPlugins(definitions: readonly PluginDefinition[], flags: PluginFlags = {}, version = defaultVersion): ListedPlugin[] {
  const own = definitions.filter(({name}) => !compiledInPlugins.includes(name)).map(({name}) => name)
  const names = compiledInPlugins.flatMap((name) => name === nextToOwn ? [...own, name] : [name])
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  return names.map((name) => {
    const definition = byName.get(name)
    const isOfServer = !own.includes(name)
    const plugin = definition === undefined ? absent(name) : {name, isOfServer, summary: definition.summary, ...stateOf(definition, flags, version)}
    return isOfServer && !isCompiledIn(name, version) ? {...plugin, state: 'absent', isDefault: false, reason: `Kubernetes ${version} does not have it.`} : plugin
  })
}

function absent(name: string): ListedPlugin {
  const plugin = absentPlugins[name]
  if (plugin === undefined) throw new Error(`the plugin ${name} is not described`)
  return {name, ...plugin, state: 'absent', isOfServer: true}
}

function stateOf(definition: PluginDefinition, flags: PluginFlags, version: KubernetesVersion): Pick<ListedPlugin, 'state' | 'isDefault' | 'reason'> {
  const {feature, enabledByDefault} = definition
  if (feature !== undefined && !hasFeature(version, feature)) return {state: 'absent', isDefault: enabledByDefault !== false, reason: gateIsOff}
  return {state: isEnabled(definition, flags, false) ? 'on' : 'off', isDefault: enabledByDefault !== false}
}

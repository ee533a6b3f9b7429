import {isDeepStrictEqual} from 'node:util'

import {isEnabled} from '../../admission/plugin-flags.js'
import {admissionPlugins} from '../../admission/plugins/index.js'
import {documentOf} from '../../configuration/plugin-configuration.js'
import type {PluginSettings} from '../../diff/policy-changes.js'
import {type PerSide, perSide} from '../../diff/types.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import {nodeAt} from '../../manifests/locate.js'
import type {ServerSetup} from '../server-setup.js'

type ServerOptions = ServerSetup['options']

/** The flags of the API server that list plugins. */
const pluginLists = ['enableAdmissionPlugins', 'disableAdmissionPlugins', 'admissionControl'] as const

/** Returns the flags of the API server that differ, in words: `Kubernetes 1.35 → 1.36`. */
export function serverChanges({before, after}: PerSide<ServerOptions>): string[] {
  const [from, to] = [before.kubernetesVersion ?? defaultVersion, after.kubernetesVersion ?? defaultVersion]
  const [privileged, stillPrivileged] = [before.allowPrivileged ?? true, after.allowPrivileged ?? true]
  return [
    ...from === to ? [] : [`Kubernetes ${from} → ${to}`],
    ...privileged === stillPrivileged ? [] : [`allowPrivileged ${privileged} → ${stillPrivileged}`],
    ...pluginLists.flatMap((name) => isDeepStrictEqual(namesIn(before[name]), namesIn(after[name])) ? [] : [`${name} ${listText(before[name])} → ${listText(after[name])}`]),
  ]
}

const namesIn = (names: readonly string[] | undefined): readonly string[] => [...names ?? []].sort()

const listText = (names: readonly string[] | undefined): string => names === undefined || names.length === 0 ? 'none' : names.join(',')

/**
 * Returns the configurations of admission plugins on both sides, with their places in files. A plugin that is turned off on one side
 * is a change of the server's flags and not of its configuration: it has none on either side.
 */
export const pluginSettings = (options: PerSide<ServerOptions>): PerSide<readonly PluginSettings[]> =>
  perSide((side) => settingsOf(options[side]).filter(({plugin}) => isOn(plugin, options.before) && isOn(plugin, options.after)))

/** True unless the flags of a server turn a plugin off that has a configuration. */
const isOn = (plugin: string, options: ServerOptions): boolean =>
  admissionPlugins.some((definition) => definition.name === plugin && isEnabled(definition, options, true))

const settingsOf = ({pluginConfigurations = {}}: ServerOptions): PluginSettings[] => Object.entries(pluginConfigurations).map(([plugin, configuration]) => {
  const {file, root, steps = []} = documentOf(configuration) ?? {}
  const node = root && nodeAt(root, steps)
  return {plugin, configuration, ...file && node && {place: {file, node}}}
})

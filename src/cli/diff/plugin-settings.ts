import {isEnabled} from '../../admission/plugin-flags.js'
import {admissionPlugins} from '../../admission/plugins/index.js'
import {documentOf} from '../../configuration/plugin-configuration.js'
import type {PluginSettings} from '../../diff/policy-changes.js'
import {type PerSide, perSide} from '../../diff/types.js'
import {nodeAt} from '../../manifests/locate.js'
import type {ServerSetup} from '../server-setup.js'

type ServerOptions = ServerSetup['options']

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

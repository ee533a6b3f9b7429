import type {PluginSettings} from '../../diff/policy-changes.js'
import {documentOf} from '../../configuration/plugin-configuration.js'
import {nodeAt} from '../../manifests/locate.js'
import type {ServerSetup} from '../server-setup.js'

/** Returns the configurations of admission plugins, with their places in files. */
export const pluginSettingsOf = ({options: {pluginConfigurations = {}}}: ServerSetup): PluginSettings[] =>
  Object.entries(pluginConfigurations).map(([plugin, configuration]) => {
    const {file, root, steps = []} = documentOf(configuration) ?? {}
    const node = root && nodeAt(root, steps)
    return {plugin, configuration, ...file && node && {place: {file, node}}}
  })

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import {Cluster} from '../cluster/cluster.js'
import type {ClusterOptions} from '../cluster/options.js'
import {goJson} from '../machinery/go/text.js'
import {SourceFile} from '../source/source-file.js'
import {noSuchFile} from './file-fault.js'
import {readConfiguration} from './read-configuration.js'

/** A cluster whose admission plugins are configured as those of a server are. */
export interface ConfiguredClusterOptions extends Omit<ClusterOptions, 'pluginConfigurations'> {
  /** An AdmissionConfiguration with the configurations of plugins in it, or the configuration of one plugin: a text in YAML or JSON, or a plain object. */
  readonly admissionConfiguration?: string | object
}

/** The cluster of the library: the API server in memory, started with an AdmissionConfiguration. */
export class ConfiguredCluster extends Cluster {
  /** @throws StartUpError where the server would not start with these options */
  constructor({admissionConfiguration, ...options}: ConfiguredClusterOptions = {}) {
    super({
      ...options,
      ...admissionConfiguration !== undefined && {pluginConfigurations: pluginConfigurations(admissionConfiguration, options)},
    })
  }
}

function pluginConfigurations(configuration: string | object, plugins: PluginFlags): PluginConfigurations {
  const file = new SourceFile('', typeof configuration === 'string' ? configuration : goJson(configuration))
  const {configurations, error} = readConfiguration(file, {readFile: noSuchFile, plugins})
  if (error !== undefined) throw error
  return configurations
}

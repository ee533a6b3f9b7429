import {normalize} from '#platform/paths.js'

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import {Cluster} from '../cluster/cluster.js'
import type {ClusterOptions} from '../cluster/options.js'
import {goJson} from '../machinery/go/text.js'
import {SourceFile} from '../source/source-file.js'
import {noSuchFile, type ReadFile} from './file-error.js'
import {readConfiguration} from './read-configuration.js'

/** A cluster whose admission plugins are configured as those of a server are. */
export interface ConfiguredClusterOptions extends Omit<ClusterOptions, 'pluginConfigurations'> {
  /** An AdmissionConfiguration with the configurations of plugins in it, or the configuration of one plugin: a text in YAML or JSON, or a plain object. */
  readonly admissionConfiguration?: string | object
  /** The texts of the files that the AdmissionConfiguration names, by the path as written there. */
  readonly files?: Readonly<Record<string, string>>
}

/** The cluster of the library: the API server in memory, started with an AdmissionConfiguration. */
export class ConfiguredCluster extends Cluster {
  /** @throws StartUpError where the server would not start with these options */
  constructor({admissionConfiguration, files, ...options}: ConfiguredClusterOptions = {}) {
    super({
      ...options,
      ...admissionConfiguration !== undefined && {pluginConfigurations: pluginConfigurations(admissionConfiguration, options, files)},
    })
  }
}

function pluginConfigurations(configuration: string | object, plugins: PluginFlags, files: Readonly<Record<string, string>> = {}): PluginConfigurations {
  const file = new SourceFile('', typeof configuration === 'string' ? configuration : goJson(configuration))
  const {configurations, error} = readConfiguration(file, {readFile: readerOf(files), plugins})
  if (error !== undefined) throw error
  return configurations
}

/** Reads the given texts as files. */
function readerOf(files: Readonly<Record<string, string>>): ReadFile {
  const texts = new Map(Object.entries(files).map(([path, text]) => [normalize(path), text]))
  return (path) => {
    const text = texts.get(normalize(path))
    return text === undefined ? noSuchFile(path) : new SourceFile(path, text)
  }
}

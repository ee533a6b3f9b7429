import {normalize} from '#platform/paths.js'

import {isEnabled, type PluginFlags} from '../admission/plugin-flags.js'
import {isDeepEqual} from '../machinery/collections/deep-equal.js'
import type {Manifest} from '../manifests/manifest.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import {readDocument} from './document.js'
import type {ReadFile} from './file-error.js'
import {pluginConfiguration} from './plugin-configuration.js'
import {type AdmissionConfiguration, readAdmissionConfiguration, type ReadOptions} from './read-configuration.js'
import {configurationIn, configurationOf, type ConfiguredPlugin} from './recognize.js'

/** A configuration found among other files. */
export interface FoundConfiguration extends AdmissionConfiguration {
  readonly file: SourceFile
  /** True for an AdmissionConfiguration, of which a server has one; false for the configuration of one plugin. */
  readonly isWhole: boolean
  /** The files that it names. */
  readonly named: readonly string[]
}

/** Configurations found among the input files. */
export interface FoundConfigurations {
  readonly found: readonly FoundConfiguration[]
  /** Configurations after the first document of a file, which no server reads. */
  readonly ignored: readonly Manifest[]
}

/**
 * Finds the configurations in files: AdmissionConfigurations with the files that they name, and the configurations of enabled
 * plugins that none of these names.
 *
 * @param readFile reads files that are not among these
 * @param plugins the plugin flags of the server
 */
export function findConfigurations(files: readonly SourceFile[], readFile: ReadFile, plugins: PluginFlags = {}): FoundConfigurations {
  const readKnown: ReadFile = (path) => files.find((file) => normalize(file.path) === path) ?? readFile(path)
  // Most manifests need not be read for that.
  const entries = files.filter(({text}) => text.includes('Configuration')).map((file) => ({file, manifests: readManifests(file)}))
  const found = entries.flatMap(({file, manifests: [first]}) => {
    const plugin = configurationIn(first)
    if (plugin === undefined || (plugin !== 'all' && !isEnabled(plugin, plugins, true))) return []
    return [plugin === 'all' ? wholeConfiguration(file, {readFile: readKnown, plugins}) : partialConfiguration(file, plugin)]
  })
  const named = new Set(found.flatMap((configuration) => configuration.named))
  return {
    found: found.filter(({isWhole, file}) => isWhole || !named.has(normalize(file.path))),
    ignored: entries.flatMap(({manifests: [, ...others]}) => others)
      .flatMap(({manifest}) => manifest !== undefined && configurationOf(manifest.body) ? [manifest] : []),
  }
}

function wholeConfiguration(file: SourceFile, {readFile, plugins}: Pick<ReadOptions, 'readFile' | 'plugins'>): FoundConfiguration {
  const named: string[] = []
  const configuration = readAdmissionConfiguration(file, {
    ...plugins && {plugins},
    readFile: (path) => {
      named.push(normalize(path))
      return readFile(path)
    },
  })
  return {...configuration, file, isWhole: true, named}
}

function partialConfiguration(file: SourceFile, {name, configuration: kind}: ConfiguredPlugin): FoundConfiguration {
  const {configuration, error, problems} = pluginConfiguration(name, kind, readDocument(file))
  return {configurations: configuration === undefined ? {} : {[name]: configuration}, problems, file, isWhole: false, named: [], ...error && {error}}
}

/** Two configurations that no server can have at once, as they do not say the same; undefined where all go together. */
export function conflictingConfigurations(found: readonly FoundConfiguration[]): readonly [FoundConfiguration, FoundConfiguration] | undefined {
  const first = new Map<string, FoundConfiguration>()
  let whole: FoundConfiguration | undefined
  for (const one of found) {
    if (one.isWhole && whole !== undefined && !isDeepEqual(whole.configurations, one.configurations)) return [whole, one]
    if (one.isWhole) whole ??= one
    for (const [name, configuration] of Object.entries(one.configurations)) {
      const other = first.get(name) ?? one
      if (!isDeepEqual(other.configurations[name], configuration)) return [other, one]
      first.set(name, other)
    }
  }
  return undefined
}

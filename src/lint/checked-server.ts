import type {PluginConfigurations} from '../admission/choose-plugins.js'
import {isEnabled, type PluginFlags} from '../admission/plugin-flags.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import type {CheckedServer, ConfiguredPlace} from '../admission/policy-check.js'
import type {ReadFile} from '../configuration/file-error.js'
import {conflictingConfigurations, findConfigurations} from '../configuration/find-configurations.js'
import {documentOf} from '../configuration/plugin-configuration.js'
import {spanOf} from '../configuration/problem.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {SourceFile} from '../source/source-file.js'
import type {Related} from './diagnostic.js'

/** The settings of the server. */
export interface ServerSettings {
  readonly version: KubernetesVersion
  readonly plugins: PluginFlags
  /** The configurations of plugins; by default those among the files. */
  readonly configurations?: PluginConfigurations | undefined
  /** Reads files that a configuration names. */
  readonly readFile: ReadFile
}

/** Returns the server for which files are checked: with the configurations of the settings, otherwise with those that kadm simulate finds among the files. */
export const checkedServer = (sources: readonly SourceFile[], {version, plugins, configurations, readFile}: ServerSettings): CheckedServer =>
  ({version, disabledPlugins: disabledBy(plugins), configurations: configurations ?? configurationsAmong(sources, readFile, plugins)})

const disabledBy = (flags: PluginFlags): readonly string[] =>
  admissionPlugins.filter((plugin) => plugin.enabledByDefault !== false && !isEnabled(plugin, flags, true)).map(({name}) => name)

/** Ignores configurations with which the server does not start, and ones that differ: which of them counts is unknown. */
function configurationsAmong(sources: readonly SourceFile[], readFile: ReadFile, plugins: PluginFlags): PluginConfigurations {
  const files = sources.filter(({text}) => /\b(?:Admission|PodSecurity)Configuration\b/.test(text))
  if (files.length === 0) return {}
  const {found} = findConfigurations(files, readFile, plugins)
  const isKnown = found.every(({error, skipReason}) => error === undefined && skipReason === undefined) && conflictingConfigurations(found) === undefined
  return isKnown ? found.reduce<PluginConfigurations>((together, one) => ({...together, ...one.configurations}), {}) : {}
}

/** Returns the place of a field of a plugin's configuration; none for a configuration that is not from a file. */
export function configuredPlaces({configurations}: CheckedServer, {plugin, field, message}: ConfiguredPlace): Related[] {
  const configuration = configurations[plugin]
  const document = configuration && documentOf(configuration)
  return document === undefined ? [] : [{file: document.file, span: spanOf(document, field.steps()), message}]
}

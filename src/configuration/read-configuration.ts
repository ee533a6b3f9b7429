import {dirname, isAbsolute, join} from '#platform/paths.js'

import {invalidConfiguration, type PluginConfigurations} from '../admission/choose-plugins.js'
import {isEnabled, type PluginFlags} from '../admission/plugin-flags.js'
import {StartUpError} from '../admission/start-up-error.js'
import {nodeAt} from '../manifests/locate.js'
import type {SourceFile} from '../source/source-file.js'
import {type PluginEntries, pluginEntries, type PluginEntry} from './admission-configuration.js'
import {type ConfigurationDocument, embeddedDocument, isUnreadable, readDocument, type UnreadableDocument} from './document.js'
import {isFileError, outerFileError, pluginFileError, type ReadFile} from './file-error.js'
import {type PluginConfiguration, pluginConfiguration} from './plugin-configuration.js'
import {type ConfigurationProblem, problemAt, unreadableProblem} from './problem.js'
import {configurationOf, type ConfiguredPlugin, configuredPlugins} from './recognize.js'
import {typeMetaOf} from './type-meta.js'

export interface ReadOptions {
  /** Reads the files that `path` of an entry names; a name that is not absolute counts from the folder of the AdmissionConfiguration. */
  readonly readFile: ReadFile
  /** The plugin flags of the server: the configuration of a disabled plugin is not read. */
  readonly plugins?: PluginFlags
  /** False where an entry does not enable its plugin, as on a server; by default it does. */
  readonly entriesEnable?: boolean
}

/** The configurations of kadm's plugins in an AdmissionConfiguration. */
export interface AdmissionConfiguration {
  /** The configurations of plugins by name, decoded and valid; none where the server does not start. */
  readonly configurations: PluginConfigurations
  /** Why the server does not start. */
  readonly error?: StartUpError
  /** A file that it names and that may not be read, with the reason. */
  readonly skipReason?: string
  /** All problems that `kadm lint` reports for the files. */
  readonly problems: readonly ConfigurationProblem[]
}

/**
 * Reads an AdmissionConfiguration and the configurations of plugins in it and in the files that it names, as the server does when it starts
 * (apiserver admission `ReadAdmissionConfiguration`; spec eventratelimit 2, spec resourcequota 2.4).
 */
export function readAdmissionConfiguration(file: SourceFile, options: ReadOptions): AdmissionConfiguration {
  const document = readDocument(file)
  return isUnreadable(document) ? unreadable(document) : configurePlugins(document, pluginEntries(document), options)
}

/**
 * Reads an AdmissionConfiguration, or the configuration of one plugin in place of it: the file that a server would find at
 * `path` of an entry, as if an AdmissionConfiguration named it.
 */
export function readConfiguration(file: SourceFile, options: ReadOptions): AdmissionConfiguration {
  const document = readDocument(file)
  if (isUnreadable(document)) return unreadable(document)
  const typeMeta = typeMetaOf(document)
  const plugin = 'error' in typeMeta ? undefined : configurationOf(typeMeta)
  if (plugin === undefined || plugin === 'all') return configurePlugins(document, pluginEntries(document), options)
  return configurePlugins(document, {entries: [{name: plugin.name}], problems: []}, options, plugin)
}

const unreadable = (document: UnreadableDocument): AdmissionConfiguration =>
  ({configurations: {}, error: new StartUpError('read', document.error), problems: [unreadableProblem(document)]})

/** @param alone the plugin whose configuration the document is, if it is no AdmissionConfiguration */
function configurePlugins(document: ConfigurationDocument, outer: PluginEntries, options: ReadOptions, only?: ConfiguredPlugin): AdmissionConfiguration {
  const read = (plugin: ConfiguredPlugin): PluginConfiguration => plugin === only
    ? pluginConfiguration(plugin.name, plugin.configuration, document)
    : configure(document, outer.entries, plugin, options)
  const plugins = enabledPlugins(outer, options).map((plugin) => ({name: plugin.name, ...read(plugin)}))
  const problems = [...outer.problems, ...plugins.flatMap((plugin) => plugin.problems)]
  const error = outer.error === undefined ? plugins.find((plugin) => plugin.error !== undefined)?.error : new StartUpError('read', outer.error)
  if (error !== undefined) return {configurations: {}, error, problems}
  const skipReason = plugins.find((plugin) => plugin.skipReason !== undefined)?.skipReason
  return {
    configurations: Object.fromEntries(plugins.flatMap(({name, configuration}) => configuration ? [[name, configuration]] : [])),
    ...skipReason !== undefined && {skipReason}, problems,
  }
}

/** Reads an AdmissionConfiguration by its path (`--admission-control-config-file`). */
export function readAdmissionConfigurationFile(path: string, options: ReadOptions): AdmissionConfiguration {
  const file = options.readFile(path)
  if (!isFileError(file)) return readAdmissionConfiguration(file, options)
  return {configurations: {}, error: new StartUpError('read', outerFileError(path, file)), problems: []}
}

/** The plugins that read a configuration. */
const enabledPlugins = ({entries}: PluginEntries, {plugins = {}, entriesEnable = true}: ReadOptions): ConfiguredPlugin[] => configuredPlugins
  .filter((plugin) => isEnabled(plugin, plugins, entriesEnable && entries.some(({name}) => name === plugin.name)))

/** The first entry of the name counts. */
function configure(document: ConfigurationDocument, entries: readonly PluginEntry[], plugin: ConfiguredPlugin, {readFile}: ReadOptions): PluginConfiguration {
  const {name, configuration: kind} = plugin
  const i = entries.findIndex((entry) => entry.name === name)
  const {path = '', configuration, isWholeFile} = entries[i] ?? {}
  if (isWholeFile === true) return pluginConfiguration(name, kind, document)
  const node = configuration && document.root && nodeAt(document.root, [...document.steps, 'plugins', i, 'configuration'])
  if (node !== undefined) return pluginConfiguration(name, kind, embeddedDocument(document, node, ['plugins', i, 'configuration']))
  if (path === '') return withoutConfiguration(document, plugin, i)
  const inner = besides(document.file.path, path)
  const file = readFile(inner)
  if (!isFileError(file)) return pluginConfiguration(name, kind, readDocument(file))
  const place = {ruleId: 'admission-configuration/path' as const, field: `plugins[${i}].path`, steps: ['plugins', i, 'path']}
  if (file.skipReason !== undefined) {
    const skipReason = `${inner} is not read: ${file.skipReason}`
    return {skipReason, problems: [problemAt(document, {...place, severity: 'info', message: skipReason})]}
  }
  const error = new StartUpError('exit', pluginFileError(inner, file), name)
  return {error, problems: [problemAt(document, {...place, message: error.reason})]}
}

/** A path in a file counts from the folder of the file (apiserver admission `makeAbs`). */
const besides = (file: string, path: string): string => isAbsolute(path) ? path : join(dirname(file), path)

/** A plugin without configuration is validated like one with an empty configuration. */
function withoutConfiguration(document: ConfigurationDocument, {name, configuration: kind}: ConfiguredPlugin, i: number): PluginConfiguration {
  const errors = kind.validate({})
  if (errors.length === 0) return {problems: []}
  const steps = i === -1 ? ['plugins'] : ['plugins', i]
  const problems = errors.map((error) => problemAt(document, {ruleId: error.origin, message: `${name} has no configuration: ${String(error)}`, steps}))
  return {error: invalidConfiguration(name, kind, errors), problems}
}

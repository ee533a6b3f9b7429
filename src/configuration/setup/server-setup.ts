import type {PluginConfigurations} from '../../admission/choose-plugins.js'
import {isEnabled, type PluginFlag, pluginFlagErrors, type PluginFlags} from '../../admission/plugin-flags.js'
import {admissionPlugins} from '../../admission/plugins/index.js'
import {aggregate} from '../../machinery/field/error.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {KubernetesVersion} from '../../machinery/version/kubernetes-version.js'
import type {Steps} from '../../manifests/locate.js'
import {readManifests} from '../../manifests/read-manifests.js'
import {placeText, type SourceFile} from '../../source/source-file.js'
import {conflictingApiServers, findApiServers, type FoundApiServer, placeIn, withoutPlugins} from '../api-server/find-api-servers.js'
import {serverConfiguration} from '../api-server/server-configuration.js'
import {type FlagError, unknownPluginHint} from '../api-server/server-flags.js'
import type {ReadFile} from '../file-error.js'
import {configurationIn, configuredPlugins} from '../recognize.js'
import {findPluginConfigurations, started} from './plugin-configurations.js'
import {SetupError, type SetupHints} from './setup-error.js'

/** The plugin flags that settings give to a server. */
export interface GivenFlags {
  /** Each layer overrides the former ones; all override the manifest of the server. */
  readonly layers: readonly PluginFlags[]
  /** The places where a flag is set, as texts. */
  readonly placesOf: (flag: PluginFlag) => readonly string[]
  /** The version of the server, by default the latest. */
  readonly version?: KubernetesVersion | undefined
}

/** An API server with its flags, before it reads configurations. */
export interface FlaggedServer {
  /** The manifest of the server among the policies, if there is one. */
  readonly declared: FoundApiServer | undefined
  readonly plugins: PluginFlags
}

/** The files of a server's configuration. */
export interface ConfigurationSources {
  /** The files to search. */
  readonly configurations: readonly SourceFile[]
  /** The configurations that settings name: nothing is searched. */
  readonly named: PluginConfigurations | undefined
  /** Reads files that configurations name and that are not among these. */
  readonly readFile: ReadFile
  readonly ways: SetupHints
}

/** The plugins of a server with their configurations. */
export interface ServerConfigurations {
  readonly plugins: PluginFlags
  readonly configurations: PluginConfigurations
  /** Notes that affect the verdicts: flags that are not modelled, and missing files. */
  readonly notes: readonly string[]
  readonly hints: readonly string[]
}

/**
 * Finds the manifest of the API server among the policies (a static pod, or a ClusterConfiguration of kubeadm), and returns its plugin
 * flags. Settings override them.
 *
 * @throws SetupError if the server would not start, and for two manifests that differ
 */
export function flaggedServer(policies: readonly SourceFile[], given: GivenFlags, ways: SetupHints): FlaggedServer {
  const {layers} = given
  const declared = onlyApiServer(findApiServers(policies), ways)
  if (declared !== undefined) rejectErrors(declared, layers.some(setsPlugins))
  const plugins = effectiveFlags([...declared === undefined ? [] : [declared.flags.plugins], ...layers])
  rejectFlags(plugins, given)
  return {declared, plugins}
}

/**
 * Reads the configurations of a server: those that settings name, those that the flags of its manifest name, or without a manifest
 * those among the files.
 *
 * @throws SetupError if the server would not start, and for configurations that differ
 */
export function serverConfigurations({declared, plugins}: FlaggedServer, sources: ConfigurationSources): ServerConfigurations {
  const {configurations: files, named, readFile, ways} = sources
  const notes = declared === undefined ? [] : unmodelledFlags(declared)
  if (named !== undefined) return {plugins, configurations: named, notes, hints: []}
  if (declared === undefined) return {plugins, notes, ...findPluginConfigurations(files, {plugins, readFile, ways})}
  const own = ownConfiguration(declared, plugins, sources)
  return {...own, notes: [...notes, ...own.notes]}
}

function onlyApiServer(found: readonly FoundApiServer[], ways: SetupHints): FoundApiServer | undefined {
  const conflict = conflictingApiServers(found)
  if (conflict === undefined) return found[0]
  const [one, other] = conflict.map((declared) => placeOf(declared, []))
  throw new SetupError(`${one} and ${other} set up the API server in different ways`, [ways.servers])
}

const placeOf = (declared: FoundApiServer, steps: Steps): string => {
  const {file, span} = placeIn(declared, steps)
  return placeText(file, span)
}

/** @param areOverridden True if settings enable or disable plugins */
function rejectErrors(declared: FoundApiServer, areOverridden: boolean): void {
  const errors = declared.errors.filter(({stage}) => stage !== undefined && !(areOverridden && stage === 'validate'))
  const first = (['parse', 'feature-gates', 'validate'] as const).map((stage) => errors.filter((error) => error.stage === stage)).find((found) => found.length > 0)
  if (first === undefined) return
  // The server reports only the first error of parsing flags, but all errors of validating options.
  const reported = first[0]?.stage === 'validate' ? first : first.slice(0, 1)
  throw new SetupError(
    `the API server does not start with the flags in ${oneLine(declared.manifest.document.file.path)}: ${oneLine(aggregate(reported.map(({message}) => message)))}`,
    reported.slice(0, maxPlaces).map((error) => errorLine(declared, error)),
  )
}

/** Rejects invalid plugin flags as the server does. */
function rejectFlags(plugins: PluginFlags, {placesOf, version}: GivenFlags): void {
  const errors = pluginFlagErrors(admissionPlugins, plugins, version)
  if (errors.length === 0) return
  const hints = errors.flatMap(({flags, name = ''}) => flags.length === 1 ? unknownPluginHint(name) ?? [] : [])
  throw new SetupError(
    `the API server does not start with this configuration: ${oneLine(aggregate(errors.map(({message}) => message)))}`, [...new Set([...errors.flatMap(({flags}) => flags.flatMap(placesOf)), ...hints])],
  )
}

const errorLine = (declared: FoundApiServer, {steps, message, hint}: FlagError): string =>
  `${placeOf(declared, steps)}: ${oneLine(message)}${hint === undefined ? '' : `: ${oneLine(hint)}`}`

/** Maximum number of places with errors to report. */
const maxPlaces = 3

/** Returns an untrusted text on one line, truncated if it is long. */
const clipped = (text: string): string => oneLine(text.length > 200 ? `${text.slice(0, 200)}...` : text)

/** Returns notes about the server's flags that kadm does not model. */
function unmodelledFlags(declared: FoundApiServer): string[] {
  const {flags: {featureGates, runtimeConfig}} = declared
  const note = (name: string, values: readonly string[], what: string): string[] =>
    values.length === 0 ? [] : [`kadm does not model --${name}=${clipped(values.join(','))} (${placeOf(declared, declared.stepsOf(name))}), and answers with ${what} that are on by default`]
  return [...note('feature-gates', featureGates, 'the feature gates'), ...note('runtime-config', runtimeConfig, 'the API versions')]
}

/** Returns the plugin configurations of `--admission-control-config-file`. Notes the files that are not among the given ones. */
function ownConfiguration(declared: FoundApiServer, plugins: PluginFlags, {configurations: files, readFile, ways}: ConfigurationSources): ServerConfigurations {
  const {flags: {configFile}} = declared
  const flag = '--admission-control-config-file'
  if (configFile === '') return {plugins, configurations: {}, notes: [], hints: unnamedHints(files, [], `${placeOf(declared, [])} has no ${flag}`)}
  const place = placeOf(declared, declared.stepsOf('admission-control-config-file'))
  const read = serverConfiguration(configFile, declared, plugins, {files, readFile})
  const {file, missing, ambiguous} = read
  if (ambiguous.length > 0) {
    throw new SetupError(`${place}: ${oneLine(configFile)} can be ${ambiguous.map(({path}) => oneLine(path)).join(' or ')}`, [ways.ambiguous])
  }
  const configurations = started(read, `the configuration in ${oneLine(file?.path ?? '')}`)
  // Plugins that need a configuration, which is on the server's node and unknown.
  const unknown = missing.length === 0 ? [] : configuredPlugins.filter(({name, configuration}) =>
    !Object.hasOwn(configurations, name) && configuration.validate({}).length > 0).map(({name}) => name)
  const off = unknown.filter((name) => admissionPlugins.some((plugin) => plugin.name === name && isEnabled(plugin, plugins, false)))
  const without = off.length === 0 ? '' : `, and without ${off.join(', ')}`
  return {
    plugins: withoutPlugins(plugins, off), configurations,
    notes: missing.map((path) => `${place}: ${clipped(path)} is not among the given files: kadm answers without it${without}. ${ways.missing}`),
    hints: file === undefined ? [] : unnamedHints(files, [file], `${place} names ${oneLine(file.path)}`),
  }
}

/** Returns a hint for each AdmissionConfiguration among the files that the server does not read. */
const unnamedHints = (files: readonly SourceFile[], named: readonly SourceFile[], why: string): string[] => files
  .filter((file) => !named.includes(file) && file.text.includes('AdmissionConfiguration'))
  .filter((file) => configurationIn(readManifests(file)[0]) === 'all')
  .map(({path}) => `Hint: ${oneLine(path)} is not in force: ${why}.`)

/** True for settings that enable or disable plugins. */
const setsPlugins = ({enableAdmissionPlugins, disableAdmissionPlugins, admissionControl}: PluginFlags): boolean =>
  (enableAdmissionPlugins ?? disableAdmissionPlugins ?? admissionControl) !== undefined

/**
 * Returns the effective plugin flags of layers, each of which overrides the former ones. Enabling a plugin in a higher layer removes it
 * from the disabled ones of the lower layers, and vice versa.
 */
export const effectiveFlags = (layers: readonly PluginFlags[]): PluginFlags => layers.reduce(overridden, {})

const without = (names: readonly string[] | undefined, others: readonly string[] = []): readonly string[] | undefined =>
  names?.filter((name) => !others.includes(name))

function overridden(lower: PluginFlags, higher: PluginFlags): PluginFlags {
  const {enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, admissionControl} = higher
  if (admissionControl !== undefined) return higher
  if (!setsPlugins(higher)) return lower
  return {
    enableAdmissionPlugins: enabled ?? without(lower.enableAdmissionPlugins, disabled),
    disableAdmissionPlugins: disabled ?? without(lower.disableAdmissionPlugins, enabled),
  }
}

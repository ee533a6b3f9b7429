import type {PluginConfigurations} from '../admission/choose-plugins.js'
import {isEnabled, type PluginFlag, pluginFlagFaults, type PluginFlags} from '../admission/plugin-flags.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {StartUpError} from '../admission/start-up-error.js'
import type {ClusterOptions} from '../cluster/options.js'
import {apiServersAmong, conflictAmongApiServers, type FoundApiServer, placeIn, withoutPlugins} from '../configuration/api-server/api-servers-among.js'
import {serverConfiguration} from '../configuration/api-server/server-configuration.js'
import {type FlagFault, unknownPluginHint} from '../configuration/api-server/server-flags.js'
import {configurationIn, configuredPlugins} from '../configuration/recognize.js'
import {aggregate} from '../machinery/field/error.js'
import {oneLine} from '../machinery/printable.js'
import type {Steps} from '../manifests/locate.js'
import {readManifests} from '../manifests/read-manifests.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {findPluginConfigurations, readPluginConfigurations, started} from './admission-config.js'
import type {Resolved} from './config/resolve.js'
import {placeText} from './only-document.js'
import {pluginFlagsOf, setsPlugins} from './plugin-settings.js'
import {configurationReader} from './read-inputs.js'
import {serverOptions} from './server-options.js'

/** The setup of the API server, with notes for the user. */
export interface ServerSetup {
  readonly options: Pick<ClusterOptions, 'allowPrivileged' | 'kubernetesVersion' | 'pluginConfigurations' | keyof PluginFlags>
  /** Notes that affect the verdicts: flags that are not modelled, and missing files. */
  readonly notes: readonly string[]
  readonly hints: readonly string[]
}

/** The sources of an API server's setup. */
export interface ServerSources {
  /** The file that `--admission-config` names. */
  readonly admissionConfig: string | undefined
  /** True with `--allow-path-outside`. */
  readonly allowPathOutside?: boolean | undefined
  /** All paths of the run: only one of them can be standard input. */
  readonly paths: readonly string[]
  /** The policies, which can contain the manifest of the API server. */
  readonly policies: readonly SourceFile[]
  /** The files to search for configurations of the server. */
  readonly configurations: readonly SourceFile[]
}

/**
 * Sets up the API server from its manifest among the policies (a static pod, or a ClusterConfiguration of kubeadm), if there is one,
 * and from the settings, which override it.
 *
 * @throws UsageError if the server would not start, and for two manifests that differ
 */
export async function setUpServer(resolved: Resolved, given: ServerSources): Promise<ServerSetup> {
  const {admissionConfig, allowPathOutside, paths, policies, configurations: sources} = given
  const declared = onlyApiServer(apiServersAmong(policies))
  if (declared !== undefined) rejectFaults(declared, setsPlugins(resolved.settings))
  const plugins = pluginFlagsOf(resolved, declared?.flags.plugins)
  rejectSettings(resolved, plugins)
  const server = {...declared && {allowPrivileged: declared.flags.allowPrivileged}, ...serverOptions(resolved.settings)}
  const named = await readPluginConfigurations(admissionConfig, paths, {plugins, allowPathOutside})
  const notes = declared === undefined ? [] : unmodelledFlags(declared)
  if (named !== undefined) return {options: {...server, ...plugins, pluginConfigurations: named}, notes, hints: []}
  if (declared === undefined) {
    const {configurations, hints} = findPluginConfigurations(sources, plugins)
    return {options: {...server, ...plugins, pluginConfigurations: configurations}, notes, hints}
  }
  const own = ownConfiguration(declared, plugins, sources)
  return {options: {...server, ...own.plugins, pluginConfigurations: own.configurations}, notes: [...notes, ...own.notes], hints: own.hints}
}

function onlyApiServer(found: readonly FoundApiServer[]): FoundApiServer | undefined {
  const conflict = conflictAmongApiServers(found)
  if (conflict === undefined) return found[0]
  const [one, other] = conflict.map((declared) => placeOf(declared, []))
  throw new UsageError(`${one} and ${other} set up the API server in different ways`, ['choose one of them with -p or with --exclude'])
}

const placeOf = (declared: FoundApiServer, steps: Steps): string => {
  const {file, span} = placeIn(declared, steps)
  return placeText(file, span)
}

/** @param areOverridden True if settings enable or disable plugins */
function rejectFaults(declared: FoundApiServer, areOverridden: boolean): void {
  const faults = declared.faults.filter(({stage}) => stage !== undefined && !(areOverridden && stage === 'validate'))
  const first = (['parse', 'feature-gates', 'validate'] as const).map((stage) => faults.filter((fault) => fault.stage === stage)).find((found) => found.length > 0)
  if (first === undefined) return
  // The server reports only the first error of parsing flags, but all errors of validating options.
  const reported = first[0]?.stage === 'validate' ? first : first.slice(0, 1)
  throw new UsageError(
    `the API server does not start with the flags in ${oneLine(declared.manifest.document.file.path)}: ${oneLine(aggregate(reported.map(({message}) => message)))}`,
    reported.slice(0, maxPlaces).map((fault) => faultLine(declared, fault)),
  )
}

/** Rejects invalid plugin flags as the server does, with their places in the configuration file. */
function rejectSettings({sources, places}: Resolved, plugins: PluginFlags): void {
  const faults = pluginFlagFaults(admissionPlugins, plugins)
  if (faults.length === 0) return
  const placesOf = (flag: PluginFlag): string[] => sources[flag] === 'file' ? [`${places[flag] ?? ''}: ${flag} is set here`] : []
  const hints = faults.flatMap(({flags, name = ''}) => flags.length === 1 ? unknownPluginHint(name) ?? [] : [])
  throw new UsageError(
    `the API server does not start with this configuration: ${oneLine(aggregate(faults.map(({message}) => message)))}`, [...new Set([...faults.flatMap(({flags}) => flags.flatMap(placesOf)), ...hints])],
  )
}

const faultLine = (declared: FoundApiServer, {steps, message, hint}: FlagFault): string =>
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

interface OwnConfiguration extends Pick<ServerSetup, 'notes' | 'hints'> {
  readonly plugins: PluginFlags
  readonly configurations: PluginConfigurations
}

/** Returns the plugin configurations of `--admission-control-config-file`. Notes the files that are not among the given ones. */
function ownConfiguration(declared: FoundApiServer, plugins: PluginFlags, files: readonly SourceFile[]): OwnConfiguration {
  const {flags: {configFile}} = declared
  const flag = '--admission-control-config-file'
  if (configFile === '') return {plugins, configurations: {}, notes: [], hints: unnamedHints(files, [], `${placeOf(declared, [])} has no ${flag}`)}
  const place = placeOf(declared, declared.stepsOf('admission-control-config-file'))
  const read = serverConfiguration(configFile, declared, plugins, {files, readFile: configurationReader(files)})
  const {file, missing, ambiguous} = read
  if (ambiguous.length > 0) {
    throw new UsageError(`${place}: ${oneLine(configFile)} can be ${ambiguous.map(({path}) => oneLine(path)).join(' or ')}`, ['choose one of them with --admission-config'])
  }
  const configurations = started(read, `the configuration in ${oneLine(file?.path ?? '')}`)
  // Plugins that need a configuration, which is on the server's node and unknown.
  const unknown = missing.length === 0 ? [] : configuredPlugins.filter(({name, configuration}) =>
    !Object.hasOwn(configurations, name) && configuration.validate({}).length > 0).map(({name}) => name)
  const off = unknown.filter((name) => admissionPlugins.some((plugin) => plugin.name === name && isEnabled(plugin, plugins, false)))
  const without = off.length === 0 ? '' : `, and without ${off.join(', ')}`
  return {
    plugins: withoutPlugins(plugins, off), configurations,
    notes: missing.map((path) => `${place}: ${clipped(path)} is not among the given files: kadm answers without it${without}. Give it with -p or --admission-config.`),
    hints: file === undefined ? [] : unnamedHints(files, [file], `${place} names ${oneLine(file.path)}`),
  }
}

/** Returns a hint for each AdmissionConfiguration among the files that the server does not read. */
const unnamedHints = (files: readonly SourceFile[], named: readonly SourceFile[], why: string): string[] => files
  .filter((file) => !named.includes(file) && file.text.includes('AdmissionConfiguration'))
  .filter((file) => configurationIn(readManifests(file)[0]) === 'all')
  .map(({path}) => `Hint: ${oneLine(path)} is not in force: ${why}.`)

/**
 * Does what starts an API server in memory.
 *
 * @throws UsageError where the API server would not start as it is asked to
 */
export function startUp<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof StartUpError ? new UsageError(`the API server does not start with this configuration: ${error.message}`) : error
  }
}

import type {PluginFlag, PluginFlags} from '../admission/plugin-flags.js'
import {StartUpError} from '../admission/start-up-error.js'
import type {ClusterOptions} from '../cluster/options.js'
import {type FlaggedServer, flaggedServer, serverConfigurations} from '../configuration/setup/server-setup.js'
import type {SetupHints} from '../configuration/setup/setup-error.js'
import {kubernetesVersions} from '../machinery/version/kubernetes-version.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {readPluginConfigurations, withUsageErrors} from './admission-config.js'
import type {Resolved} from './config/resolve.js'
import type {Settings} from './config/settings.js'
import {pluginLayersOf} from './plugin-settings.js'
import {configurationReader} from './read-inputs.js'

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
  const {admissionConfig, allowPathOutside, paths, policies, configurations} = given
  const {settings} = resolved
  const server = serverOf(resolved, policies)
  const named = await readPluginConfigurations(admissionConfig, paths, {plugins: server.plugins, allowPathOutside})
  const read = withUsageErrors(() => serverConfigurations(server, {configurations, named, readFile: configurationReader(configurations), ways: setupHints}))
  const {declared} = server
  return {
    options: {
      ...declared && {allowPrivileged: declared.flags.allowPrivileged}, ...serverOptions(settings), ...read.plugins,
      pluginConfigurations: read.configurations,
    },
    notes: read.notes, hints: read.hints,
  }
}

function serverOf(resolved: Resolved, policies: readonly SourceFile[]): FlaggedServer {
  const {sources, places} = resolved
  const placesOf = (flag: PluginFlag): string[] => sources[flag] === 'file' ? [`${places[flag] ?? ''}: ${flag} is set here`] : []
  const version = serverOptions(resolved.settings).kubernetesVersion
  return withUsageErrors(() => flaggedServer(policies, {layers: pluginLayersOf(resolved), placesOf, version}, setupHints))
}

/**
 * Returns the plugin flags in the settings.
 *
 * @throws UsageError if the server would not start with them
 */
export const pluginsOf = (resolved: Resolved): PluginFlags => serverOf(resolved, []).plugins

/** Hints for errors in the setup of a server, with the flags of commands. */
export const setupHints: SetupHints = {
  servers: 'choose one of them with -p or with --exclude',
  configurations: 'choose one of them with -p or with --admission-config',
  ambiguous: 'choose one of them with --admission-config',
  missing: 'Give it with -p or --admission-config.',
  invalid: (path) => [`--exclude ${path} excludes it`],
  outside: (path) => [`to read it, use --admission-config ${path} --allow-path-outside`],
}

/**
 * Runs a function that starts an API server in memory, and returns its result.
 *
 * @throws UsageError if the API server does not start with its configuration
 */
export function startUp<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof StartUpError ? new UsageError(`the API server does not start with this configuration: ${error.message}`) : error
  }
}

/** Returns the options of the emulated server that the settings contain. */
export function serverOptions({allowPrivileged, kubernetesVersion}: Settings): Pick<ClusterOptions, 'allowPrivileged' | 'kubernetesVersion'> {
  const version = kubernetesVersions.find((known) => known === kubernetesVersion)
  return {...allowPrivileged !== undefined && {allowPrivileged}, ...version && {kubernetesVersion: version}}
}

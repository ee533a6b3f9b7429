import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import type {ReadFile} from '../configuration/file-error.js'
import {readConfiguration, type ReadOptions} from '../configuration/read-configuration.js'
import {started} from '../configuration/setup/plugin-configurations.js'
import {flaggedServer, serverConfigurations} from '../configuration/setup/server-setup.js'
import {SetupError, type SetupHints} from '../configuration/setup/setup-error.js'
import {oneLine} from '../machinery/output/printable.js'
import type {SimulateOptions} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import type {ServerSettings} from '../test-file/server-settings.js'

/** The API server of a test. */
export interface Server {
  readonly options: SimulateOptions
  /** Notes about flags that are not modelled, and about files without effect. */
  readonly notes: readonly string[]
}

/** The sources of a server's setup. */
export interface ServerSources {
  /** The files of `admissionConfig`. */
  readonly admissionConfig: readonly SourceFile[] | undefined
  readonly policies: readonly SourceFile[]
  readonly readFile: ReadFile
}

type Settings = Partial<ServerSettings>

/**
 * Sets up the API server of a test as `kadm simulate` does, from its manifest among the policies, if there is one, and from settings.
 *
 * @param layers The settings of the test file, and those of the test, which override them
 * @returns the problem if the server does not start
 */
export function setUp(layers: readonly Settings[], sources: ServerSources): Server | {readonly problem: string} {
  try {
    return setUpServer(layers, sources)
  } catch (error) {
    if (error instanceof SetupError) return {problem: [oneLine(error.message), error.ways.join('; ')].filter((text) => text !== '').join(': ')}
    throw error
  }
}

function setUpServer(layers: readonly Settings[], {admissionConfig, policies, readFile}: ServerSources): Server {
  const settings = layers.reduce((lower, higher) => ({...lower, ...higher}), {})
  const server = flaggedServer(policies, {layers: layers.map(pluginFlagsOf), placesOf: () => [], version: settings.kubernetesVersion}, ways)
  const [file] = admissionConfig ?? []
  const named = file && configurationsIn(file, {readFile, plugins: server.plugins})
  const {plugins, configurations, notes, hints} = serverConfigurations(server, {configurations: policies, named, readFile, ways})
  const {allowPrivileged = server.declared?.flags.allowPrivileged, kubernetesVersion, onConflict, resync, nodes, neverReady} = settings
  return {
    options: {
      ...plugins, pluginConfigurations: configurations, serverNotes: notes,
      ...allowPrivileged !== undefined && {allowPrivileged}, ...kubernetesVersion && {kubernetesVersion},
      ...onConflict && {metadataPolicyConflict: onConflict}, ...nodes !== undefined && {nodes}, ...neverReady !== undefined && {neverReady},
      // A simulation counts in milliseconds.
      ...resync !== undefined && {resync: Number((resync + 999_999n) / 1_000_000n)},
    },
    notes: [...notes.map((note) => `Note: ${note}`), ...hints],
  }
}

/** @throws SetupError if the server would not start, and for a file that may not be read */
function configurationsIn(file: SourceFile, options: ReadOptions): PluginConfigurations {
  const read = readConfiguration(file, options)
  const configurations = started(read, `the configuration in ${file.path}`)
  if (read.skipReason !== undefined) throw new SetupError(`${file.path}: ${read.skipReason}`)
  return configurations
}

const pluginFlagsOf = ({enableAdmissionPlugins, disableAdmissionPlugins, admissionControl}: Settings): PluginFlags =>
  ({enableAdmissionPlugins, disableAdmissionPlugins, admissionControl})

const ways: SetupHints = {
  servers: 'name one of them in "policies"',
  configurations: 'set server.admissionConfig',
  ambiguous: 'set server.admissionConfig',
  missing: 'Name it in "policies", or set server.admissionConfig.',
  invalid: () => [],
  outside: () => [],
}

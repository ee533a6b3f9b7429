import {pluginFlagFaults} from '../admission/plugin-flags.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import type {PluginConfigurations} from '../admission/choose-plugins.js'
import {configurationsAmong, conflictAmong} from '../configuration/among-policies.js'
import type {ReadFile} from '../configuration/file-fault.js'
import {type AdmissionConfiguration, readConfiguration} from '../configuration/read-configuration.js'
import {aggregate} from '../machinery/field/error.js'
import {oneLine} from '../machinery/printable.js'
import type {SimulateOptions} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import type {ServerSettings} from '../test-file/server-settings.js'

/** The options of a simulation for the settings of a server, or why it does not start. */
export type Server = {readonly options: SimulateOptions} | {readonly problem: string}

/** The sources of a server's setup. */
export interface ServerSources {
  /** The files of `admissionConfig`. */
  readonly admissionConfig: readonly SourceFile[] | undefined
  readonly policies: readonly SourceFile[]
  readonly readFile: ReadFile
}

/** Sets up the API server of a test. Without `admissionConfig`, configurations among the policies are in force, as in `kadm simulate`. */
export function setUp(settings: Partial<ServerSettings>, sources: ServerSources): Server {
  const {enableAdmissionPlugins, disableAdmissionPlugins, admissionControl, ...others} = settings
  const {allowPrivileged, kubernetesVersion, onConflict, resync, nodes, neverReady} = others
  const plugins = {
    ...enableAdmissionPlugins && {enableAdmissionPlugins}, ...disableAdmissionPlugins && {disableAdmissionPlugins}, ...admissionControl && {admissionControl},
  }
  const faults = pluginFlagFaults(admissionPlugins, plugins)
  if (faults.length > 0) return {problem: notStarting(aggregate(faults.map(({message}) => message)))}
  const read = configurationsOf(sources, plugins)
  if (typeof read === 'string') return {problem: read}
  return {
    options: {
      ...plugins, pluginConfigurations: read, ...allowPrivileged !== undefined && {allowPrivileged}, ...kubernetesVersion && {kubernetesVersion},
      ...onConflict && {metadataPolicyConflict: onConflict}, ...nodes !== undefined && {nodes}, ...neverReady !== undefined && {neverReady},
      // A simulation counts in milliseconds.
      ...resync !== undefined && {resync: Number((resync + 999_999n) / 1_000_000n)},
    },
  }
}

const notStarting = (message: string): string => `the API server does not start with these settings: ${oneLine(message)}`

type PluginFlags = Parameters<typeof pluginFlagFaults>[1]

function configurationsOf({admissionConfig, policies, readFile}: ServerSources, plugins: PluginFlags): PluginConfigurations | string {
  if (admissionConfig !== undefined) {
    const [file] = admissionConfig
    return file === undefined ? {} : started(file, readConfiguration(file, {readFile, plugins}))
  }
  const {found} = configurationsAmong(policies, readFile, plugins)
  const all = found.map((one) => started(one.file, one))
  const problem = all.find((one) => typeof one === 'string')
  if (problem !== undefined) return problem
  const conflict = conflictAmong(found)
  if (conflict !== undefined) return `${conflict.map(({file}) => oneLine(file.path)).join(' and ')} configure the API server in different ways: set server.admissionConfig`
  return all.reduce<PluginConfigurations>((together, one) => typeof one === 'string' ? together : {...together, ...one}, {})
}

const started = ({path}: SourceFile, {configurations, error}: AdmissionConfiguration): PluginConfigurations | string =>
  error === undefined ? configurations : `the API server does not start with ${oneLine(path)}: ${oneLine(error.message)}`

import {inject} from '../simulate/injection.js'
import {type SendOrder, sendOrders} from '../simulate/install-order.js'
import type {SendOptions} from '../simulate/operations/operation.js'
import type {SimulateInput} from '../simulate/prepare.js'
import type {SimulateOptions, Simulation} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import type {Resolved} from './config/resolve.js'
import type {Settings} from './config/settings.js'
import {policyNotes} from './describe-command.js'
import {readInjection} from './injection.js'
import {checkNoManifest, checkOutputFiles, type Output} from './outputs.js'
import {problemNotes} from './problem-notes.js'
import {readSimulationInputs, type SimulationInputs} from './read-inputs.js'
import {renderSent} from './rendering/renderings.js'
import {setUpServer} from './server-setup.js'
import {resyncOf, type SendingFlags, sendingOf} from './simulate-flags.js'

/** The flags of a command that sends objects. */
export interface SendCommandFlags extends SendingFlags {
  readonly 'admission-config'?: string | undefined
  readonly 'allow-path-outside'?: boolean | undefined
  readonly 'on-conflict'?: SimulateOptions['metadataPolicyConflict'] | undefined
  readonly 'inject'?: string | undefined
  readonly 'nodes'?: number | undefined
  readonly 'resync'?: string | undefined
  readonly 'rollout'?: boolean
  readonly 'never-ready'?: boolean
}

/** Everything that a command reads before it sends objects. */
export interface SendingInputs {
  readonly inputs: Omit<SimulationInputs, 'warnings' | 'skipped'>
  readonly options: SimulateOptions
  readonly sending: SendOptions
  readonly skipped: SimulationInputs['skipped']
  /** Warnings about the files. */
  readonly warnings: readonly string[]
  /** Hints about the setup of the server. */
  readonly hints: readonly string[]
}

/** The files of a run: those to send, and those that the reports are written to. */
export interface SendingFiles {
  readonly files: readonly string[]
  readonly reports: readonly (string | undefined)[]
  /** Another file that the command writes, which can be among the policies. */
  readonly state?: string | undefined
}

/**
 * Reads the objects to send, their policies, and the setup of the server.
 *
 * @throws UsageError for flags that do not fit together, for files that cannot be read, and for an output that is an input
 */
export async function readSending(resolved: Resolved, flags: SendCommandFlags, {files, reports, state}: SendingFiles): Promise<SendingInputs> {
  const {settings, sources: from} = resolved
  const order = sendOrderOf(settings)
  const sending = sendingOf(flags)
  const period = resyncOf(flags.resync)
  checkOutputFiles([...reports, state], files)
  checkOutputFiles(reports, [...settings.policies ?? [], ...settings.existing ?? []])
  const rendered = await renderSent(resolved, files)
  const {warnings, skipped, ...inputs} = await readSimulationInputs({files, rendered, apart: flags.inject, ...settings})
  checkNoManifest([...reports, state], [...inputs.files, ...inputs.policies, ...inputs.existing])
  const server = await setUpServer(resolved, {
    admissionConfig: flags['admission-config'], allowPathOutside: flags['allow-path-outside'], paths: [...files, ...settings.policies ?? [], ...settings.existing ?? []],
    policies: inputs.policies, configurations: configurationSources(inputs, order),
  })
  const injected = readInjection(flags.inject)
  const options: SimulateOptions = {
    namespace: settings.namespace, isNamespaceGiven: from.namespace === 'flag', ...server.options, serverNotes: server.notes,
    ...flags['on-conflict'] !== undefined && {metadataPolicyConflict: flags['on-conflict']},
    ...flags.nodes !== undefined && {nodes: flags.nodes}, rollout: flags.rollout ?? false, neverReady: flags['never-ready'] ?? false,
    ...injected && {injector: (pod) => inject(pod, injected)}, order, sending, ...period !== undefined && {resync: period},
  }
  return {inputs, options, sending, skipped, warnings, hints: server.hints}
}

/** The order in which objects are to be sent. */
const sendOrderOf = ({order}: Settings): SendOrder => sendOrders.find((known) => known === order) ?? 'install'

/** The files whose configurations of the API server count: in install order, those that are to be sent too. */
export const configurationSources = ({files, policies = []}: SimulateInput, order: SendOrder): readonly SourceFile[] =>
  order === 'files' ? policies : [...policies, ...files]

/** The problems and notes of a simulation that are printed to standard error, too: a table shows them next to the verdicts. */
export const notesForStderr = ({notes, policies, diagnostics}: Simulation, reports: readonly Output<string>[]): readonly string[] =>
  reports.some(({format, path}) => format === 'table' && path === undefined) ? []
    : [...policyNotes(policies), ...problemNotes(diagnostics), ...notes.map((note) => `Note: ${note}`)]

import {type SendOrder, sendOrders} from '../simulate/send-order.js'
import type {SimulateInput} from '../simulate/prepare.js'
import type {Simulation} from '../simulate/simulate.js'
import type {SourceFile} from '../source/source-file.js'
import type {Settings} from './config/settings.js'
import type {Output} from './outputs.js'

/** The order in which objects are to be sent. */
export const sendOrderOf = ({order}: Settings): SendOrder => sendOrders.find((known) => known === order) ?? 'install'

/** The files whose configurations of the API server count: in install order, those that are to be sent too. */
export const configurationSources = ({files, policies = []}: SimulateInput, order: SendOrder): readonly SourceFile[] =>
  order === 'files' ? policies : [...policies, ...files]

/** The notes of a simulation that are printed to standard error, too: a table shows them next to the verdicts. */
export const notesForStderr = ({notes}: Simulation, reports: readonly Output<string>[]): readonly string[] =>
  reports.some(({format, path}) => format === 'table' && path === undefined) ? [] : notes.map((note) => `Note: ${note}`)

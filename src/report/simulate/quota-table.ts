import {oneLine} from '../../machinery/output/printable.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {type QuotaChange, usageDifferences} from '../../simulate/quotas.js'
import type {Simulation} from '../../simulate/simulate.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {tabulate} from '../tab-writer.js'
import {usageSourceText} from '../usage-source.js'
import {type ShownQuota, shownQuotas} from './quotas.js'

/** The quotas after the run, in the namespaces of the objects sent. */
export const quotaTables = (simulation: Simulation, style: Style): string[] => shownQuotas(simulation).map((shown) => quotaTable(shown, style))

function quotaTable({change, notes}: ShownQuota, style: Style): string {
  const {quota: {metadata: {name = '', namespace = ''}}, usageFrom} = change
  const head = tabulate([['Quota:', oneLine(name)], ['Namespace:', oneLine(namespace)], ['Usage:', usageSourceText[usageFrom]]])
  return [head.trimEnd(), ...usageTable(change, style), ...notes].map((line) => `${line}\n`).join('')
}

const usageTable = (change: QuotaChange, style: Style): string[] =>
  plainTable(['Resource', 'Before', 'This run', 'After', 'Hard', ''], usageDifferences(change).map(({resource, hard, usage}) => usage === undefined
    ? [oneLine(resource), '-', '-', '-', String(hard), 'not tracked']
    : [oneLine(resource), String(usage.before), String(usage.change), String(usage.after), String(hard), percent(usage.after, hard, style)]))

function percent(used: Quantity, hard: Quantity, style: Style): string {
  if (hard.sign() <= 0) return used.sign() > 0 ? style.red('over') : ''
  const text = `${used.quotient(hard, 100n)}%`
  return used.compare(hard) >= 0 ? style.red(text) : text
}

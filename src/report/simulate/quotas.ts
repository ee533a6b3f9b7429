import {oneLine} from '../../machinery/output/printable.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {type MeasuredPods, measuredPods, type PodHeadroom, podHeadrooms} from '../../simulate/headroom.js'
import {lateText} from '../../simulate/hints.js'
import {type QuotaChange, usageDifferences} from '../../simulate/quotas.js'
import type {Simulation} from '../../simulate/simulate.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {tabulate} from '../tab-writer.js'
import {staleLines, usageSourceText} from '../usage-source.js'
import {referenceOf} from './json.js'

/** The quotas after the run, in the namespaces of the objects sent. */
export const quotaTables = (simulation: Simulation, style: Style): string[] => shownQuotas(simulation).map((shown) => quotaTable(shown, style))

/** A quota after the run, with notes on it. */
export interface ShownQuota {
  readonly change: QuotaChange
  readonly notes: readonly string[]
}

/** The quotas in the namespaces of the objects sent. */
export function shownQuotas(simulation: Simulation): readonly ShownQuota[] {
  const namespaces = new Set(simulation.reviews.map(({object, manifest: {body}}) => referenceOf(object ?? body).namespace))
  const changes = simulation.quotas.filter(({quota}) => namespaces.has(quota.metadata.namespace))
  if (changes.length === 0) return []
  const pods = measuredPods(simulation)
  return changes.map((change) => ({change, notes: quotaNotes(change, pods, simulation)}))
}

function quotaNotes(change: QuotaChange, pods: MeasuredPods, simulation: Simulation): readonly string[] {
  const {shown, hasMore} = podHeadrooms(change.quota, pods)
  const room = [...shown.map(headroomText), ...hasMore ? ['The headroom for more different pods is not shown.'] : []]
  const late = simulation.cluster.lateChanges(change.quota).map((waiting) => `Not counted yet: ${lateText(waiting)}.`)
  return [...late, ...room, ...staleLines(change)]
}

function quotaTable({change, notes}: ShownQuota, style: Style): string {
  const {quota: {metadata: {name = '', namespace = ''}}, usageFrom} = change
  const head = tabulate([['Quota:', oneLine(name)], ['Namespace:', oneLine(namespace)], ['Usage:', usageSourceText[usageFrom]]])
  return [head.trimEnd(), ...usageTable(change, style), ...notes].map((line) => `${line}\n`).join('')
}

const headroomText = ({count, like, name: key}: PodHeadroom): string => count === 0n
  ? `No more pods like ${oneLine(like)} fit into what is left of ${oneLine(key)}.`
  : `${counted(count, 'more pod')} like ${oneLine(like)} fit${count === 1n ? 's' : ''} into what is left of ${oneLine(key)}.`

const usageTable = (change: QuotaChange, style: Style): string[] =>
  plainTable(['Resource', 'Before', 'This run', 'After', 'Hard', ''], usageDifferences(change).map(({resource, hard, usage}) => usage === undefined
    ? [oneLine(resource), '-', '-', '-', String(hard), 'not tracked']
    : [oneLine(resource), String(usage.before), String(usage.change), String(usage.after), String(hard), percent(usage.after, hard, style)]))

function percent(used: Quantity, hard: Quantity, style: Style): string {
  if (hard.sign() <= 0) return used.sign() > 0 ? style.red('over') : ''
  const text = `${used.quotient(hard, 100n)}%`
  return used.compare(hard) >= 0 ? style.red(text) : text
}

import {isEnough} from '../../simulate/capacity/capacity.js'
import {type Capacity, phases} from '../../simulate/capacity/types.js'
import {capacityBullets} from '../charts/quota-data.js'
import {quotaSection} from '../charts/sections.js'
import {counted} from '../counted.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {beginning} from '../html/page-limits.js'
import {badge, type Card, type Column, definitions, group, item, itemList, namespacedTable, type Section, type View} from '../html/view.js'
import type {LintReporterOptions} from '../lint/options.js'
import {lineText} from '../location.js'
import {legend, neededHeaders} from './columns.js'
import {limitsSection} from '../simulate/html/limits.js'
import {capacityFound} from './found.js'
import {type CapacityRow, capacityRows} from './rows.js'

/** The most rows and denied objects that a page shows, so that a browser can open it. */
const maxRows = 3_000

const maxDenied = 1_000

/** The result of `kadm capacity` as a page. */
export const capacityHtml = (capacity: Capacity, {version, ending}: Pick<LintReporterOptions, 'version' | 'ending'>): string =>
  htmlPage({title: 'kadm capacity', version, ending, view: capacityView(capacity, ending)})

/** The result of `kadm capacity` for a browser: charts of quotas and LimitRanges, denied objects, and all amounts. */
export function capacityView(capacity: Capacity, ending?: LintReporterOptions['ending']): View {
  const {namespaces, simulation} = capacity
  const rows = capacityRows(capacity)
  const isGood = isEnough(capacity) && (ending === undefined || ending.exitStatus === 0)
  return {
    summary: capacityFound(capacity, ending), tone: isGood ? 'good' : 'bad', cards: cards(capacity), notes: simulation.notes,
    sections: [
      ...deniedSection(capacity), ...problemSection(rows), ...quotaSection(capacityBullets({namespaces})), ...limitsSection(simulation),
      ...amountsSection(rows),
    ],
  }
}

function cards({namespaces, denied, simulation: {reviews}}: Capacity): readonly Card[] {
  const quotas = namespaces.flatMap((one) => one.quotas)
  const low = quotas.filter(({breaks}) => breaks !== undefined).length
  const stopped = namespaces.flatMap(({objects}) => objects).filter(({event, verdict}) => event !== undefined || (verdict !== undefined && verdict !== 'fits')).length
  return [
    {value: reviews.length, label: reviews.length === 1 ? 'object' : 'objects'},
    {value: quotas.length, label: quotas.length === 1 ? 'bound of quotas' : 'bounds of quotas'},
    {value: low, label: low === 1 ? 'bound too low' : 'bounds too low', tone: low > 0 ? 'bad' : 'good'},
    {value: stopped, label: 'workloads that do not fit', tone: stopped > 0 ? 'bad' : 'good'}, {value: denied.length, label: 'denied', tone: denied.length > 0 ? 'bad' : 'good'},
  ]
}

/** Objects that the server denies: those that are left out of the needs, and those that only quotas deny. */
function deniedSection({denied}: Capacity): Section[] {
  if (denied.length === 0) return []
  const shown = denied.slice(0, maxDenied)
  const groupOf = (areCounted: boolean, title: string): Html | false => {
    const items = shown.filter(({isCounted}) => isCounted === areCounted).map(({review: {status, manifest}}) =>
      item('denied object', {}, 'bad', html`<p class="message">${beginning(status.message)}</p><p class="mono">${lineText(manifest)}</p>`))
    return items.length > 0 && group(denied.length > shown.length ? `${title}: among the first ${maxDenied} of ${denied.length}` : title, items)
  }
  const body = html`${groupOf(false, 'Not counted in the needs below')}${groupOf(true, 'Denied by quotas, and counted in the needs below')}`
  return [{id: 'denied', title: 'Denied objects', count: denied.length, body}]
}

/** The problems of quotas and of objects. */
function problemSection(rows: readonly CapacityRow[]): Section[] {
  const bad = rows.filter(({problem}) => problem !== '')
  if (bad.length === 0) return []
  const items = bad.slice(0, maxDenied).map(({namespace, problem, ...row}) =>
    item('problem', {namespace}, 'bad', html`<p class="head"><span class="message">${titleOf(row)}</span> ${badge(namespace)}</p>\n<p>${beginning(problem)}</p>`))
  const left = bad.length - items.length
  return [{id: 'problems', title: 'Problems', count: bad.length, body: html`${itemList(items)}${left > 0 && html`<p class="muted">${counted(left, 'more problem')}: -o csv has all of them</p>\n`}`}]
}

/** The object, or the quota with its resource. */
const titleOf = ({object, quota, resource}: Pick<CapacityRow, 'object' | 'quota' | 'resource'>): string => object !== '' ? object : `${resource} of quota ${quota}`

const tableColumns: readonly Column[] = [
  {title: 'Object'}, {title: 'Resource'}, ...[...neededHeaders, 'Used', 'Hard'].map((title) => ({title, isNumeric: true})),
]

/** All amounts as a table: those of the charts, and those of single objects. */
function amountsSection(rows: readonly CapacityRow[]): Section[] {
  if (rows.length === 0) return []
  const shown = rows.slice(0, maxRows)
  const caption = `Needs of objects, namespaces and quotas${rows.length > maxRows ? `: the first ${maxRows} of ${counted(rows.length, 'row')}, all of which -o csv has` : ''}`
  const lines = shown.map(({namespace, object, resource, needed, quota, used, hard, problem}) => ({
    namespace, cells: [object !== '' ? object : quota === '' ? 'all' : `quota ${quota}`, resource, ...phases.map((phase) => needed[phase]), used, hard],
    noun: 'row', ...problem !== '' && {tone: 'bad' as const},
  }))
  return [{id: 'amounts', title: 'All amounts', count: rows.length, body: html`${namespacedTable(caption, tableColumns, lines)}${definitions(legend)}`}]
}

import {groupBy} from '../../../machinery/collections/group-by.js'
import {oneLine} from '../../../machinery/output/printable.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import {usageDifferences} from '../../../simulate/quotas.js'
import type {Simulation} from '../../../simulate/simulate.js'
import {bulletChart, type BulletData, bulletLegend} from '../../charts/bullet.js'
import {simulationBullets} from '../../charts/quota-data.js'
import {chartHtml, legendHtml} from '../../html/chart.js'
import {type Html, html} from '../../html/html.js'
import {type Row, type Section, table, type Tone} from '../../html/view.js'
import {usageSourceText} from '../../usage-source.js'
import {type ShownQuota, shownQuotas} from '../quotas.js'

const columns = [
  {title: 'Resource'}, {title: 'Before', isNumeric: true}, {title: 'This run', isNumeric: true}, {title: 'After', isNumeric: true}, {title: 'Hard', isNumeric: true}, {title: 'Used', isNumeric: true},
]

/** The quotas after the run, by namespace. */
export function quotaSection(simulation: Simulation): readonly Section[] {
  const quotas = shownQuotas(simulation)
  if (quotas.length === 0) return []
  const byNamespace = [...groupBy(quotas, ({change: {quota}}) => quota.metadata.namespace ?? '')]
  const charts = new Map(simulationBullets(simulation).map((data) => [data.namespace, data]))
  const body = html`${byNamespace.map(([namespace, group]) => html`<section class="group" data-group><h3>${oneLine(namespace)}</h3>\n${bullets(charts.get(namespace))}${group.map(quotaHtml)}</section>\n`)}`
  return [{id: 'quotas', title: 'Quotas', count: quotas.length, body}]
}

/** The quotas of a namespace as bullet charts. */
const bullets = (data: BulletData | undefined): Html | undefined =>
  data && html`<div class="panel">${legendHtml(bulletLegend(data.rows))}${chartHtml(bulletChart(data))}</div>\n`

function quotaHtml({change, notes}: ShownQuota): Html {
  const {quota: {metadata: {name = '', namespace = ''}}, usageFrom} = change
  const rows = usageDifferences(change).map(({resource, hard, usage}): Row => {
    const shared = {noun: 'bound', facts: {namespace: oneLine(namespace)}}
    if (usage === undefined) return {...shared, cells: [oneLine(resource), '-', '-', '-', String(hard), 'not tracked']}
    const {text, tone} = share(usage.after, hard)
    return {...shared, tone, cells: [oneLine(resource), String(usage.before), String(usage.change), String(usage.after), String(hard), text]}
  })
  return html`${table(`ResourceQuota ${oneLine(name)} in ${oneLine(namespace)}: usage ${usageSourceText[usageFrom]}`, columns, rows)}${
    notes.length > 0 && html`<ul class="notes">${notes.map((note) => html`<li>${oneLine(note)}</li>`)}</ul>\n`}`
}

/** The used share of a bound, with a colour where it is nearly or wholly used. */
function share(used: Quantity, hard: Quantity): {readonly text: string, readonly tone?: Tone} {
  if (hard.sign() <= 0) return used.sign() > 0 ? {text: 'over', tone: 'bad'} : {text: ''}
  const percent = Number(used.quotient(hard, 100n))
  return {text: `${percent}%`, ...percent >= 80 && {tone: used.compare(hard) >= 0 ? 'bad' : 'warn'}}
}

import {counted} from '../counted.js'
import {chartHtml, legendHtml} from '../html/chart.js'
import {html} from '../html/html.js'
import {item, itemList, type Section} from '../html/view.js'
import {bulletChart, type BulletData, bulletLegend, isOver} from './bullet.js'
import {problemsFirst} from './problems-first.js'

/** The number of charts of one form in a page: a browser can show more, but no reader needs them. */
const maxCharts = 60

/** Charts of the quotas of each namespace, as a part of a page; empty without quotas. */
export function quotaSection(data: readonly BulletData[]): Section[] {
  if (data.length === 0) return []
  const hasProblem = ({rows}: BulletData): boolean => rows.some(isOver)
  const shown = problemsFirst(data, hasProblem, maxCharts)
  const items = shown.map((one) =>
    item('chart', {namespace: one.namespace}, hasProblem(one) ? 'bad' : undefined, html`<h3>${one.title}</h3>\n${chartHtml(bulletChart(one))}`))
  const left = data.length - shown.length
  const note = left > 0 && html`<p class="muted">${counted(left, 'more chart')} not drawn: first come those with problems.</p>\n`
  return [{id: 'quota-charts', title: 'Quotas', count: data.length, body: html`${legendHtml(bulletLegend(shown.flatMap(({rows}) => rows)))}${itemList(items)}${note}`}]
}

import {groupBy} from '../../../machinery/collections/group-by.js'
import {oneLine} from '../../../machinery/output/printable.js'
import type {Simulation} from '../../../simulate/simulate.js'
import {leftNote, simulationStrips} from '../../charts/limit-data.js'
import {hasOutside, stripChart, type StripData, stripLegend} from '../../charts/strip.js'
import {counted} from '../../counted.js'
import {chartHtml, legendHtml} from '../../html/chart.js'
import {html} from '../../html/html.js'
import type {Section} from '../../html/view.js'

/** The most LimitRanges that a page draws. */
const mostCharts = 50

/** The amounts of pods and claims under each LimitRange, by namespace; none without LimitRanges. Of too many, those with denied amounts come first. */
export function limitsSection(simulation: Pick<Simulation, 'reviews' | 'workloads' | 'cluster'>): readonly Section[] {
  const {all, left: notCompared} = simulationStrips(simulation)
  if (all.length + notCompared === 0) return []
  const hasProblem = ({strips}: StripData): boolean => strips.some(hasOutside)
  const shown = [...all.filter(hasProblem), ...all.filter((data) => !hasProblem(data))].slice(0, mostCharts)
  const namespaces = [...groupBy(shown, ({namespace}) => namespace)].map(([namespace, group]) => html`<section class="group" data-item="LimitRange chart" data-namespace="${
    oneLine(namespace)}"><h3>${oneLine(namespace)}</h3>\n<div class="panel">${legendHtml(stripLegend(group.flatMap(({strips}) => strips)))}${
    group.map((data) => html`<h4>${oneLine(data.title)}</h4>\n${chartHtml(stripChart(data))}`)}</div></section>\n`)
  const left = all.length - shown.length
  return [{id: 'limits', title: 'LimitRanges', count: all.length + notCompared, body: html`${namespaces}${left > 0 && html`<p>and ${counted(left, 'more LimitRange')}, which --plots draws</p>\n`}${
    leftNote(notCompared).map((note) => html`<p>${note}</p>\n`)}`}]
}

import type {Ending} from '../../lint/ending.js'
import {formatTime} from '../../machinery/go/instant.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {ReplayReport} from '../../replay/report/report.js'
import {keyChart, keyLegend} from '../charts/key-bars.js'
import {seriesChart, seriesLegend} from '../charts/series.js'
import {counted} from '../counted.js'
import {chartHtml, legendHtml} from '../html/chart.js'
import {html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {beginning, leftOutNote} from '../html/page-limits.js'
import {definitions, type Section, table, type View} from '../html/view.js'
import {logNotes} from './notes.js'

interface Options {
  readonly version: string
  readonly ending?: Ending
}

/** A replay as a page. */
export const replayHtml = (report: ReplayReport, {version, ending}: Options): string => htmlPage({title: 'kadm replay', version, ending, view: replayView(report, ending)})

/** A replay for a browser: requests over time with a zoom, the limits, and the keys that were rejected most often. */
function replayView(report: ReplayReport, ending?: Ending): View {
  const {requests: {counted: all, accepted, refused}, reading, order, client, paths} = report
  const isIncomplete = (ending?.incomplete ?? []).length > 0
  return {
    summary: `${counted(all, client === undefined ? 'request' : 'event')}: ${accepted} accepted, ${refused} rejected`,
    tone: refused > 0 ? 'bad' : isIncomplete ? 'warn' : 'good',
    cards: [
      {value: all, label: client === undefined ? 'requests' : 'events'}, {value: accepted, label: 'accepted'}, {value: refused, label: 'rejected', tone: refused > 0 ? 'bad' : 'good'},
      ...client === undefined ? [] : [{value: client.lost, label: 'events lost', tone: client.lost > 0 ? 'bad' as const : 'good' as const}],
    ],
    notes: logNotes(reading, order, client !== undefined),
    sections: [...timeSection(report), ...limitSection(report), ...keySection(report), {id: 'log', title: 'Log', body: html`${definitions([
      ['Files', paths.map(oneLine).join(', ')], ['First request', timeText(report.requests.first)], ['Last request', timeText(report.requests.last)],
      ['API servers', report.servers > 1 && report.servers],
    ])}`}],
  }
}

const timeText = (time: ReplayReport['requests']['first']): string => time === undefined ? 'none' : formatTime(time)

/** The series with the numbers that the script of the page needs to zoom. */
function timeSection({series, limits}: ReplayReport): Section[] {
  if (series?.start === undefined) return []
  const {start, step, bins} = series
  return [{id: 'time', title: 'Over time', body: html`<div class="zoom" data-start="${start}" data-step="${step}" data-bins="${bins.length}">${legendHtml(seriesLegend)}${chartHtml(seriesChart(series, limits))}</div>
<p class="muted">Each step has ${counted(step, 'second')}. Times are in UTC. Bars are scaled to the highest of their row, tokens to the burst.</p>\n`}]
}

/** The columns of limits that need an explanation. */
const legend = [
  ['Evicted', 'buckets that a limit forgot to make room for others: their keys then have a full burst again'],
  ['Collateral', 'requests that are rejected only because others, which another limit rejects, used up this one'],
] as const

function limitSection({limits}: ReplayReport): Section[] {
  const columns = ['Type', 'Qps', 'Burst', 'Accepted', 'Rejected', 'Evicted', 'Collateral'].map((title, i) => ({title, isNumeric: i > 0}))
  const rows = limits.map(({spec: {type = '', qps = 0, burst = 0}, accepted, refused, evicted, collateral}) =>
    ({cells: [type, qps, burst, accepted, refused, evicted, collateral], ...refused > 0 && {tone: 'bad' as const}}))
  return [{id: 'limits', title: 'Limits', body: html`${table('Decisions of each limit', columns, rows)}${definitions(legend)}`}]
}

/** The most keys in the table of a page. */
const mostKeys = 1_000

function keySection({limits}: ReplayReport): Section[] {
  const chart = keyChart(limits)
  if (chart.height === 0) return []
  const keys = limits.flatMap(({spec: {type = ''}, top}) => top.map((tally) => ({type, ...tally})))
  const rows = keys.slice(0, mostKeys).map(({key, type, accepted, refused}) => ({cells: [key === '' ? 'all' : beginning(oneLine(key)), type, accepted, refused], noun: 'key', facts: {type}}))
  const columns = [{title: 'Key'}, {title: 'Limit'}, {title: 'Accepted', isNumeric: true}, {title: 'Rejected', isNumeric: true}]
  return [{
    id: 'keys', title: 'Rejected most often', count: keys.length,
    body: html`${legendHtml(keyLegend)}${chartHtml(chart)}${table('Keys with the most rejected requests', columns, rows)}${leftOutNote(rows.length, keys.length, 'keys').map((note) => html`<p class="muted">${note}</p>\n`)}`,
  }]
}

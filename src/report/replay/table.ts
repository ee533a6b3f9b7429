import {greatest} from '../../machinery/collections/append.js'
import {formatTime} from '../../machinery/go/instant.js'
import {oneLine} from '../../machinery/output/printable.js'
import {effectiveCacheSize} from '../../machinery/rate-limit/event-limit.js'
import type {ClientSummary} from '../../replay/decide/clients.js'
import type {LimitSummary} from '../../replay/decide/engine.js'
import type {ObservedTally} from '../../replay/report/observed.js'
import type {ReplayReport} from '../../replay/report/report.js'
import type {RequestTally} from '../../replay/report/request-tally.js'
import {shorter, type TimelineSummary} from '../../replay/report/timeline.js'
import {counted} from '../counted.js'
import {plainTable} from '../plain-table.js'
import type {Style} from '../style.js'
import {type Line, tabulate} from '../tab-writer.js'

/** A replay for people: totals, the effect of each limit, the most rejected users, and a timeline. */
export function replayTable(report: ReplayReport, style: Style): string {
  const {limits, timeline, observed, client} = report
  return [
    tabulate(headLines(report)),
    lines(limitTable(limits, style)),
    ...client === undefined ? [] : [lines(clientTable(client))],
    ...limits.some(({refused}) => refused > 0) ? [lines(['Rejected most often:', ...topTable(limits)])] : [],
    ...observed === undefined ? [] : [lines(observedTable(observed))],
    ...timeline.bins.length < 2 ? [] : [timelineText(timeline)],
    summary(report, style),
  ].join('\n')
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')

/** Labels with their texts, without empty ones. */
function headLines({paths, servers, requests, reading, order, collateral}: ReplayReport): Line[] {
  const skipped = [...reading.skipped].sort(([a], [b]) => a < b ? -1 : 1)
  const rows: readonly (readonly [label: string, text: string])[] = [
    ['Log:', paths.map(oneLine).join(', ')],
    ['Time:', timeText(requests)],
    ['API servers:', servers === 1 ? '' : `${servers}, each with every ${ordinal(servers)} request and buckets of its own`],
    ['Collateral:', collateral === 0 ? '' : `${collateral} rejected only because a limit was charged for what others reject`],
    ['Bypassing:', bypassText(requests)],
    ['Never counted:', skipped.length === 0 ? '' : `failed before admission (${skipped.map(([code, count]) => `${code}: ${count}`).join(', ')})`],
    ['Approximated:', [...requests.approximations].map(([what, count]) => `${oneLine(what)}: ${count}`).join(', ')],
    ['Duplicates:', reading.repeated === 0 ? '' : counted(reading.repeated, 'line')],
    ['Out of range:', reading.outside === 0 ? '' : counted(reading.outside, 'request')],
    ['Out of order:', order.reordered + order.late === 0 ? '' : `${order.reordered} put in order, ${order.late} too late for that`],
  ]
  return rows.filter(([, text]) => text !== '')
}

const ordinal = (number: number): string => number === 2 ? '2nd' : number === 3 ? '3rd' : `${number}th`

const timeText = ({first, last}: RequestTally): string => first === undefined || last === undefined ? 'no request counts' : `${formatTime(first)} to ${formatTime(last)}`

function bypassText({bypassing}: RequestTally): string {
  const {'events.k8s.io': events, dryRun, verb} = bypassing
  return [
    ...events === 0 ? [] : [`${events} through events.k8s.io`],
    ...dryRun === 0 ? [] : [counted(dryRun, 'dry run')],
    ...verb === 0 ? [] : [`${verb} that write nothing`],
  ].join(', ')
}

function limitTable(limits: readonly LimitSummary[], style: Style): string[] {
  const rows = limits.map(({spec, spec: {type = '', qps = 0, burst = 0}, accepted, refused, evicted, collateral}) => [
    type, String(qps), String(burst), type === 'Server' ? '-' : String(effectiveCacheSize(spec)), String(accepted),
    refused === 0 ? '0' : style.red(String(refused)), String(evicted), String(collateral),
  ])
  return plainTable(['Type', 'Qps', 'Burst', 'CacheSize', 'Accepted', 'Rejected', 'Evicted', 'Collateral'], rows)
}

function topTable(limits: readonly LimitSummary[]): string[] {
  const rows = limits.flatMap(({spec: {type = ''}, top}) => top.map(({key, accepted, refused}) =>
    [type, key === '' ? '-' : oneLine(key), String(accepted), String(refused)]))
  return plainTable(['Type', 'Key', 'Accepted', 'Rejected'], rows)
}

function clientTable({name, emitted, sent, refused, notFound, stored, lost, lostBy}: ClientSummary): string[] {
  const ways = Object.entries(lostBy).filter(([, count]) => count > 0).map(([way, count]) => `${way} ${count}`).join(', ')
  const rows = [[name, String(emitted), String(sent), String(refused), String(notFound), String(stored), ways === '' ? String(lost) : `${lost} (${ways})`]]
  return plainTable(['Client', 'Emitted', 'Sent', 'Rejected', 'NotFound', 'Stored', 'Lost'], rows)
}

function observedTable({bothAccepted, bothRefused, sameMessage, onlyReplayed, onlyObserved, unknown}: ObservedTally): string[] {
  const table = plainTable(['By the log', 'Accepted here', 'Rejected here'], [
    ['accepted', String(bothAccepted), String(onlyReplayed)],
    ['rejected', String(onlyObserved), bothRefused === 0 ? '0' : `${bothRefused} (${sameMessage} in the same words)`],
    ...unknown === 0 ? [] : [['unknown', String(unknown)]],
  ])
  return table
}

/** Maximum number of bars, for the width of a terminal. */
const maxBars = 66

function timelineText(timeline: TimelineSummary): string {
  const {step, bins} = shorter(timeline, maxBars)
  const requests = bins.map((bin) => bin.requests)
  const rejected = bins.map((bin) => bin.refused)
  const maximum = greatest(requests, 0)
  return lines([
    `Timeline, ${step} s for each bar, the highest ${counted(maximum, 'request')}:`,
    `  requests  ${sparkline(requests, maximum)}`.trimEnd(),
    ...rejected.some((count) => count > 0) ? [`  rejected  ${sparkline(rejected, maximum)}`.trimEnd()] : [],
  ])
}

function summary({requests: {counted: requests, accepted, refused}, client, reading: {unreadable, leftOut}}: ReplayReport, style: Style): string {
  const what = client === undefined ? counted(requests, 'request') : `${counted(requests, 'event')}, ${counted(client.sent, 'request')}`
  const denied = refused === 0 ? '0 rejected' : style.red(`${refused} rejected`)
  const missing = client === undefined || client.notFound === 0 ? '' : `, ${client.notFound} of events that are not there`
  const broken = [...unreadable === 0 ? [] : [`${counted(unreadable, 'line')} unreadable`], ...leftOut === 0 ? [] : [`${counted(leftOut, 'request')} left out`]]
    .map((text) => `, ${style.red(text)}`).join('')
  return `${what}: ${accepted} accepted, ${denied}${missing}${broken}\n`
}

const bars = ['\u2581', '\u2582', '\u2583', '\u2584', '\u2585', '\u2586', '\u2587', '\u2588'] as const

/** Amounts as bars of eight heights; a blank for zero. */
export function sparkline(amounts: readonly number[], maximum = greatest(amounts, 0)): string {
  return amounts.map((amount) => amount <= 0 ? ' ' : bars[Math.min(bars.length, Math.ceil(amount / maximum * bars.length)) - 1] ?? ' ').join('')
}

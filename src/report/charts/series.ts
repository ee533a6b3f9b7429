import {area, curveStepAfter, line as pathThrough} from 'd3-shape'

import {greatest} from '../../machinery/collections/append.js'
import {formatTime} from '../../machinery/go/instant.js'
import type {LimitSummary} from '../../replay/decide/engine.js'
import type {SeriesSummary} from '../../replay/report/decision-series.js'
import {counted} from '../counted.js'
import type {Chart, Legend} from './chart.js'
import {keyLegend} from './key-bars.js'
import {across, element, label, line, type Markup, rounded} from './svg.js'
import {timeTicks} from './time-ticks.js'

/** Sizes in pixels; the lanes have a height of 100 units inside. */
const size = {lane: 92, plot: 60, top: 18, text: 12, axis: 22}

/** One line of a chart over time. */
interface Lane {
  readonly title: string
  readonly note: string
  readonly isBad: boolean
  readonly shapes: readonly Markup[]
}

/** The meanings of the marks over time. */
export const seriesLegend: Legend = {
  title: 'Legend of requests over time', entries: [...keyLegend.entries, {shape: (x, y) => element('path', {class: 'kc-stroke', d: `M${x} ${y + 6}h12`}), meaning: 'fewest tokens left'}],
}

/**
 * Draws a replay over time: accepted and rejected requests, and for each limit the rejected requests and the tokens left. The script of
 * a page zooms the elements of class `kc-plot`, and writes other ticks into `kc-ticks`.
 */
export function seriesChart({start = 0, step, bins}: SeriesSummary, limits: readonly LimitSummary[]): Chart {
  const lanes = [totalLane(bins, step), ...limits.map((limit, i) => limitLane(bins, limit, i))]
  const end = start + bins.length * step
  const content = lanes.flatMap((lane, i) => drawLane(lane, i * size.lane, bins.length))
  const bottom = lanes.length * size.lane
  const ticks = timeTicks(start, end).map(({at, anchor, text}) => label(text, size.text, {x: across(at), anchor, class: 'kc-note'}))
  return {
    title: 'Requests over time',
    description: `${formatTime({seconds: start, nanoseconds: 0})} to ${formatTime({seconds: end, nanoseconds: 0})}, in steps of ${counted(step, 'second')}. ${lanes.map(({title, note}) => `${title}: ${note}.`).join(' ')}`,
    height: bottom + size.axis,
    content: [...content, element('svg', {y: bottom, overflow: 'visible', class: 'kc-ticks'}, ticks)],
  }
}

function drawLane({title, note, isBad, shapes}: Lane, y: number, length: number): Markup[] {
  return [
    ...line(title, y + size.text, {class: 'kc-head', note, noteClass: isBad ? 'kc-problem' : 'kc-note'}),
    element('svg', {class: 'kc-plot', x: across(0), y: y + size.top, width: '99.2%', height: size.plot, viewBox: `0 0 ${Math.max(1, length)} 100`, preserveAspectRatio: 'none'}, [
      element('rect', {class: 'kc-track', width: Math.max(1, length), height: 100}), ...shapes,
    ]),
  ]
}

function totalLane(bins: SeriesSummary['bins'], step: number): Lane {
  const most = greatest(bins.map(({accepted, refused}) => accepted + refused), 0)
  const refused = bins.reduce((sum, bin) => sum + bin.refused, 0)
  return {
    title: 'Requests', note: `at most ${rate(most, step)}`, isBad: refused > 0,
    shapes: [
      ...areaOf('kc-run', bins.map(({accepted}) => [0, accepted]), most), ...areaOf('kc-over', bins.map((bin) => [bin.accepted, bin.accepted + bin.refused]), most),
    ],
  }
}

function limitLane(bins: SeriesSummary['bins'], {spec: {type = '', qps = 0, burst = 0}, refused}: LimitSummary, i: number): Lane {
  const counts = bins.map(({limits}) => limits[i]?.refused ?? 0)
  const most = greatest(counts, 0)
  return {
    title: `${type} ${qps}/s, burst ${burst}`, note: refused === 0 ? 'none rejected' : `${refused} rejected`, isBad: refused > 0,
    shapes: [...areaOf('kc-over', counts.map((count) => [0, count]), most), ...tokenLine(bins.map(({limits}) => limits[i]?.tokens), burst)],
  }
}

const rate = (count: number, step: number): string => `${rounded(count / step)}/s`

/** Steps between two amounts in each bin. */
function areaOf(name: string, amounts: readonly (readonly [from: number, to: number])[], most: number): Markup[] {
  const [last] = amounts.slice(-1)
  if (most === 0 || last === undefined) return []
  const scaled = (amount: number): number => rounded(100 - 100 * amount / most)
  const draw = area<readonly [number, number]>().x((_, i) => i).y0(([from]) => scaled(from)).y1(([, to]) => scaled(to)).curve(curveStepAfter)
  const path = draw([...amounts, last])
  return [element('path', {class: name, d: path ?? undefined})]
}

/** A line through the bins with requests, and points for those without neighbours. */
function tokenLine(tokens: readonly (number | undefined)[], burst: number): Markup[] {
  const height = (value = 0): number => rounded(98 - 96 * Math.max(0, value) / Math.max(1, burst))
  const draw = pathThrough<number | undefined>().defined((value) => value !== undefined).x((_, i) => i).y((value) => height(value)).curve(curveStepAfter)
  const path = draw([...tokens, ...tokens.slice(-1)])
  return path === null ? [] : [element('path', {class: 'kc-stroke', d: path})]
}

import type {Quantity} from '../../machinery/quantity/quantity.js'
import {counted} from '../counted.js'
import {greatestAmount, scaleTo} from './amounts.js'
import {barEntry, type Chart, type Legend, type LegendEntry} from './chart.js'
import {across, at, element, hinted, label, line, type Markup, width} from './svg.js'

/** One resource of a quota. Amounts that are absent are not drawn. */
export interface BulletRow {
  readonly quota: string
  readonly resource: string
  readonly hard: Quantity
  /** The usage before the run. */
  readonly used: Quantity
  /** The usage after it. */
  readonly after?: Quantity | undefined
  /** The greatest usage in a rollout. */
  readonly peak?: Quantity | undefined
  /** The usage with every autoscaler at its maximum. */
  readonly maximum?: Quantity | undefined
  /** The usage in the worst case: a rollout at those maximums, while replaced pods take long to stop. */
  readonly worst?: Quantity | undefined
}

/** Quotas to draw in one chart, such as those of a namespace. */
export interface BulletData {
  readonly namespace: string
  readonly title: string
  readonly rows: readonly BulletRow[]
}

/** Sizes in pixels. */
const size = {row: 46, head: 22, bar: 14, top: 18, text: 12}

/** The number of rows that a chart draws at most. */
export const maxBullets = 40

/**
 * Draws quotas as bullet charts: a bar with the usage before and in this run, a line at the bound, and marks. The marks are the peak of
 * rollouts, the maximum of autoscalers and the worst case. Draws the fullest of too many rows.
 */
export function bulletChart({title, rows}: Pick<BulletData, 'title' | 'rows'>): Chart {
  const shown = fullest(rows, maxBullets)
  let y = 0
  const content = shown.flatMap((row, i) => {
    const head = row.quota === shown[i - 1]?.quota ? [] : line(row.quota, y + size.text, {class: 'kc-head'})
    if (head.length > 0) y += size.head
    const drawn = bullet(row, y)
    y += size.row
    return [...head, ...drawn]
  })
  const left = rows.length - shown.length
  const note = left === 0 ? [] : [label(`${counted(left, 'emptier row')} not drawn`, y + size.text, {class: 'kc-note'})]
  return {title, description: describe(rows, left), height: y + note.length * size.head, content: [...content, ...note]}
}

/** The meanings of the marks in bullet charts. */
export function bulletLegend(rows: readonly BulletRow[]): Legend {
  const entries: LegendEntry[] = [
    barEntry('kc-used', 'used before'),
    ...rows.some(({after}) => after !== undefined) ? [barEntry('kc-run', 'added by this run')] : [],
    ...rows.some(({peak}) => peak !== undefined) ? [{shape: (x: number, y: number) => peakMark(x + 6, y + 6), meaning: 'rollout peak'}] : [],
    ...rows.some(({maximum}) => maximum !== undefined) ? [{shape: (x: number, y: number) => maximumMark(x + 6, y + 6), meaning: 'autoscaler maximum'}] : [],
    ...rows.some(({worst}) => worst !== undefined) ? [{shape: (x: number, y: number) => worstMark(x + 6, y + 6), meaning: 'worst case'}] : [],
    {shape: (x, y) => element('rect', {class: 'kc-hard', x: x + 5, y, width: 3, height: 12}), meaning: 'hard'},
    ...rows.some(isOver) ? [barEntry('kc-over', 'more than hard')] : [],
  ]
  return {title: 'Legend of quotas', entries}
}

/** True if an amount is greater than the bound. */
export const isOver = ({hard, ...row}: BulletRow): boolean => (mostOf(row)?.compare(hard) ?? 0) > 0

const mostOf = ({used, after, peak, maximum, worst}: Omit<BulletRow, 'hard'>): Quantity | undefined => greatestAmount([used, after, peak, maximum, worst])

/** The fullest of too many rows, in their order. */
function fullest(rows: readonly BulletRow[], most: number): readonly BulletRow[] {
  if (rows.length <= most) return rows
  const kept = new Set([...rows].sort((a, b) => filling(b) - filling(a)).slice(0, most))
  return rows.filter((row) => kept.has(row))
}

/** The part of the bound that is needed; more than one if it does not fit. */
function filling(row: BulletRow): number {
  const most = mostOf(row)
  if (most === undefined || most.sign() <= 0) return 0
  return row.hard.sign() <= 0 ? Infinity : Number(most.quotient(row.hard, 1000n))
}

function bullet(row: BulletRow, y: number): Markup[] {
  const {resource, hard, used, after = used, peak, maximum, worst} = row
  const place = scaleTo(greatestAmount([hard, mostOf(row)]))
  const top = y + size.top
  const bar = (name: string, from: number, to: number, inset: number): Markup[] => to <= from ? []
    : [element('rect', {class: name, x: across(from), y: top + inset, width: width(from, to), height: size.bar - 2 * inset})]
  const markAt = (amount: Quantity | undefined, mark: typeof peakMark): Markup[] =>
    amount === undefined || amount.compare(after) <= 0 ? [] : [at(across(place(amount)), top + size.bar / 2, mark(0, 0))]
  const bound = place(hard)
  const marks = [
    ...bar('kc-track', 0, 1, 0), ...bar('kc-room', 0, bound, 0),
    ...bar('kc-used', 0, Math.min(place(used), bound), 3), ...bar('kc-run', place(used), Math.min(place(after), bound), 3),
    ...bar('kc-over', bound, Math.max(place(used), place(after)), 3), ...bar('kc-over', Math.max(bound, place(after)), isOver(row) ? 1 : 0, 6),
    at(across(bound), top, element('rect', {class: 'kc-hard', x: -1.5, y: -3, width: 3, height: size.bar + 6})),
    ...markAt(worst, worstMark), ...markAt(maximum, maximumMark), ...markAt(peak, peakMark),
  ]
  return [
    ...line(resource, y + size.text, {note: rangeOf(row), noteClass: isOver(row) ? 'kc-problem' : 'kc-note'}),
    hinted(`${resource}: ${amountsOf(row).join(', ')}`, marks),
  ]
}

/** The usage after the run, the greatest one, and the bound: `4 to 12 of 10`. */
function rangeOf(row: BulletRow): string {
  const {after = row.used, hard} = row
  const most = mostOf({...row, used: after})
  return `${after}${most === undefined || most.compare(after) <= 0 ? '' : ` to ${most}`} of ${hard}`
}

const peakMark = (x: number, y: number): Markup => element('path', {class: 'kc-peak', d: `M${x} ${y - 9}V${y + 9}M${x - 3} ${y - 9}H${x + 3}M${x - 3} ${y + 9}H${x + 3}`, 'stroke-width': 2})

const maximumMark = (x: number, y: number): Markup => element('path', {class: 'kc-hollow', d: `M${x - 6} ${y}L${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}Z`})

const worstMark = (x: number, y: number): Markup => element('circle', {class: 'kc-hollow', cx: x, cy: y, r: 4})

const amountsOf = ({hard, used, after, peak, maximum, worst}: BulletRow): string[] => [
  `hard ${hard}`, `used before ${used}`,
  ...after === undefined ? [] : [`after this run ${after}`], ...peak === undefined ? [] : [`rollout peak ${peak}`],
  ...maximum === undefined ? [] : [`autoscaler maximum ${maximum}`],
  ...worst === undefined ? [] : [`worst case ${worst}`],
]

/** The number of rows whose amounts are in the description. */
const maxDescribed = 10

function describe(rows: readonly BulletRow[], left: number): string {
  const over = rows.filter(isOver)
  const texts = rows.slice(0, maxDescribed).map((row) => `${row.quota} ${row.resource}: ${amountsOf(row).join(', ')}.`)
  return [
    `${counted(rows.length, 'resource')} of quotas, ${over.length} with more than the bound.`, ...texts,
    ...rows.length > maxDescribed ? [`And ${rows.length - maxDescribed} more.`] : [], ...left > 0 ? [`${counted(left, 'emptier row')} not drawn.`] : [],
  ].join(' ')
}

import type {Quantity} from '../../machinery/quantity/quantity.js'
import {someOf} from '../../machinery/output/printable.js'
import {counted} from '../counted.js'
import type {Chart, Legend, LegendEntry} from './chart.js'
import {logarithmicScale, numberOf} from './amounts.js'
import {problemsFirst} from './problems-first.js'
import {across, at, element, hinted, label, line, type Markup, width} from './svg.js'

/** The place of an amount relative to its bounds: inside, equal to one, or beyond one. */
export type Standing = 'inside' | 'edge' | 'outside'

/** An amount of an object, or of several objects with the same amount. */
export interface StripPoint {
  readonly side: 'request' | 'limit' | 'ratio'
  readonly amount: Quantity | number
  readonly standing: Standing
  /** The names of the objects. */
  readonly names: readonly string[]
  /** The number of amounts. */
  readonly count: number
}

/** The amounts of one resource, with the bounds of a LimitRange. */
export interface Strip {
  readonly label: string
  readonly min?: Quantity | undefined
  readonly max?: Quantity | undefined
  /** The amounts that containers without their own get from the LimitRange. */
  readonly defaults?: Defaults | undefined
  readonly points: readonly StripPoint[]
  /** The number of objects without an amount that a bound requires. */
  readonly missing: number
}

/** The default request and the default limit of a resource. */
export interface Defaults {
  readonly request?: Quantity | undefined
  readonly limit?: Quantity | undefined
}

/** The strips of a LimitRange. */
export interface StripData {
  readonly namespace: string
  readonly title: string
  readonly strips: readonly Strip[]
}

/** Sizes in pixels. */
const size = {row: 86, name: 16, text: 12, top: 20, band: 34, lane: {request: 11, limit: 24, ratio: 17}, under: 68, names: 84, note: 20}

/** The numbers of strips of a chart, and of points of a strip, that are drawn at most. */
export const maxStrips = 30

export const maxPoints = 300

/** Bounds that are closer to each other, as a part of the width, get one label. */
const close = 0.3

/** Draws the requests and limits of objects as points, and the range between the bounds of a LimitRange as a band. */
export function stripChart({title, strips}: Pick<StripData, 'title' | 'strips'>): Chart {
  const shown = problemsFirst(strips, hasOutside, maxStrips)
  const left = strips.length - shown.length
  let end = 0
  const content = shown.flatMap((strip) => {
    const drawn = drawStrip(strip, end)
    end += size.row + size.name * namesOf(strip).length
    return drawn
  })
  const note = left === 0 ? [] : [label(`${counted(left, 'more resource')} not drawn`, end + size.text, {class: 'kc-note'})]
  return {title, description: describe(strips), height: end + note.length * size.note, content: [...content, ...note]}
}

/** The meanings of the marks in strips. */
export function stripLegend(strips: readonly Strip[]): Legend {
  const hasRatio = strips.some(({points}) => points.some(({side}) => side === 'ratio'))
  const entries: readonly LegendEntry[] = [
    {shape: (x, y) => shapes.request('kc-dot', x + 6, y + 6), meaning: 'request'},
    {shape: (x, y) => shapes.limit('kc-dot', x + 6, y + 6), meaning: 'limit'},
    ...hasRatio ? [{shape: (x: number, y: number) => shapes.ratio('kc-dot', x + 6, y + 6), meaning: 'ratio of both'}] : [],
    {shape: (x, y) => shapes.request('kc-edge', x + 6, y + 6), meaning: 'equal to a bound'},
    {shape: (x, y) => shapes.request('kc-out', x + 6, y + 6), meaning: 'outside'},
    {shape: (x, y) => element('rect', {class: 'kc-room', x, y, width: 12, height: 12}), meaning: 'allowed'},
    ...sides.filter((side) => strips.some(({defaults}) => defaults?.[side] !== undefined)).map((side): LegendEntry =>
      ({shape: (x, y) => defaultMark(side, x + 6, side === 'request' ? y - 2 : y + 14), meaning: `default ${side}`})),
  ]
  return {title: 'Legend of amounts', entries}
}

/** The shape of a point by its side: colours are not needed to distinguish them. */
const shapes: Readonly<Record<StripPoint['side'], (name: string, x: number, y: number) => Markup>> = {
  request: (name, x, y) => element('circle', {class: name, cx: x, cy: y, r: 5}),
  limit: (name, x, y) => element('path', {class: name, d: `M${x} ${y - 6}L${x + 6} ${y + 5}H${x - 6}Z`}),
  ratio: (name, x, y) => element('rect', {class: name, x: x - 4.5, y: y - 4.5, width: 9, height: 9}),
}

const sides = ['request', 'limit'] as const

/** A half of the height of the band: that of requests from its top, and that of limits from its bottom. */
const defaultMark = (side: typeof sides[number], x: number, y: number): Markup =>
  element('path', {class: 'kc-default', d: `M${x - 4} ${y}h8m-4 0v${(side === 'request' ? 1 : -1) * size.band / 2}`})

/** True if an amount is outside its bounds. */
export const hasOutside = ({points}: Strip): boolean => points.some(({standing}) => standing === 'outside')

const classes: Readonly<Record<Standing, string>> = {inside: 'kc-dot', edge: 'kc-edge', outside: 'kc-out'}

function drawStrip(strip: Strip, y: number): Markup[] {
  const {min, max, defaults = {}, points} = strip
  const bounds = [min, max, defaults.request, defaults.limit].filter((amount) => amount !== undefined)
  const place = logarithmicScale([...points.map(({amount}) => amount), ...bounds].map(numberOf))
  const [from, to] = [min === undefined ? 0 : place(numberOf(min)), max === undefined ? 1 : place(numberOf(max))]
  const top = y + size.top
  const isBad = hasOutside(strip) || strip.missing > 0
  const bound = (fraction: number): Markup => at(across(fraction), top, element('rect', {class: 'kc-hard', x: -1, width: 2, height: size.band}))
  return [
    ...line([strip.label, ...defaultTexts(strip)].join(', '), y + size.text, {
      class: 'kc-head', narrow: strip.label, note: summaryOf(strip), noteClass: isBad ? 'kc-problem' : 'kc-note',
    }),
    element('rect', {class: 'kc-track', x: across(0), y: top, width: width(0, 1), height: size.band}),
    ...to < from ? [] : [element('rect', {class: 'kc-room', x: across(from), y: top, width: width(from, to), height: size.band})],
    ...min === undefined ? [] : [bound(from)], ...max === undefined ? [] : [bound(to)],
    ...sides.flatMap((side) => {
      const amount = defaults[side]
      return amount === undefined ? [] : [at(across(place(numberOf(amount))), top, hinted(`default ${side} ${amount}`, defaultMark(side, 0, side === 'request' ? 0 : size.band)))]
    }),
    ...mostImportant(points).map((point) => drawPoint(point, across(place(numberOf(point.amount))), top)),
    ...boundLabels(strip, from, to, y + size.under),
    ...namesOf(strip).flatMap(({text, isProblem}, i) => line(text, y + size.names + i * size.name, {class: isProblem ? 'kc-problem' : 'kc-note'})),
  ]
}

/** The number of names in a text. */
const mostNames = 3

/** Returns who is outside, and who is at a bound: one text for each. */
function namesOf({points}: Strip): {readonly text: string, readonly isProblem: boolean}[] {
  return ([['outside', 'outside'], ['edge', 'at a bound']] as const).flatMap(([wanted, words]) => {
    const found = points.filter(({standing}) => standing === wanted)
    const names = [...new Set(found.flatMap((point) => point.names))]
    return names.length === 0 ? [] : [{text: `${words}: ${someOf(names, mostNames)}`, isProblem: wanted === 'outside'}]
  })
}

/** A point at its place, with its names as a hint. */
function drawPoint({side, amount, standing, names}: StripPoint, x: string, top: number): Markup {
  const text = typeof amount === 'number' ? String(Math.round(amount * 100) / 100) : String(amount)
  return at(x, top, hinted(`${side} ${text}: ${someOf(names, mostNames)}`, shapes[side](classes[standing], 0, size.lane[side])))
}

/** The bounds below the band: each at its line, or both together if they are close to each other. */
function boundLabels({min, max}: Strip, from: number, to: number, y: number): Markup[] {
  const under = (text: string, fraction: number): Markup => label(text, y, {x: across(fraction), anchor: fraction < 0.5 ? 'start' : 'end', class: 'kc-note'})
  const texts = [...min === undefined ? [] : [{text: `min ${min}`, fraction: from}], ...max === undefined ? [] : [{text: `max ${max}`, fraction: to}]]
  if (texts.length === 2 && Math.abs(to - from) < close) return [under(texts.map(({text}) => text).join(', '), (from + to) / 2)]
  return texts.map(({text, fraction}) => under(text, fraction))
}

/** The default request and limit: `default request 100m, limit 200m`. */
function defaultTexts({defaults}: Strip): string[] {
  const texts = sides.flatMap((side) => defaults?.[side] === undefined ? [] : [`${side} ${defaults[side]}`])
  return texts.length === 0 ? [] : [`default ${texts.join(', ')}`]
}

const standings: readonly Standing[] = ['inside', 'edge', 'outside']

/** Of too many points, those outside and at the bounds first, and others spread evenly. Those outside come last, so that they are on top. */
function mostImportant(points: readonly StripPoint[]): readonly StripPoint[] {
  const sorted = [...points].sort((a, b) => standings.indexOf(a.standing) - standings.indexOf(b.standing))
  const important = sorted.filter(({standing}) => standing !== 'inside').slice(-maxPoints)
  const others = sorted.filter(({standing}) => standing === 'inside')
  const room = maxPoints - important.length
  const step = Math.max(1, others.length / Math.max(1, room))
  return [...others.filter((_, i) => room > 0 && Math.floor(i / step) !== Math.floor((i - 1) / step)), ...important]
}

const totalOf = (points: readonly StripPoint[]): number => points.reduce((sum, {count}) => sum + count, 0)

const inStanding = (points: readonly StripPoint[], wanted: Standing): number => totalOf(points.filter(({standing}) => standing === wanted))

/** The numbers of amounts outside and at the bounds. */
function summaryOf({points, missing}: Strip): string {
  const [outside, edge] = [inStanding(points, 'outside'), inStanding(points, 'edge')]
  const parts = [...outside === 0 ? [] : [`${outside} outside`], ...missing === 0 ? [] : [`${missing} missing`], ...edge === 0 ? [] : [`${edge} at a bound`]]
  return parts.length === 0 ? `${totalOf(points)} inside` : parts.join(', ')
}

/** The number of strips that the description names. */
const maxDescribed = 10

function describe(strips: readonly Strip[]): string {
  const texts = strips.slice(0, maxDescribed).map((strip) => {
    const bounds = [...strip.min === undefined ? [] : [`min ${strip.min}`], ...strip.max === undefined ? [] : [`max ${strip.max}`], ...defaultTexts(strip)]
    return `${strip.label} (${bounds.join(', ')}): ${[summaryOf(strip), ...namesOf(strip).map(({text}) => text)].join('; ')}.`
  })
  return [...texts, ...strips.length > maxDescribed ? [`And ${strips.length - maxDescribed} more.`] : []].join(' ')
}

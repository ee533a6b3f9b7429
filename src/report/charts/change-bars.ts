import type {NamespaceDiff, QuotaDifference, QuotaState} from '../../diff/types.js'
import {counted} from '../counted.js'
import {greatestAmount, scaleTo} from './amounts.js'
import {barEntry, type Chart, type Legend} from './chart.js'
import {problemsFirst} from './problems-first.js'
import {across, at, element, hinted, label, line, type Markup, width} from './svg.js'

/** Quotas of a namespace that differ. */
export interface ChangeData {
  readonly namespace: string
  readonly title: string
  readonly rows: readonly QuotaDifference[]
}

/** Sizes in pixels. */
const size = {row: 56, head: 22, text: 12, top: 18, bar: 11, between: 3, note: 20}

/** The number of rows that a chart draws at most. */
const maxChanges = 40

const worstMark = (x: number, y: number): Markup => element('circle', {class: 'kc-hollow', cx: x, cy: y, r: 4})

/** The quotas that differ, by namespace. */
export const changesOf = (namespaces: readonly NamespaceDiff[]): ChangeData[] => namespaces.filter(({quotas}) => quotas.length > 0)
  .map(({namespace, quotas}) => ({namespace, title: `Quotas of namespace ${namespace}`, rows: quotas}))

/** True if more is needed after the change than the bound allows. */
export const isOverAfter = ({after}: QuotaDifference): boolean => after !== undefined && isOver(after)

const isOver = (state: QuotaState): boolean => (mostOf(state)?.compare(state.hard) ?? 0) > 0

const mostOf = ({used, needed}: QuotaState): QuotaState['hard'] | undefined => greatestAmount([used, ...Object.values(needed)])

/** Draws a bar for each quota before a change and one after it, on the same scale: what is needed all the time, in the worst case, and the bound. */
export function changeChart({title, rows}: Pick<ChangeData, 'title' | 'rows'>): Chart {
  const shown = problemsFirst(rows, isOverAfter, maxChanges)
  let end = 0
  const content = shown.flatMap((row, i) => {
    const head = row.quota === shown[i - 1]?.quota ? [] : line(row.quota, end + size.text, {class: 'kc-head'})
    if (head.length > 0) end += size.head
    const drawn = drawRow(row, end)
    end += size.row
    return [...head, ...drawn]
  })
  const left = rows.length - shown.length
  const note = left === 0 ? [] : [label(`${counted(left, 'more resource')} not drawn`, end + size.text, {class: 'kc-note'})]
  const texts = rows.slice(0, 10).map((row) => `${row.quota} ${row.resource}: before ${stateText(row.before)}, after ${stateText(row.after)}.`)
  return {
    title, description: [`${counted(rows.length, 'resource')} of quotas differ.`, ...texts, ...rows.length > 10 ? [`And ${rows.length - 10} more.`] : []].join(' '),
    height: end + note.length * size.note, content: [...content, ...note],
  }
}

/** The meanings of the marks in these charts. */
export const changeLegend: Legend = {
  title: 'Legend of quotas',
  entries: [
    barEntry('kc-used', 'needed before'), barEntry('kc-run', 'needed after'),
    {shape: (x: number, y: number) => worstMark(x + 6, y + 6), meaning: 'worst case'},
    {shape: (x: number, y: number) => element('rect', {class: 'kc-hard', x: x + 5, y, width: 3, height: 12}), meaning: 'hard'},
    barEntry('kc-over', 'more than hard'),
  ],
}

function drawRow(row: QuotaDifference, y: number): Markup[] {
  const states = [row.before, row.after]
  const place = scaleTo(greatestAmount(states.flatMap((state) => state === undefined ? [] : [state.hard, mostOf(state)])))
  const bars = states.flatMap((state, i): Markup[] => {
    if (state === undefined) return []
    return [drawBar(state, {name: i === 0 ? 'kc-used' : 'kc-run', side: i === 0 ? 'before' : 'after', y: y + size.top + i * (size.bar + size.between), place})]
  })
  return [
    ...line(row.resource, y + size.text, {note: changeText(row), noteClass: isOverAfter(row) ? 'kc-problem' : 'kc-note'}), ...bars,
  ]
}

/** The needs and bounds before and after: `1 of 4 → 3 of 2`, and `1 → 3 of 4` with one bound. */
function changeText({before, after}: QuotaDifference): string {
  if (before !== undefined && after?.hard.equals(before.hard) === true) return `${before.needed.steady} \u2192 ${after.needed.steady} of ${after.hard}`
  return [before, after].map((state) => state === undefined ? 'none' : `${state.needed.steady} of ${state.hard}`).join(' \u2192 ')
}

interface Bar {
  readonly name: string
  readonly side: string
  readonly y: number
  readonly place: (amount: QuotaState['hard']) => number
}

function drawBar(state: QuotaState, {name, side, y, place}: Bar): Markup {
  const {hard, needed: {steady, maxWorst}} = state
  const [bound, end, worst] = [place(hard), place(steady), place(maxWorst)]
  const rect = (kind: string, from: number, to: number, inset: number): Markup[] => to <= from ? []
    : [element('rect', {class: kind, x: across(from), y: y + inset, width: width(from, to), height: size.bar - 2 * inset})]
  return hinted(`${side}: ${stateText(state)}`, [
    ...rect('kc-track', 0, 1, 0), ...rect('kc-room', 0, bound, 0), ...rect(name, 0, Math.min(end, bound), 2), ...rect('kc-over', bound, end, 2),
    ...rect('kc-over', Math.max(bound, end), isOver(state) ? worst : 0, 5),
    at(across(bound), y, element('rect', {class: 'kc-hard', x: -1.5, y: -1, width: 3, height: size.bar + 2})),
    ...worst > end ? [at(across(worst), y + size.bar / 2, worstMark(0, 0))] : [],
  ])
}

const stateText = (state: QuotaState | undefined): string =>
  state === undefined ? 'no bound' : `hard ${state.hard}, needed ${state.needed.steady}, worst case ${state.needed.maxWorst}`

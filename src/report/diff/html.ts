import type {CauseEffects, Diff, Effect, NamespaceDiff} from '../../diff/types.js'
import {changeChart, changeLegend, changesOf, isOverAfter} from '../charts/change-bars.js'
import {problemsFirst} from '../charts/problems-first.js'
import {counted} from '../counted.js'
import {chartHtml} from '../html/chart.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {beginning, fitting, leftOutNote} from '../html/page-limits.js'
import {badge, type Card, item, itemList, type Section, table, type Tone, type View} from '../html/view.js'
import type {DiffReporterOptions} from './options.js'
import {quotaRows} from './quota-rows.js'
import {diffSummary, outcomeCounts} from './summary.js'
import {causeText, effectTexts, idleText, objectText, type Outcome, outcomeOf, placeText, totalCells} from './texts.js'

/** The most namespaces with charts, and rows of a table, that a page shows. */
const most = {charts: 60, rows: 2_000}

type Options = Pick<DiffReporterOptions, 'version' | 'ending' | 'notes'>

/** The differences between two runs as a page. */
export const diffHtml = (diff: Diff, {version, ending, notes}: Options): string => htmlPage({title: 'kadm diff', version, ending, view: diffView(diff, notes)})

/** An effect with its cause and namespace. */
interface Caused {
  readonly effect: Effect
  readonly cause: CauseEffects['cause']
  readonly namespace: NamespaceDiff['namespace']
}

/** The differences for a browser: objects with other results, quotas before and after, totals, and changes without effect. */
function diffView(diff: Diff, notes: readonly string[] = []): View {
  const counts = outcomeCounts(diff)
  const all = diff.namespaces.flatMap(({namespace, causes}) =>
    causes.flatMap(({cause, effects}) => effects.map((effect): Caused => ({effect, cause, namespace}))))
  const sorted = [...all.filter(({effect}) => effect.isNewlyDenied), ...all.filter(({effect}) => !effect.isNewlyDenied)]
  const items = fitting(sorted, effectItem)
  const worse = counts.denied + counts.limited
  return {
    summary: diffSummary(diff), tone: worse > 0 ? 'bad' : all.length > 0 ? 'warn' : 'good', cards: cards(diff, counts),
    notes: [...notes, ...leftOutNote(items.size, sorted.length, 'differences, the newly denied ones first')],
    sections: [
      ...sorted.length === 0 ? [] : [{id: 'effects', title: 'Objects', count: sorted.length, body: itemList([...items.values()])}],
      ...chartSection(diff), ...quotaSection(diff), ...totalSection(diff),
      ...diff.withoutEffect.length === 0 ? [] : [{
        id: 'idle', title: 'Changes without effect', count: diff.withoutEffect.length,
        body: html`<ul>${diff.withoutEffect.slice(0, most.rows).map((change) => html`<li>${beginning(idleText(change))}</li>`)}</ul>\n`,
      }],
    ],
  }
}

function cards({objects, policies}: Diff, counts: Readonly<Record<Outcome, number>>): readonly Card[] {
  const card = (value: number, label: string, tone?: Tone): Card[] => [{value, label, ...value > 0 && tone !== undefined && {tone}}]
  return [
    {value: objects, label: 'objects compared'}, {value: counts.denied, label: 'newly denied', tone: counts.denied > 0 ? 'bad' : 'good'},
    {value: counts.limited, label: 'no longer complete', tone: counts.limited > 0 ? 'bad' : 'good'},
    ...card(counts.admitted, 'newly admitted', 'good'), ...card(counts.defaults, 'with other defaults', 'warn'), ...card(policies.length, 'changes of policies'),
  ]
}

/** An object with other results: what differs, and why. */
function effectItem({effect, cause, namespace}: Caused): Html {
  const outcome = outcomeOf(effect)
  const tone: Tone = effect.isNewlyDenied ? 'bad' : outcome === 'admitted' ? 'good' : 'info'
  return item('difference', {outcome, namespace: namespace === '' ? undefined : namespace}, tone, html`<p class="head">${badge(outcome, tone)} <span class="message">${objectText(effect)}</span>${
    namespace !== '' && html` ${badge(namespace)}`} <span class="mono muted">${placeText(effect.place)}</span></p>\n${
    effectTexts(effect).map((text) => html`<p>${beginning(text)}</p>\n`)}<p class="muted">${beginning(causeText(cause))}</p>`)
}

/** Quotas before and after as bars. */
function chartSection({namespaces}: Diff): Section[] {
  const data = changesOf(namespaces)
  if (data.length === 0) return []
  const hasProblem = ({rows}: typeof data[number]): boolean => rows.some(isOverAfter)
  const items = problemsFirst(data, hasProblem, most.charts).map((one) =>
    item('chart', {namespace: one.namespace}, hasProblem(one) ? 'bad' : undefined, html`<h3>${one.title}</h3>\n${chartHtml(changeChart(one))}`))
  const left = data.length - items.length
  return [{id: 'quotas', title: 'Quotas', count: data.length, body: html`${chartHtml(changeLegend())}${itemList(items)}${left > 0 && html`<p class="muted">${counted(left, 'more chart')} not drawn.</p>\n`}`}]
}

/** The amounts of the charts as a table. */
function quotaSection({namespaces}: Diff): Section[] {
  const rows = namespaces.flatMap(({namespace, quotas}) => quotas.flatMap(quotaRows).map(({quota, resource, what, before, after, headroom}) =>
    ({cells: [namespace, `${quota} ${resource}`, what, before, after, headroom], noun: 'amount', facts: {namespace}, ...headroom.startsWith('-') && {tone: 'bad' as const}})))
  if (rows.length === 0) return []
  const columns = ['Namespace', 'Quota', 'Amount', 'Before', 'After', 'Headroom'].map((title, i) => ({title, isNumeric: i > 2}))
  return [{id: 'amounts', title: 'Amounts of quotas', count: rows.length, body: table(captionOf('Quotas before and after', rows), columns, rows.slice(0, most.rows))}]
}

function totalSection({namespaces}: Diff): Section[] {
  const rows = namespaces.flatMap(({namespace, totals}) => totals.map(({resource, ...amounts}) => ({cells: [namespace, resource, ...totalCells(amounts)], noun: 'total', facts: {namespace}})))
  if (rows.length === 0) return []
  const columns = ['Namespace', 'Resource', 'Before', 'After', 'Change'].map((title, i) => ({title, isNumeric: i > 1}))
  return [{id: 'totals', title: 'Needed in total', count: rows.length, body: table(captionOf('Needed by all objects of a namespace', rows), columns, rows.slice(0, most.rows))}]
}

const captionOf = (caption: string, rows: readonly unknown[]): string => rows.length > most.rows ? `${caption}: the first ${most.rows} of ${rows.length} rows` : caption

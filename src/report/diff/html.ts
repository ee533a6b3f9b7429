import type {CauseEffects, Diff, Effect} from '../../diff/types.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {oneLine} from '../../machinery/output/printable.js'
import {changeChart, changeLegend, changesOf, isOverAfter} from '../charts/change-bars.js'
import {problemsFirst} from '../charts/problems-first.js'
import {counted} from '../counted.js'
import {chartHtml, legendHtml} from '../html/chart.js'
import {type Html, html} from '../html/html.js'
import {htmlPage} from '../html/page.js'
import {beginning, fitting, leftOutNote} from '../html/page-limits.js'
import {badge, type Card, item, itemList, namespacedTable, type Section, type Tone, type View} from '../html/view.js'
import type {DiffReporterOptions} from './options.js'
import {quotaRows} from './quota-rows.js'
import {diffSummary, outcomeCounts, outcomeWords} from './summary.js'
import {causeText, effectTexts, idleText, objectKeyOf, objectText, type Outcome, outcomeOf, outcomes, placeText, totalCells} from './texts.js'

/** The most namespaces with charts, and rows of a table, that a page shows. */
const most = {charts: 60, rows: 2_000}

type Options = Pick<DiffReporterOptions, 'version' | 'ending' | 'notes'>

/** The differences between two runs as a page. */
export const diffHtml = (diff: Diff, {version, ending, notes}: Options): string => htmlPage({title: 'kadm diff', version, ending, view: diffView(diff, notes)})

/** An object with all its effects and their causes. */
interface Differing {
  readonly outcome: Outcome
  readonly isNewlyDenied: boolean
  readonly effects: readonly [Caused, ...Caused[]]
}

interface Caused {
  readonly effect: Effect
  readonly cause: CauseEffects['cause']
}

/** The objects with other results, those that are newly denied first. The outcome of an object is the worst one of its effects. */
function differingObjects({namespaces}: Pick<Diff, 'namespaces'>): Differing[] {
  const all = namespaces.flatMap(({causes}) => causes.flatMap(({cause, effects}) => effects.map((effect): Caused => ({effect, cause}))))
  const objects = [...groupBy(all, ({effect}) => objectKeyOf(effect)).values()].flatMap((caused): Differing[] => {
    const effects = caused.toSorted((a, b) => rankOf(a) - rankOf(b))
    const [first, ...others] = effects
    if (first === undefined) return []
    return [{outcome: outcomeOf(first.effect), isNewlyDenied: effects.some(({effect}) => effect.isNewlyDenied), effects: [first, ...others]}]
  })
  return [...objects.filter((each) => each.isNewlyDenied), ...objects.filter((each) => !each.isNewlyDenied)]
}

const rankOf = ({effect}: Caused): number => outcomes.indexOf(outcomeOf(effect))

/** The differences for a browser: objects with other results, quotas before and after, totals, and changes without effect. */
function diffView(diff: Diff, notes: readonly string[] = []): View {
  const counts = outcomeCounts(diff)
  const objects = differingObjects(diff)
  const items = fitting(objects, objectItem)
  const worse = counts.denied + counts.limited
  return {
    summary: diffSummary(diff), tone: worse > 0 ? 'bad' : objects.length > 0 ? 'warn' : 'good', cards: cards(diff, counts),
    notes: [...notes, ...leftOutNote(items.size, objects.length, 'objects with other results, the newly denied ones first')],
    sections: [
      ...objects.length === 0 ? [] : [{id: 'effects', title: 'Objects with other results', count: objects.length, body: itemList([...items.values()])}],
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

/** An object with other results: what differs, and why. Effects with one cause are followed by it once. */
function objectItem({outcome, isNewlyDenied, effects}: Differing): Html {
  const [{effect: {object: {namespace}}, effect}] = effects
  const tone: Tone = isNewlyDenied ? 'bad' : outcome === 'admitted' ? 'good' : 'info'
  const word = outcomeWords[outcome]
  const byCause = [...groupBy(effects, ({cause}) => causeText(cause))]
  return item('object', {outcome: word, namespace}, tone, html`<p class="head">${badge(word, tone)} <span class="message">${objectText(effect)}</span>${
    namespace !== undefined && html` <span class="muted">in ${oneLine(namespace)}</span>`} <code class="muted">${placeText(effect.place)}</code></p>\n${
    byCause.map(([cause, caused]) => html`${caused.flatMap((each) => effectTexts(each.effect)).map((text) => html`<p>${beginning(text)}</p>\n`)}<p class="muted">Cause: ${beginning(cause)}</p>\n`)}`)
}

/** Quotas before and after as bars. */
function chartSection({namespaces}: Diff): Section[] {
  const data = changesOf(namespaces)
  if (data.length === 0) return []
  const hasProblem = ({rows}: typeof data[number]): boolean => rows.some(isOverAfter)
  const items = problemsFirst(data, hasProblem, most.charts).map((one) =>
    item('chart', {namespace: one.namespace}, hasProblem(one) ? 'bad' : undefined, html`<h3>${one.title}</h3>\n${chartHtml(changeChart(one))}`))
  const left = data.length - items.length
  return [{id: 'quotas', title: 'Quotas', count: data.length, body: html`${legendHtml(changeLegend)}${itemList(items)}${left > 0 && html`<p class="muted">${counted(left, 'more chart')} not drawn.</p>\n`}`}]
}

/** The amounts of the charts as a table. */
function quotaSection({namespaces}: Diff): Section[] {
  const rows = namespaces.flatMap(({namespace, quotas}) => quotas.flatMap(quotaRows).map(({quota, resource, what, before, after, headroom}) =>
    ({namespace, cells: [`${quota} ${resource}`, what, before, after, headroom], noun: 'amount', ...headroom.startsWith('-') && {tone: 'bad' as const}})))
  if (rows.length === 0) return []
  const columns = ['Quota', 'Amount', 'Before', 'After', 'Headroom'].map((title, i) => ({title, isNumeric: i > 1}))
  return [{id: 'amounts', title: 'Amounts of quotas', count: rows.length, body: namespacedTable(captionOf('Quotas before and after', rows), columns, rows.slice(0, most.rows))}]
}

function totalSection({namespaces}: Diff): Section[] {
  const rows = namespaces.flatMap(({namespace, totals}) => totals.map(({resource, ...amounts}) => ({namespace, cells: [resource, ...totalCells(amounts)], noun: 'total'})))
  if (rows.length === 0) return []
  const columns = ['Resource', 'Before', 'After', 'Change'].map((title, i) => ({title, isNumeric: i > 0}))
  return [{id: 'totals', title: 'Needed in total', count: rows.length, body: namespacedTable(captionOf('Needed by all objects', rows), columns, rows.slice(0, most.rows))}]
}

const captionOf = (caption: string, rows: readonly unknown[]): string => rows.length > most.rows ? `${caption}: the first ${most.rows} of ${rows.length} rows` : caption

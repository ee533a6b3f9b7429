import type {Ending} from '../../../lint/ending.js'
import {oneLine} from '../../../machinery/output/printable.js'
import {isEvent} from '../../../simulate/event-order.js'
import {explain} from '../../../simulate/explain.js'
import type {ManifestReview} from '../../../simulate/manifest-review.js'
import type {Simulation} from '../../../simulate/simulate.js'
import {counted} from '../../counted.js'
import {findingItem} from '../../html/finding.js'
import {type Html, html} from '../../html/html.js'
import {htmlPage} from '../../html/page.js'
import {beginning, fitting, leftOutNote, pageLimits} from '../../html/page-limits.js'
import {rulesSection} from '../../html/rules.js'
import {badge, type Card, item, itemList, type Section, table, type View} from '../../html/view.js'
import type {LintReporterOptions} from '../../lint/options.js'
import {lineText} from '../../location.js'
import {skippedSummary} from '../../skipped.js'
import {styleFor} from '../../style.js'
import {verdictText} from '../answers.js'
import {eventRows} from '../events.js'
import {referenceOf} from '../json.js'
import {rejectedPods, rejectedTitle, simulationCounts} from '../summary.js'
import {isProblem, objectItem} from './object-item.js'
import {limitsSection} from './limits.js'
import {quotaSection} from './quotas.js'
import {reasonList} from './reasons.js'

/** A simulation as a page. */
export const simulationHtml = (simulation: Simulation, {version, ending, skipped = [], docsUrl}: LintReporterOptions): string => {
  const view = simulationView(simulation, ending, docsUrl)
  return htmlPage({title: 'kadm simulate', version, ending, view: {...view, notes: [...view.notes ?? [], ...skipped.length === 0 ? [] : [skippedSummary(skipped)]]}})
}

/** A simulation for a browser: what is denied first, then the admitted objects, Events, quotas and notes. */
export function simulationView(simulation: Simulation, ending?: Ending, docsUrl?: string): View {
  const {reviews, workloads, notes} = simulation
  const outcomes = new Map(workloads.map((workload) => [workload.review, workload]))
  const isDenied = (review: ManifestReview): boolean => isProblem(review, outcomes.get(review))
  const objects = reviews.filter((review) => !isEvent(review.manifest) || !review.allowed)
  const sorted = [...objects.filter(isDenied), ...objects.filter((review) => !isDenied(review))]
  const isLarge = sorted.length > pageLimits.detailed
  const items = fitting(sorted, (review) => objectItem(review, simulation, outcomes.get(review), isLarge && !isDenied(review)))
  const listOf = (wanted: (review: ManifestReview) => boolean): readonly Html[] => sorted.filter(wanted).flatMap((review) => items.get(review) ?? [])
  const {objects: sent, found, workloads: ofWorkloads} = simulationCounts(simulation, styleFor(false))
  const [denied, admitted] = [sorted.filter(isDenied).length, sorted.filter((review) => !isDenied(review)).length]
  return {
    summary: `${sent}: ${found}`, tone: denied > 0 ? 'bad' : (ending?.incomplete ?? []).length > 0 || hasUnusable(simulation) ? 'warn' : 'good', cards: cards(simulation),
    notes: [...ofWorkloads === undefined ? [] : [ofWorkloads], ...leftOutNote(items.size, sorted.length, 'objects, the denied ones first'), ...isLarge ? [briefNote] : []],
    sections: [
      ...denied === 0 ? [] : [{id: 'denied', title: 'Denied', count: denied, body: itemList(listOf(isDenied))}],
      ...unusable(simulation),
      ...admitted === 0 ? [] : [{id: 'admitted', title: 'Admitted', count: admitted, body: itemList(listOf((review) => !isDenied(review)))}],
      ...eventSection(reviews.filter(({manifest}) => isEvent(manifest))),
      ...quotaSection(simulation), ...limitsSection(simulation),
      ...rulesSection([...simulation.policies.diagnostics, ...simulation.diagnostics], docsUrl),
      ...notes.length === 0 ? [] : [{id: 'notes', title: 'Notes', body: html`<ul>${notes.map((note) => html`<li>${oneLine(note)}</li>`)}</ul>\n`}],
    ],
  }
}

const briefNote = `Of more than ${pageLimits.detailed} objects, this page shows the steps of admission and the stored object only for denied ones`

const hasUnusable = ({policies, diagnostics, notSent}: Simulation): boolean =>
  policies.refused.length + policies.diagnostics.length + diagnostics.length + notSent.length > 0

function cards(simulation: Simulation): readonly Card[] {
  const {reviews, workloads, policies, diagnostics, notSent} = simulation
  const denied = reviews.filter(({allowed}) => !allowed).length
  const optional = (value: number, label: string, tone: 'bad' | 'warn'): readonly Card[] => value === 0 ? [] : [{value, label, tone}]
  return [
    {value: denied, label: denied === 1 ? 'object denied' : 'objects denied', tone: denied > 0 ? 'bad' : 'good'},
    {value: reviews.length - denied, label: 'admitted'},
    ...optional(rejectedPods(workloads), 'pods of workloads denied', 'bad'),
    ...optional(workloads.filter(({rollout}) => rollout !== undefined && rollout.verdict !== 'fits').length, 'rollouts slow or blocked', 'bad'),
    ...optional(reviews.reduce((sum, {warnings}) => sum + warnings.length, 0), 'warnings', 'warn'),
    ...optional(policies.refused.length, 'not in force', 'bad'), ...optional(diagnostics.length + policies.diagnostics.length, 'unreadable', 'bad'), ...optional(notSent.length, 'not sent', 'warn'),
    ...workloads.length === 0 ? [] : [{value: workloads.length, label: workloads.length === 1 ? 'workload' : 'workloads'}],
  ]
}

/** Documents that cannot be used, and policies and existing objects that the server rejects: the result does not consider them. */
function unusable(simulation: Simulation): readonly Section[] {
  const {policies, diagnostics, notSent} = simulation
  const rejected = policies.refused.map(({manifest, review}) => {
    const {kind, name, namespace} = referenceOf(manifest.body)
    return item('policy', {verdict: 'not in force', kind: oneLine(kind), namespace}, 'bad', html`<p class="head">${badge(verdictText({...review, manifest}), 'bad')} <span class="message">${
      rejectedTitle(manifest, {kind, name})}</span></p>\n<p>${beginning(oneLine(review.status.message))}</p>\n${
      reasonList(explain({...review, manifest}, policies.manifests), kind, review.status.message)}`)
  })
  const left = notSent.map((manifest) => {
    const {kind, name} = referenceOf(manifest.body)
    return item('document', {verdict: 'not sent'}, 'warn', html`<p class="head">${badge('not sent', 'warn')} <span class="message">${oneLine(kind)} ${oneLine(name)}</span></p>
<p>kubectl reads no further in this file.</p>\n<p><code>${lineText(manifest)}</code></p>`)
  })
  const unreadable = [...policies.diagnostics, ...diagnostics]
  const items = [...rejected, ...fitting(unreadable, findingItem).values(), ...left]
  return items.length === 0 ? [] : [{id: 'unusable', title: 'Not in force, unreadable or not sent', count: rejected.length + unreadable.length + left.length, body: itemList(items)}]
}

/** Events in the order of their times. */
function eventSection(events: readonly ManifestReview[]): readonly Section[] {
  if (events.length === 0) return []
  const {head, rows, left} = eventRows(events, {style: styleFor(false), hasSection: ({allowed}) => !allowed})
  const body = html`${table('Events in the order of their times', head.map((title) => ({title, isNumeric: title === 'Count'})), rows.map((cells) => ({cells})))}${
    left > 0 && html`<p>and ${counted(left, 'more Event')}, which -o json has</p>\n`}`
  return [{id: 'events', title: 'Events', count: events.length, body}]
}

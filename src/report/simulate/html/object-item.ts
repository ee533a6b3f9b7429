import {oneLine} from '../../../machinery/output/printable.js'
import {explain} from '../../../simulate/explain.js'
import type {ManifestReview} from '../../../simulate/manifest-review.js'
import type {Simulation, WorkloadOutcome} from '../../../simulate/simulate.js'
import {type Html, html} from '../../html/html.js'
import {beginning} from '../../html/page-limits.js'
import {badge, definitions, disclosure, item, table, type Tone} from '../../html/view.js'
import {lineText} from '../../location.js'
import {styleFor} from '../../style.js'
import {answersOnce, ownedRows, verdictText} from '../answers.js'
import {referenceOf} from '../json.js'
import {workloadLines} from '../workload-lines.js'
import {reasonList} from './reasons.js'
import {storedObject, story, updateTable} from './story.js'

/** True if an object, or something that its controller makes, is denied. */
export const isProblem = (review: ManifestReview, workload: WorkloadOutcome | undefined): boolean =>
  !review.allowed || (workload !== undefined && (workload.isRefused || workload.incomplete !== undefined))

/** The verdict by which readers filter. */
function verdictFact({allowed, isUnchanged, warnings}: ManifestReview, workload: WorkloadOutcome | undefined): {readonly verdict: string, readonly tone: Tone} {
  if (!allowed) return {verdict: 'denied', tone: 'bad'}
  if (workload?.isRefused === true) return missing(workload)
  if (workload?.incomplete !== undefined) return {verdict: 'not simulated to its end', tone: 'warn'}
  if (warnings.length > 0) return {verdict: 'admitted with warnings', tone: 'warn'}
  return {verdict: isUnchanged === true ? 'unchanged' : 'admitted', tone: 'good'}
}

/** The part that a workload does not get. */
function missing({refused, rollout, autoscaler}: WorkloadOutcome): {readonly verdict: string, readonly tone: Tone} {
  if (refused === 0 && rollout !== undefined && rollout.verdict !== 'fits') return {verdict: `rollout ${rollout.verdict}`, tone: rollout.verdict === 'slow' ? 'warn' : 'bad'}
  return {verdict: refused === 0 && autoscaler?.stopsAt !== undefined ? 'autoscaler stops' : 'pods denied', tone: 'bad'}
}

/**
 * An object that was sent: the verdict with its reasons, what its controller makes, and how admission treated it.
 *
 * @param isBrief true to leave out the objects of its controller, the steps of admission and the stored object
 */
export function objectItem(review: ManifestReview, simulation: Simulation, workload: WorkloadOutcome | undefined, isBrief = false): Html {
  const {kind, namespace, name} = referenceOf(review.object ?? review.manifest.body)
  const {verdict, tone} = verdictFact(review, workload)
  const {allowed, status: {message}, warnings, hint, operation, subresource} = review
  const reasons = explain(review, simulation.policies.manifests)
  return item('object', {verdict, kind: oneLine(kind), namespace: namespace === undefined ? undefined : oneLine(namespace)}, tone, html`<p class="head">${
    badge(allowed && workload?.isRefused === true ? verdict : verdictText(review), tone)} <span class="message">${oneLine(kind)} ${oneLine(name)}</span>${
    namespace !== undefined && html` <span class="muted">in ${oneLine(namespace)}</span>`} <code class="muted">${lineText(review.manifest)}</code></p>
${!allowed && html`<p class="answer">${beginning(oneLine(message))}</p>\n`}${reasonList(reasons, kind, message)}${
  warnings.map((warning) => html`<p class="warning"><b>Warning:</b> ${beginning(oneLine(warning))}</p>\n`)}${
  hint !== undefined && html`<p class="hint"><b>Hint:</b> ${beginning(oneLine(hint))}</p>\n`}${
  workload !== undefined && workloadHtml(workload, kind)}${
  definitions([
    ['Operation', operation !== 'CREATE' && `${operation.toLowerCase()}${subresource === undefined ? '' : ` of ${subresource}`}`],
  ])}${!isBrief && [workload && ownedHtml(workload, simulation), story(review, simulation), updateTable(review), storedObject(review)]}`)
}

/** The result for a workload: pods, claims, a rollout, the levels of its autoscaler. */
const workloadHtml = (workload: WorkloadOutcome, kind: string): Html => html`${
  workload.incomplete !== undefined && html`<p class="warning">${oneLine(workload.incomplete)}</p>\n`}${
  definitions([
    ['Scales', workload.kind !== kind && `${workload.kind} ${oneLine(workload.name)}`],
    ...workloadLines(workload, styleFor(false)).map(([label = '', value = '']) => [label.trim().replace(/:$/, ''), beginning(value)] as const),
  ])}`

/** The answers to the objects that a controller sent, with the reasons of denials. */
function ownedHtml({owned}: WorkloadOutcome, simulation: Simulation): Html | undefined {
  if (owned.length === 0) return undefined
  const rows = ownedRows(owned).map(({review, count, kind, name}) => ({
    tone: review.allowed ? undefined : 'bad' as const, cells: [name, kind, count, badge(verdictText(review), review.allowed ? 'good' : 'bad')],
  }))
  const columns = [{title: 'Name'}, {title: 'Kind'}, {title: 'Count', isNumeric: true}, {title: 'Verdict'}]
  const denied = owned.filter(({allowed}) => !allowed)
  const reasons = answersOnce(denied.flatMap((review) => explain(review, simulation.policies.manifests)))
  const [first] = owned
  return html`${reasonList(reasons, 'Pod', denied.map(({status}) => status.message).join('\n'))}${
    disclosure('Objects of its controller', html`${table('Objects that its controller sends', columns, rows)}${first !== undefined && story(first, simulation)}`)}`
}

import type {Step} from '../../admission/chain.js'
import type {FieldChange} from '../../admission/plugin.js'
import type {ObjectRef} from '../../lint/diagnostic.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {formatTime} from '../../machinery/go/instant.js'
import {isObject} from '../../machinery/go/json-value.js'
import {goJson} from '../../machinery/go/text.js'
import {hintsOf} from '../../simulate/explain.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import type {Simulation} from '../../simulate/simulate.js'
import {jsonText} from '../json-text.js'
import {diagnosticJson} from '../lint/json.js'
import type {LintReporterOptions} from '../lint/options.js'
import {locationOf} from '../location.js'
import {staleJson} from '../usage-source.js'
import {changesJson} from './changes-json.js'
import {rejectedPods} from './summary.js'
import {workloadJson} from './workload-json.js'

/** A simulation as JSON; the contract is schemas/simulate.schema.json. Each review becomes text before the next one, as all of them take much memory. */
export function simulationJson(simulation: Simulation, {docsUrl, skipped = [], ending}: Partial<LintReporterOptions> = {}): string {
  const {reviews, workloads, diagnostics, policies} = simulation
  const ownedBy = new Map(workloads.map(({review, owned}) => [review, owned]))
  const all = reviews.flatMap((review) => [review, ...ownedBy.get(review) ?? []])
  const countOf = (isAllowed: boolean): number => all.reduce((sum, {allowed, count = 1}) => allowed === isAllowed ? sum + count : sum, 0)
  return jsonText({
    version: 1,
    kubernetesVersion: simulation.cluster.kubernetesVersion,
    ...simulation.user && {user: simulation.user},
    reviews: all.map((review) => ({toJSON: () => reviewJson(review)})),
    workloads: workloads.map(workloadJson),
    diagnostics: [...policies.diagnostics, ...diagnostics].map((diagnostic) => diagnosticJson(diagnostic, docsUrl)),
    refusedPolicies: policies.refused.map(({manifest, review}) => reviewJson({...review, manifest})),
    quotas: simulation.quotas.map(quotaJson),
    notes: simulation.notes,
    skipped,
    summary: {allowed: countOf(true), denied: countOf(false), unreadable: diagnostics.length + simulation.notSent.length, refusedPods: rejectedPods(workloads)},
    ...ending,
  })
}

function reviewJson(review: ManifestReview): object {
  const {manifest, operation, sentAt, owner, count = 1, allowed, status: {code, reason, message}, object, steps, warnings} = review
  const {path, line, column} = locationOf({file: manifest.document.file, span: manifest.node})
  const hints = hintsOf(review)
  return {
    source: {path, line, column},
    operation,
    ...review.subresource !== undefined && {subresource: review.subresource},
    ...sentAt && {sentAt: formatTime(sentAt)},
    object: referenceOf(object ?? manifest.body),
    ...owner && {owner},
    ...count > 1 && {count},
    allowed,
    status: {code, reason, message},
    ...review.hint !== undefined && {hint: review.hint},
    admitted: object ?? null,
    ...changesJson(review),
    steps: steps.flatMap(stepJson),
    warnings,
    ...review.auditAnnotations && {auditAnnotations: review.auditAnnotations},
    ...hints.length > 0 && {hints},
  }
}

/** A reference to an object, as in its manifest. */
export function referenceOf(object: object): ObjectRef {
  const {apiVersion, kind, metadata} = object as Readonly<Record<string, unknown>>
  const {namespace, name, generateName} = isObject(metadata) ? metadata : {}
  return {apiVersion: keyText(apiVersion), kind: keyText(kind), ...!isAbsent(namespace) && {namespace: keyText(namespace)}, name: keyText(name ?? generateName)}
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** A manifest's value for a text field, as a text. */
const keyText = (value: unknown): string => typeof value === 'string' ? value : isAbsent(value) ? '' : goJson(value)

/** A step of admission, split by the policies that took part. */
function stepJson({plugin, phase, changes, rejection}: Step): object[] {
  const byPolicy = groupBy(changes, ({cause}) => cause?.policy)
  const steps = [...byPolicy].map(([policy, group]) => ({plugin, phase, ...policy && {policy: referenceOf(policy)}, changes: group.map(changeJson)}))
  if (rejection === undefined) return steps
  const {code, reason, message} = rejection.status
  const policy = rejection.reasons.find(({cause}) => cause !== undefined)?.cause?.policy
  return [...steps, {plugin, phase, ...policy && {policy: referenceOf(policy)}, changes: [], denied: {code, reason, message}}]
}

function quotaJson({quota: {metadata: {namespace, name}, status}, usageFrom, stale}: QuotaChange): object {
  const {hard = {}, used = {}} = status ?? {}
  return {namespace, name, usageFrom, hard, used, ...stale && {staleHard: staleJson(stale)}}
}

const changeJson = ({field, from, to}: FieldChange): object => ({field: String(field), from: from ?? null, to: to ?? null})

import type {Step} from '../../admission/chain.js'
import type {FieldChange} from '../../admission/plugin.js'
import type {KubeObject} from '../../kinds/kind.js'
import type {ObjectRef} from '../../lint/diagnostic.js'
import {goJson} from '../../machinery/go-text.js'
import {isObject} from '../../machinery/json-value.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import type {ManifestReview, Simulation} from '../../simulate/simulate.js'
import {diagnosticJson} from '../lint/json.js'
import {jsonText} from '../json-text.js'

/** The version of Kubernetes whose answers kadm gives. */
const kubernetesVersion = '1.36'

/** A simulation as JSON; the contract is schemas/simulate.schema.json. */
export function simulationJson(simulation: Simulation): string {
  const {reviews, diagnostics, policies} = simulation
  const denied = reviews.filter(({allowed}) => !allowed).length
  return jsonText({
    version: 1,
    kubernetesVersion,
    reviews: reviews.map(reviewJson),
    diagnostics: [...policies.diagnostics, ...diagnostics].map(diagnosticJson),
    refusedPolicies: policies.refused.map(({manifest, review}) => reviewJson({...review, manifest})),
    quotas: simulation.quotas.map(quotaJson),
    summary: {allowed: reviews.length - denied, denied, unreadable: diagnostics.length + simulation.notSent.length},
  })
}

function reviewJson({manifest, operation, allowed, status: {code, reason, message}, object, steps, warnings}: ManifestReview): object {
  const {file} = manifest.document
  const {line, column} = file.position(manifest.node.start)
  return {
    source: {path: file.path, line, column},
    operation,
    object: referenceOf(object ?? manifest.body),
    allowed,
    status: {code, reason, message},
    admitted: object ?? null,
    steps: steps.flatMap(stepJson),
    warnings,
  }
}

/** An object as it is named. */
export function referenceOf(object: object): ObjectRef {
  const {apiVersion, kind, metadata} = object as Readonly<Record<string, unknown>>
  const {namespace, name, generateName} = isObject(metadata) ? metadata : {}
  return {apiVersion: written(apiVersion), kind: written(kind), ...!isAbsent(namespace) && {namespace: written(namespace)}, name: written(name ?? generateName)}
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** What a manifest has where a text should be. */
const written = (value: unknown): string => typeof value === 'string' ? value : isAbsent(value) ? '' : goJson(value)

/** A step of admission, one for each policy that had a part in it. */
function stepJson({plugin, phase, changes, refusal}: Step): object[] {
  const byPolicy = new Map<KubeObject | undefined, FieldChange[]>()
  for (const change of changes) byPolicy.set(change.cause?.policy, [...byPolicy.get(change.cause?.policy) ?? [], change])
  const steps = [...byPolicy].map(([policy, group]) => ({plugin, phase, ...policy && {policy: referenceOf(policy)}, changes: group.map(changeJson)}))
  if (refusal === undefined) return steps
  const {code, reason, message} = refusal.status
  const policy = refusal.reasons.find(({cause}) => cause !== undefined)?.cause?.policy
  return [...steps, {plugin, phase, ...policy && {policy: referenceOf(policy)}, changes: [], denied: {code, reason, message}}]
}

function quotaJson({quota: {metadata: {namespace, name}, status}, usageFrom}: QuotaChange): object {
  const {hard = {}, used = {}} = status ?? {}
  return {namespace, name, usageFrom, hard, used}
}

const changeJson = ({field, from, to}: FieldChange): object => ({field: String(field), from: from ?? null, to: to ?? null})

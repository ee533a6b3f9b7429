import {limitRange as limitRangeKind} from '../../kinds/limit-range/index.js'
import {resourceQuota as resourceQuotaKind} from '../../kinds/resource-quota/index.js'
import {keysOf} from '../../kinds/resource-quota/resource-names.js'
import type {Diagnostic} from '../../lint/diagnostic.js'
import {lint} from '../../lint/lint.js'
import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {FieldPath} from '../../machinery/field/path.js'
import {isObject} from '../../machinery/go/json-value.js'
import {compareText} from '../../machinery/go/text.js'
import {oneLine} from '../../machinery/output/printable.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {noResources} from '../../machinery/quantity/resource-list.js'
import {admitsEverything, capacity} from '../../simulate/capacity/capacity.js'
import {amountOf, needsOf} from '../../simulate/capacity/needs.js'
import {perScopes} from '../../simulate/capacity/quota-needs.js'
import {objectKey} from '../../simulate/object-key.js'
import {boundsOf, type QuotaChange} from '../../simulate/quotas.js'
import {type Simulation, workFor} from '../../simulate/simulate.js'
import type {JsonObject} from '../../source/json-value.js'
import {inNamespace} from '../../manifests/namespace.js'
import {type Baseline, baselineOf, presentPolicies, replacing, simulateOptions, suggestedSource} from '../baseline.js'
import {deniedNow} from '../denied.js'
import type {PodFact} from '../facts.js'
import {compareSimulations, proofOf, type Regression, shortages} from '../regressions.js'
import {emptyNote, leftOut, metadataFor, replacedNotes} from '../replaced.js'
import type {SuggestedAmount, SuggestedObject, SuggestInput, Suggestion, SuggestOptions} from '../types.js'
import {newKeys} from './keys.js'
import {type Bound, boundFor, NamespaceNeeds} from './needed.js'

const {kind} = resourceQuotaKind

const hardPath = FieldPath.of('spec', 'hard')

/** A quota in the making. */
interface Draft {
  readonly body: JsonObject
  readonly namespace: string
  readonly name: string
  readonly amounts: readonly (SuggestedAmount & {readonly key: string})[]
  readonly notes: readonly string[]
}

/**
 * Suggests ResourceQuotas with room for the steady state, rollouts and autoscalers at their maximum. Existing quotas keep their
 * name, scopes and keys; a namespace without one gets a new one. Everything is simulated again with them.
 *
 * @throws DuplicateObjectsError as simulate does
 */
export function suggestQuota(input: SuggestInput, given: SuggestOptions = {}): Suggestion {
  const {usage: _usage, ...files} = input
  const options = {...given, work: given.work ?? workFor(files)}
  const bounded = baselineOf(input, options)
  const {simulation} = bounded
  // Bounds that reject nothing change nothing.
  const free = admitsEverything(simulation) ? bounded : baselineOf(input, options, {unbounded: true})
  const limitRanges = presentObjects(limitRangeKind.kind, simulation, options)
  const findingsIn = (quotas: readonly Manifested[]): readonly Diagnostic[] => findingsUnder(limitRanges, quotas, options)
  const known = new Set(findingsIn(presentObjects(kind, simulation, options)).map(findingKey))
  let drafts = draftsOf(simulation, free, options)
  for (;;) {
    const objects = drafts.filter(({amounts}) => amounts.length > 0).map(objectOf)
    const after = capacity(files, {...simulateOptions(options), arrange: replacing(kind, objects, options)})
    const comparison = compareSimulations(simulation, after.simulation)
    const regressions = [...comparison.regressions, ...shortages(after, objects)]
    const findings = findingsIn(objects).filter((finding) => !known.has(findingKey(finding)))
    const next = drafts.map((draft) => withoutErrors(draft, regressions, findings))
    if (next.every((draft, i) => draft === drafts[i])) {
      return {command: 'quota', objects, proof: proofOf({...comparison, regressions}, findings), simulation, denied: deniedNow(simulation, options), notes: [...free.notes, ...drafts.flatMap((draft) => draft.amounts.length > 0 ? [] : emptyNote(kind, draft))]}
    }
    drafts = next
  }
}

type Manifested = Pick<SuggestedObject, 'body'>

/** The findings in quotas that LimitRanges do not resolve. A bound below a default of theirs is none: pods can state less. */
function findingsUnder(limitRanges: readonly Manifested[], quotas: readonly Manifested[], {namespace}: SuggestOptions): readonly Diagnostic[] {
  const findings = (objects: readonly Manifested[]): readonly Diagnostic[] =>
    objects.length === 0 ? [] : lint([suggestedSource(objects)], {namespace}).diagnostics
  const unresolved = findings(quotas)
  if (unresolved.length === 0 || limitRanges.length === 0) return unresolved
  const ruleOf = ({ruleId, object}: Diagnostic): string => JSON.stringify([ruleId, object?.kind, object?.namespace, object?.name])
  const rules = new Set(unresolved.map(ruleOf))
  return findings([...quotas, ...limitRanges]).filter((found) => rules.has(ruleOf(found)))
}

/**
 * The present policies of a kind. A suggestion keeps the findings of quotas, as it changes numbers only, and counts on the defaults of
 * LimitRanges.
 */
const presentObjects = (policyKind: string, simulation: Simulation, {namespace = 'default'}: SuggestOptions): Manifested[] =>
  presentPolicies(simulation, policyKind).map((manifest) => inNamespace(manifest, {namespace, isGiven: false}))
    .flatMap((placed) => 'body' in placed ? [placed] : [])

const findingKey = ({ruleId, field, object}: Diagnostic): string => JSON.stringify([ruleId, field, object?.namespace, object?.name])

function draftsOf(simulation: Simulation, {simulation: unbounded, existing, facts}: Baseline, options: SuggestOptions): Draft[] {
  const namespaceOf = ({identity: {namespace}}: ReturnType<typeof needsOf>[number]): string => namespace
  const sent = groupBy(needsOf(unbounded), namespaceOf)
  const existingNeeds = groupBy(needsOf({reviews: existing, workloads: [], cluster: unbounded.cluster}), namespaceOf)
  const pods = groupBy(facts.pods, ({namespace}) => namespace)
  const present = groupBy(simulation.quotas, ({quota}) => quota.metadata.namespace ?? '')
  const free = new Map(unbounded.quotas.map(({quota}) => [objectKey({...quota}), quota]))
  const namespaces = [...new Set([...sent.keys(), ...existingNeeds.keys(), ...present.keys()])]
    .filter((namespace) => namespace !== '' && (options.only === undefined || namespace === options.only)).sort(compareText)
  return namespaces.flatMap((namespace): Draft[] => {
    const needs = [...sent.get(namespace) ?? [], ...existingNeeds.get(namespace) ?? []]
    const quotas = present.get(namespace)
    const counted = ({quota}: QuotaChange): ResourceQuota => free.get(objectKey({...quota})) ?? quota
    if (quotas !== undefined) {
      return perScopes(quotas, ({quota}) => new NamespaceNeeds(needs, quota),
        (own, change) => revised({...change, counted: counted(change)}, own, simulation, options))
    }
    return [newQuota(namespace, new NamespaceNeeds(needs), pods.get(namespace) ?? [], options)]
  })
}

const defaultHeadroom = 2000n

/** A quota, also as it is after a run without bounds. */
interface PresentQuota extends QuotaChange {
  readonly counted: ResourceQuota
}

/** A present quota with other bounds. */
function revised(change: PresentQuota, needs: NamespaceNeeds, {policies}: Simulation, {headroom = defaultHeadroom}: SuggestOptions): Draft {
  const {quota, counted, usageFrom} = change
  const {namespace = '', name = ''} = quota.metadata
  const hard = boundsOf(change)
  const bounds = new Map(keysOf(quota).map((key) => {
    const others = amountOf(counted.status?.used ?? noResources, key).sub(amountOf(needs.total.created, key))
    return [key, boundFor({key, needs, others, usageFrom, headroom}) ?? {value: amountOf(hard, key), reasons: [{text: 'nothing needs it: unchanged'}]}]
  }))
  const manifest = policies.manifests.get(objectKey({...quota}))
  const {hard: _hard, ...spec} = isObject(manifest?.body['spec']) ? manifest.body['spec'] : {}
  return {
    namespace, name, amounts: amountsOf(bounds, quota), notes: replacedNotes(manifest),
    body: {apiVersion: 'v1', kind, metadata: {...metadataFor(namespace, manifest, name)} as unknown as JsonObject, spec},
  }
}

function newQuota(namespace: string, needs: NamespaceNeeds, pods: readonly PodFact[], {headroom = defaultHeadroom}: SuggestOptions): Draft {
  const {keys, notes} = newKeys(needs.total.lists.maxWorst, pods)
  const bounds = new Map(keys.flatMap((key): [string, Bound][] => {
    const bound = boundFor({key, needs, others: Quantity.zero, headroom})
    return bound === undefined ? [] : [[key, bound]]
  }))
  return {namespace, name: 'quota', amounts: amountsOf(bounds), notes, body: {apiVersion: 'v1', kind, metadata: {name: 'quota', namespace}, spec: {}}}
}

/** The bounds with their fields. Limits are at least as high as requests, as the server warns otherwise. */
function amountsOf(bounds: ReadonlyMap<string, Bound>, present?: ResourceQuota): Draft['amounts'] {
  return [...bounds].map(([key, bound]) => {
    const [, name] = /^limits\.(.+)$/.exec(key) ?? []
    const requests = name === undefined ? undefined : bounds.get(`requests.${name}`)
    const isLower = requests !== undefined && bound.value.compare(requests.value) < 0
    const now = (present?.spec?.hard ?? noResources)[key]
    return {key, field: hardPath.key(key), ...now && {present: now}, ...isLower ? {value: requests.value, reasons: [{text: `as much as requests.${name}`}]} : bound}
  })
}

function objectOf({namespace, name, body, amounts, notes}: Draft): SuggestedObject {
  const {spec, ...rest} = body
  const hard = Object.fromEntries(amounts.map(({key, value}) => [key, String(value)]))
  return {namespace, kind, name, body: {...rest, spec: {hard, ...spec as JsonObject}}, amounts, notes}
}

/** Leaves out the bounds that cause regressions or findings; the same draft if there are none. */
function withoutErrors(draft: Draft, regressions: readonly Regression[], findings: readonly Diagnostic[]): Draft {
  const {amounts, namespace, name} = draft
  const errors = [
    ...regressions.filter((regression) => regression.namespace === namespace).map(({message, review}) => ({why: message, fields: fieldsOf(review, name)})),
    ...findings.filter(({object}) => object?.namespace === namespace && object.name === name).map(({message, field}) => ({why: message, fields: [field]})),
  ]
  if (amounts.length === 0 || errors.length === 0) return draft
  // Without a field, any bound may be the cause.
  const lost = new Set(errors.flatMap(({fields}) => amounts.filter(({field}) => fields.length === 0 || fields.includes(String(field)))))
  if (lost.size === 0) return draft
  return {
    ...draft, amounts: amounts.filter((amount) => !lost.has(amount)),
    notes: [...draft.notes, `${leftOut}${[...lost].map(({key}) => key).join(', ')}: ${oneLine(errors[0]?.why ?? '')}.`],
  }
}

/** The fields of a quota that an answer names as the cause of a denial. */
const fieldsOf = (review: Regression['review'], name: string): string[] => (review?.steps ?? []).flatMap(({rejection}) => rejection?.reasons ?? [])
  .flatMap(({cause}) => cause?.policy.kind === kind && cause.policy.metadata.name === name ? [String(cause.field)] : [])

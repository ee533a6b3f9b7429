import {limitRange as limitRangeKind} from '../../kinds/limit-range/index.js'
import type {Diagnostic} from '../../lint/diagnostic.js'
import {lint} from '../../lint/lint.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {compareText} from '../../machinery/go/text.js'
import {oneLine} from '../../machinery/output/printable.js'
import {simulate, type Simulation, workFor} from '../../simulate/simulate.js'
import {type Baseline, baselineOf, namespaceIn, presentPolicies, replacing, simulateOptions, suggestedSource, withoutObjects} from '../baseline.js'
import {deniedNow} from '../denied.js'
import type {ClaimFact} from '../facts.js'
import {found, largest, reasonOf, smallest} from '../found.js'
import {roundDown, roundUp} from '../readable.js'
import {proofOf, type Regression, verified} from '../regressions.js'
import {emptyNote, leftOut, metadataFor, replacedNotes} from '../replaced.js'
import type {SuggestedObject, SuggestInput, Suggestion, SuggestOptions} from '../types.js'
import {boundedResources, containerItem, type Derivation} from './containers.js'
import {amountsOf, bodyOf, fieldOf, type LimitEntry, limitRangeOf} from './entries.js'
import {podEntries} from './pods.js'

const {kind} = limitRangeKind

/** A LimitRange in the making. */
interface Draft {
  readonly namespace: string
  readonly metadata: ObjectMeta
  readonly entries: readonly LimitEntry[]
  readonly notes: readonly string[]
  readonly keptDefaults: ReadonlySet<string>
  /** Returns the draft with the present defaults of more resources. */
  readonly keeping: (resources: ReadonlySet<string>) => Draft
}

/**
 * Suggests a LimitRange for each namespace that fits its workloads. It replaces the present ones. Everything is simulated
 * again with it: an amount with which less would run is left out.
 *
 * @throws DuplicateObjectsError as simulate does
 */
export function suggestLimits(input: SuggestInput, given: SuggestOptions = {}): Suggestion {
  const {usage: _usage, ...files} = input
  const options = {...given, work: given.work ?? workFor(files)}
  const baseline = baselineOf(input, options)
  const {simulation, notes} = baseline
  let drafts = draftsOf(baseline, options)
  for (;;) {
    const objects = drafts.filter(({entries}) => entries.length > 0).map(objectOf)
    const replaced = replacing(kind, objects, options)
    const run = (without: ReadonlySet<string>): Simulation =>
      simulate(files, {...simulateOptions(options), arrange: (read) => withoutObjects(replaced(read), without, options.namespace)})
    const comparison = verified(simulation, run, options.namespace)
    const findings = objects.length === 0 ? [] : lint([suggestedSource(objects)], {namespace: options.namespace}).diagnostics
    const next = drafts.map((draft) => withoutErrors(draft, comparison.regressions, findings))
    if (next.every((draft, i) => draft === drafts[i])) {
      return {
        command: 'limits', objects, proof: proofOf(comparison, findings), simulation, denied: deniedNow(simulation, options),
        notes: [...notes, ...comparison.notes, ...drafts.flatMap((draft) => draft.entries.length > 0 ? [] : emptyNote(kind, {...draft, name: draft.metadata.name ?? ''}))],
      }
    }
    drafts = next
  }
}

function draftsOf({simulation, facts}: Baseline, options: SuggestOptions): Draft[] {
  const {headroom = 2000n, percentile = 95, only, namespace: given} = options
  const pods = groupBy(facts.pods, ({namespace}) => namespace)
  const claims = groupBy(facts.claims, ({namespace}) => namespace)
  const present = groupBy(presentPolicies(simulation, kind), (manifest) => namespaceIn(manifest, given))
  const namespaces = [...new Set([...pods.keys(), ...claims.keys()])].filter((namespace) => only === undefined || namespace === only)
  const draft = (namespace: string, keptDefaults: ReadonlySet<string>): Draft => {
    const own = pods.get(namespace) ?? []
    const derivation = {headroom, percentile, keptDefaults}
    const {entries: containers, notes} = containerItem(own.flatMap((pod) => pod.containers), derivation)
    const [first, ...others] = present.get(namespace) ?? []
    return {
      namespace, keptDefaults, keeping: (resources) => draft(namespace, new Set([...keptDefaults, ...resources])),
      entries: [...containers, ...podEntries(own, containers, derivation), ...claimEntries(claims.get(namespace) ?? [], derivation)],
      metadata: metadataFor(namespace, first, 'limits'), notes: [...replacedNotes(first, others), ...notes],
    }
  }
  return namespaces.sort(compareText).map((namespace) => draft(namespace, new Set()))
}

function objectOf({namespace, metadata, entries, notes}: Draft): SuggestedObject {
  return {namespace, kind, name: metadata.name ?? '', body: bodyOf(limitRangeOf(entries, metadata)), amounts: amountsOf(entries), notes}
}

/** Keeps the present defaults if quotas have no room for others. Leaves out the entries that cause regressions or findings; the same draft if there are none. */
function withoutErrors(draft: Draft, regressions: readonly Regression[], findings: readonly Diagnostic[]): Draft {
  const {entries} = draft
  if (entries.length === 0) return draft
  const exceeded = regressions.filter(({namespace, message}) => namespace === draft.namespace && message.includes('exceeded quota: '))
  const kept = boundedResources.filter((resource) => !draft.keptDefaults.has(resource) && exceeded.some(({message}) => message.includes(resource)))
  if (kept.length > 0) return draft.keeping(new Set(kept))
  const errors = [
    ...regressions.filter(({namespace}) => namespace === draft.namespace)
      .map((regression) => ({why: regression.message, blamed: blamedBy(regression, entries)})),
    ...findings.filter(({object}) => object?.namespace === draft.namespace).map(({message, field}) =>
      ({why: message, blamed: entries.filter((entry) => String(fieldOf(entry, entries)) === field)})),
  ]
  if (errors.length === 0) return draft
  const blamed = new Set(errors.flatMap((error) => error.blamed.length > 0 ? error.blamed : entries))
  const [first] = errors
  const names = [...blamed].map(({type, list, resource}) => `${list} ${resource} of type ${type}`)
  const note = `${leftOut}${names.join(', ')}: ${oneLine(first?.why ?? '')}.`
  return {...draft, entries: entries.filter((entry) => !blamed.has(entry)), notes: [...draft.notes, note]}
}

/** The entries that cause a regression: those that the answer names, else all of the resources that it mentions, else all. */
function blamedBy({message, review}: Regression, entries: readonly LimitEntry[]): readonly LimitEntry[] {
  const reasons = review?.steps.flatMap(({rejection}) => rejection?.reasons ?? []) ?? []
  const fields = new Set(reasons.flatMap(({cause}) => cause?.policy.kind === kind ? [String(cause.field)] : []))
  const named = entries.filter((entry) => fields.has(String(fieldOf(entry, entries))))
  if (named.length > 0) return named
  const text = [message, review?.status.message ?? ''].join(' ')
  const resources = boundedResources.filter((resource) => text.includes(resource))
  return entries.filter(({resource}) => resources.includes(resource))
}

/** Suggests the PersistentVolumeClaim item of a namespace. */
function claimEntries(facts: readonly ClaimFact[], {headroom}: Derivation): LimitEntry[] {
  const storage = found(facts, (fact) => fact.storage)
  const [maximum, minimum] = [largest(storage), smallest(storage)]
  const min = minimum && roundDown(minimum.amount, 'storage')
  const common = {type: 'PersistentVolumeClaim', resource: 'storage'} as const
  return [
    ...maximum === undefined ? [] : [{...common, list: 'max', value: roundUp(maximum.amount, 'storage', headroom), reasons: [reasonOf('largest request', maximum, headroom)]} as const],
    ...minimum === undefined || min === undefined ? [] : [{...common, list: 'min', value: min, reasons: [reasonOf('smallest request', minimum)]} as const],
  ]
}

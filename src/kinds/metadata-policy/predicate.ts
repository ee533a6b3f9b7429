import type {PolicyPredicate} from '../../machinery/api/design-v1.js'
import {remember} from '../../machinery/collections/remember.js'
import type {FieldPath} from '../../machinery/field/path.js'
import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import {admits, anything, type Domain, domainOf, intersect, isAnything, isEmpty, isSubset, sampleOf} from './domain.js'
import {type Metadata, type MetadataKey, type MetadataMap, metadataMaps, selectorFields} from './metadata-maps.js'

/** The condition of a predicate for one label or annotation. */
export interface Criterion extends MetadataKey {
  readonly domain: Domain
}

/**
 * The predicate of a rule: the allowed domain of each label and annotation with a condition. All conditions must hold. They
 * are independent of each other, so operations on predicates are operations on domains.
 */
export type Predicate = ReadonlyMap<string, Criterion>

/** Returns a unique id of a label or annotation. */
export const keyId = ({map, key}: MetadataKey): string => `${map}/${key}`

/** Converts the terms of a predicate. */
export const predicateOf = (terms: readonly Term[]): Predicate => criteriaMap(terms.map(({criterion}) => criterion))

/** One term of the selectors of a predicate. */
export interface Term {
  /** The field of the term: `policyPredicate.labelSelector.matchLabels[team]`. */
  readonly field: FieldPath
  readonly criterion: Criterion
}

/**
 * Returns the terms of a predicate of a policy, labels first. A missing selector is no criterion (spec metadatapolicy 4).
 *
 * @param field The field of the predicate
 */
export const termsOf = (predicate: PolicyPredicate | undefined, field: FieldPath): Term[] => metadataMaps.flatMap((map) => {
  const selector = field.child(selectorFields[map])
  const {matchLabels, matchExpressions}: LabelSelector = predicate?.[selectorFields[map]] ?? {}
  return [
    ...Object.entries(matchLabels ?? {}).map(([key, value]): Term =>
      ({field: selector.child('matchLabels').key(key), criterion: {map, key, domain: domainOf('In', [value ?? ''])}})),
    ...(matchExpressions ?? []).map((term, i): Term => ({
      field: selector.child('matchExpressions').index(i),
      criterion: {map, key: term?.key ?? '', domain: domainOf(term?.operator ?? '', (term?.values ?? []).map((value) => value ?? ''))},
    })),
  ]
})

function criteriaMap(criteria: Iterable<Criterion>): Predicate {
  const predicate = new Map<string, Criterion>()
  for (const criterion of criteria) {
    const id = keyId(criterion)
    const known = predicate.get(id)
    predicate.set(id, known === undefined ? criterion : {...known, domain: intersect(known.domain, criterion.domain)})
  }
  return predicate
}

/** Returns the predicate with one condition. */
export const predicateOn = ({map, key}: MetadataKey, domain: Domain): Predicate => criteriaMap([{map, key, domain}])

/** Returns the predicate that holds if all of the predicates hold. */
export const conjunction = (predicates: readonly Predicate[]): Predicate => criteriaMap(predicates.flatMap((predicate) => [...predicate.values()]))

/** Returns the domain of a label or annotation under a predicate. */
export const domainIn = (predicate: Predicate, key: MetadataKey): Domain => predicate.get(keyId(key))?.domain ?? anything

/** Returns true if the predicate can hold for an object. */
export const isSatisfiable = (predicate: Predicate): boolean => [...predicate.values()].every(({domain}) => !isEmpty(domain))

/** Returns true if both predicates can hold for one object. */
export function overlap(a: Predicate, b: Predicate): boolean {
  for (const [id, {domain}] of a) {
    const other = b.get(id)
    if (other !== undefined && isEmpty(intersect(domain, other.domain))) return false
  }
  return isSatisfiable(a) && isSatisfiable(b)
}

/** Returns true if the first predicate implies the second. */
export function implies(a: Predicate, b: Predicate): boolean {
  if (!isSatisfiable(a)) return true
  return [...b.values()].every((criterion) => isSubset(domainIn(a, criterion), criterion.domain))
}

/** Returns true if the predicate holds for every object. */
export const isAlwaysTrue = (predicate: Predicate): boolean => [...predicate.values()].every(({domain}) => isAnything(domain))

/** Returns true if the predicate holds for the object. */
export function matches(predicate: Predicate, metadata: Metadata): boolean {
  for (const criterion of decisive(predicate, metadata)) if (!admits(criterion.domain, valueOf(metadata, criterion))) return false
  return true
}

/** Returns the ids of the labels and annotations for which the conditions of the predicate do not hold. */
export const unmetIn = (predicate: Predicate, metadata: Metadata): ReadonlySet<string> =>
  new Set([...decisive(predicate, metadata)].filter((criterion) => !admits(criterion.domain, valueOf(metadata, criterion))).map(keyId))

/** The number of criteria that take less time than to look up each label and annotation of an object. */
const fewCriteria = 20

/** The criteria that may not hold for an object: all others allow that the key is absent, as it is. */
function decisive(predicate: Predicate, metadata: Metadata): Iterable<Criterion> {
  if (predicate.size <= fewCriteria) return predicate.values()
  const own = metadataMaps.flatMap((map) => Object.keys(metadata[map] ?? {}).flatMap((key) => predicate.get(keyId({map, key})) ?? []))
  return [...own, ...requiredBy(predicate)]
}

/** The criteria for which a key must be present, of predicates that are evaluated for many objects. */
const requiredBy = remember((predicate: Predicate): readonly Criterion[] => [...predicate.values()].filter(({domain}) => !domain.absent))

/** Returns the value of a label or annotation, which may have a key such as `constructor`. */
export function valueOf(metadata: Metadata, {map, key}: MetadataKey): string | undefined {
  const values = metadata[map] ?? {}
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** Returns an object with minimal metadata for which the predicate holds; undefined if there is none. */
export function witnessOf(predicate: Predicate): Metadata | undefined {
  if (!isSatisfiable(predicate)) return undefined
  return metadataOf([...predicate.values()].map((criterion) => ({...criterion, value: sampleOf(criterion.domain)})))
}

/** Creates metadata with these values. Leaves out keys without a value. */
export function metadataOf(values: Iterable<MetadataKey & {readonly value: string | undefined}>): Metadata {
  const maps: Record<MetadataMap, Record<string, string>> = {labels: {}, annotations: {}}
  for (const {map, key, value} of values) if (value !== undefined) maps[map][key] = value
  return maps
}

import type {LabelSelector} from '../../../machinery/label-selector.js'
import {admits, anything, type Domain, domainOf, intersect, isAnything, isEmpty, isSubset, sampleOf} from './domain.js'
import {type Metadata, type MetadataKey, type MetadataMap, metadataMaps, type PolicyPredicate, selectorFields} from './types.js'

/** What a predicate says of one label or annotation. */
export interface Criterion extends MetadataKey {
  readonly domain: Domain
}

/**
 * The predicate of a rule: for each label and annotation that it says something of, what that may be. All must hold; what
 * one is has nothing to do with what another is, so that questions about predicates are questions about domains.
 */
export type Predicate = ReadonlyMap<string, Criterion>

/** One text for a label or annotation, which tells it from all others. */
export const keyId = ({map, key}: MetadataKey): string => `${map}/${key}`

/** The predicate in the form in which it can be computed with. A selector that is missing is no criterion (metadatapolicy spec 4). */
export const predicateOf = (predicate: PolicyPredicate = {}): Predicate =>
  criteriaMap(metadataMaps.flatMap((map) => criteriaOf(map, predicate[selectorFields[map]])))

function criteriaOf(map: MetadataMap, {matchLabels, matchExpressions}: LabelSelector = {}): Criterion[] {
  return [
    ...Object.entries(matchLabels ?? {}).map(([key, value]) => ({map, key, domain: domainOf('In', [value ?? ''])})),
    ...(matchExpressions ?? []).map((term) => ({
      map, key: term?.key ?? '', domain: domainOf(term?.operator ?? '', (term?.values ?? []).map((value) => value ?? '')),
    })),
  ]
}

function criteriaMap(criteria: Iterable<Criterion>): Predicate {
  const predicate = new Map<string, Criterion>()
  for (const criterion of criteria) {
    const id = keyId(criterion)
    const known = predicate.get(id)
    predicate.set(id, known === undefined ? criterion : {...known, domain: intersect(known.domain, criterion.domain)})
  }
  return predicate
}

/** The predicate that says something of one label or annotation alone. */
export const predicateOn = ({map, key}: MetadataKey, domain: Domain): Predicate => criteriaMap([{map, key, domain}])

/** The predicate that holds where all of them hold. */
export const conjunction = (predicates: readonly Predicate[]): Predicate => criteriaMap(predicates.flatMap((predicate) => [...predicate.values()]))

/** What a label or annotation may be where a predicate holds. */
export const domainIn = (predicate: Predicate, key: MetadataKey): Domain => predicate.get(keyId(key))?.domain ?? anything

/** True when there can be an object for which the predicate holds. */
export const isSatisfiable = (predicate: Predicate): boolean => [...predicate.values()].every(({domain}) => !isEmpty(domain))

/** True when there can be an object for which both of them hold. */
export function overlap(a: Predicate, b: Predicate): boolean {
  for (const [id, {domain}] of a) {
    const other = b.get(id)
    if (other !== undefined && isEmpty(intersect(domain, other.domain))) return false
  }
  return isSatisfiable(a) && isSatisfiable(b)
}

/** True when the second predicate holds wherever the first one does. */
export function implies(a: Predicate, b: Predicate): boolean {
  if (!isSatisfiable(a)) return true
  return [...b.values()].every((criterion) => isSubset(domainIn(a, criterion), criterion.domain))
}

/** True of a predicate that holds for every object. */
export const isAlwaysTrue = (predicate: Predicate): boolean => [...predicate.values()].every(({domain}) => isAnything(domain))

/** True when a predicate holds for an object. */
export function matches(predicate: Predicate, metadata: Metadata): boolean {
  for (const criterion of predicate.values()) if (!admits(criterion.domain, valueOf(metadata, criterion))) return false
  return true
}

/** The value of a label or annotation, whatever its key: `constructor` is one like any other. */
export function valueOf(metadata: Metadata, {map, key}: MetadataKey): string | undefined {
  const values = metadata[map] ?? {}
  return Object.hasOwn(values, key) ? values[key] : undefined
}

/** An object for which a predicate holds, with as little in its metadata as can be; undefined when there is none. */
export function witnessOf(predicate: Predicate): Metadata | undefined {
  if (!isSatisfiable(predicate)) return undefined
  return metadataOf([...predicate.values()].map((criterion) => ({...criterion, value: sampleOf(criterion.domain)})))
}

/** The metadata that hold these values; what has none is left out. */
export function metadataOf(values: Iterable<MetadataKey & {readonly value: string | undefined}>): Metadata {
  const maps: Record<MetadataMap, Record<string, string>> = {labels: {}, annotations: {}}
  for (const {map, key, value} of values) if (value !== undefined) maps[map][key] = value
  return maps
}

import {admits, complement, type Domain} from '../../../kinds/metadata-policy/domain.js'
import type {PolicyRule, Write} from '../../../kinds/metadata-policy/policy-rule.js'
import {conjunction, domainIn, isSatisfiable, keyId, overlap, type Predicate, predicateOn} from '../../../kinds/metadata-policy/predicate.js'

// Interactions of rules, computed from their predicates without evaluating objects (spec metadatapolicy 6).

/** Two writes of different values to one label or annotation. */
export interface WritePair {
  readonly first: Write
  readonly second: Write
}

/** Returns the conflicting writes of two rules that can match the same object. */
export function conflictsBetween(a: PolicyRule, b: PolicyRule): WritePair[] {
  const pairs = [...a.writesById].flatMap(([id, first]) => {
    const second = b.writesById.get(id)
    return second === undefined || second.value === first.value ? [] : [{first, second}]
  })
  return pairs.length > 0 && overlap(a.predicate, b.predicate) ? pairs : []
}

/** A write by which a rule changes whether another one matches, with the objects for which it does. */
export interface Link {
  readonly write: Write
  readonly objects: Predicate
}

/** Returns the writes by which a rule makes another one match objects that it did not match before. */
export function enablingWrites({predicate, writesById}: PolicyRule, other: PolicyRule): Link[] {
  const matched = [...other.predicate.keys()].flatMap((id) => writesById.get(id) ?? [])
  const before = matched.length === 0 ? undefined : beforeWrites(matched, other.predicate)
  return before === undefined ? [] : matched.map((write) => {
    const unmatched = predicateOn(write, complement(domainIn(other.predicate, write)))
    return {write, objects: conjunction([predicate, before, unmatched])}
  }).filter(({objects}) => isSatisfiable(objects))
}

/** Returns the writes by which a rule makes another one no longer match objects that it matched before. */
export function disablingWrites({predicate, writesById}: PolicyRule, other: PolicyRule): Link[] {
  const against = [...other.predicate].flatMap(([id, {domain}]) => {
    const write = writesById.get(id)
    return write === undefined || admits(domain, write.value) ? [] : [write]
  })
  const objects = conjunction([predicate, other.predicate])
  return against.length > 0 && isSatisfiable(objects) ? against.map((write) => ({write, objects})) : []
}

/** Returns the precondition under which a predicate holds after these writes; undefined if it never does. */
function beforeWrites(writes: readonly Write[], predicate: Predicate): Predicate | undefined {
  if (!writes.every((write) => admits(domainIn(predicate, write), write.value))) return undefined
  const updatedKeys = new Set(writes.map(keyId))
  return new Map([...predicate].filter(([id]) => !updatedKeys.has(id)))
}

/** Returns true if all writes of a rule set values that matching objects already have. */
export const changesNothing = ({predicate, writes}: PolicyRule): boolean => writes.every((write) => isForced(domainIn(predicate, write), write.value))

const isForced = (domain: Domain, value: string): boolean => !domain.absent && !domain.isAllBut && [...domain.values].every((other) => other === value)

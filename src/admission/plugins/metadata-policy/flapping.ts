import type {PolicyRule} from '../../../kinds/metadata-policy/policy-rule.js'
import {isAlwaysTrue, valueOf, witnessOf} from '../../../kinds/metadata-policy/predicate.js'
import type {Metadata} from '../../../kinds/metadata-policy/metadata-maps.js'
import {append} from '../../../machinery/collections/append.js'
import {applyTo, evaluate, type RuleWrite} from './evaluate.js'
import {enablingWrites} from './interactions.js'
import {type Component, componentsOf, objectsFor} from './universe.js'

/** An object that the next update changes again, although the update itself requests no change. */
export interface Flapping {
  readonly object: Metadata
  /** The writes on create. */
  readonly first: readonly RuleWrite[]
  /** The writes on the next update. */
  readonly second: readonly RuleWrite[]
}

/** Maximum number of objects to try for one component: 4096 are those of six keys with four sorts of values each. */
const maxObjects = 4096

/** Approximate maximum number of rules and writes to evaluate for all objects of one component. */
const maxWork = 500_000

/**
 * Finds the smallest flapping object for each rule that acts only in the second pass. Exact unless a component exceeds the
 * limits: then it checks only pairs of rules (spec metadatapolicy 5.3, spec metadatapolicy 6).
 *
 * @param rules the satisfiable rules
 */
export function findFlapping(rules: readonly PolicyRule[]): Flapping[] {
  if (rules.some(({rejects, predicate}) => rejects && isAlwaysTrue(predicate))) return []
  const parts = componentsOf(rules).map((component): Part => {
    const work = component.rules.reduce((sum, {writes}) => sum + 1 + writes.length, 0)
    const limit = Math.min(maxObjects, Math.floor(maxWork / work))
    const objects = objectsFor(component, limit) ?? witnesses(component, limit)
    return {objects: objects.filter((object) => flappingOf(component.rules, object) !== undefined), stable: stableObject(component, objects)}
  })
  return firstOfEach(parts.flatMap(({objects}, i) => objects.flatMap((object) => {
    const whole = parts.reduce((sum, {stable}, j) => i === j ? sum : union(sum, stable), object)
    return flappingOf(rules, whole) ?? []
  })))
}

/** The flapping objects of one component, and a stable one to combine with those of other components. */
interface Part {
  readonly objects: readonly Metadata[]
  readonly stable: Metadata
}

/** Returns the smallest object that is not rejected, preferably one that does not flap; an empty one if all are rejected. */
function stableObject({rules}: Component, objects: readonly Metadata[]): Metadata {
  const passing = objects.filter((object) => passes(rules, object, 2))
  return passing.find((object) => flappingOf(rules, object) === undefined) ?? passing[0] ?? {}
}

const union = (a: Metadata, b: Metadata): Metadata => ({labels: {...a.labels, ...b.labels}, annotations: {...a.annotations, ...b.annotations}})

/** Returns one object for each rule that acts only in the second pass. */
function firstOfEach(found: readonly Flapping[]): Flapping[] {
  const reported = new Set<PolicyRule>()
  return found.flatMap((flapping) => {
    const second = flapping.second.filter(({rule}) => !reported.has(rule))
    for (const {rule} of second) reported.add(rule)
    return second.length === 0 ? [] : [{...flapping, second}]
  })
}

/** Returns objects for which one rule makes another one match, up to a limit. */
function witnesses({rules}: Component, limit: number): Metadata[] {
  const found: Metadata[] = []
  for (const rule of rules) {
    if (found.length >= limit) break
    append(found, rules.flatMap((other) => enablingWrites(rule, other).flatMap(({objects}) => witnessOf(objects) ?? [])))
  }
  return found.slice(0, limit)
}

interface Pass {
  readonly metadata: Metadata
  readonly changes: readonly RuleWrite[]
}

/** Applies the rules once; undefined if they reject the object. */
function pass(rules: readonly PolicyRule[], metadata: Metadata): Pass | undefined {
  const {rejects, conflicts, updates} = evaluate(rules, metadata)
  if (rejects.length + conflicts.length > 0) return undefined
  return {metadata: applyTo(metadata, updates), changes: updates.filter((update) => valueOf(metadata, update) !== update.value)}
}

function passes(rules: readonly PolicyRule[], metadata: Metadata, times: number): boolean {
  if (times === 0) return true
  const next = pass(rules, metadata)
  return next !== undefined && passes(rules, next.metadata, times - 1)
}

/** Returns the writes of a flapping object; undefined if the object does not flap. */
export function flappingOf(rules: readonly PolicyRule[], object: Metadata): Flapping | undefined {
  const first = pass(rules, object)
  const second = first && pass(rules, first.metadata)
  if (second === undefined || second.changes.length === 0) return undefined
  return {object, first: first?.changes ?? [], second: second.changes}
}

/** Number of passes after which an object counts as never stable. */
const maxPasses = 20

/** Returns true if some pass no longer changes the object, or rejects it; false if updates change it forever. */
export function becomesStable(rules: readonly PolicyRule[], object: Metadata): boolean {
  let metadata = object
  for (let i = 0; i < maxPasses; i++) {
    const next = pass(rules, metadata)
    if (next === undefined || next.changes.length === 0) return true
    metadata = next.metadata
  }
  return false
}

import {applyTo, evaluate, type RuleWrite} from './evaluate.js'
import {enablingWrites} from './interplay.js'
import type {PolicyRule} from './policy-rule.js'
import {isAlwaysTrue, valueOf, witnessOf} from './predicate.js'
import type {Metadata} from './types.js'
import {type Component, componentsOf, objectsFor} from './universe.js'

/** An object that its next update changes again, though that asks for nothing new. */
export interface Flapping {
  readonly object: Metadata
  /** What is changed when it is created. */
  readonly first: readonly RuleWrite[]
  /** What is changed at the update after that. */
  readonly second: readonly RuleWrite[]
  /** False of one that never comes to rest, however often it is updated. */
  readonly settles: boolean
}

/** More objects than that are not tried for one component: 4096 are those of six keys with four sorts of values each. */
const mostObjects = 4096

/** More evaluations of a rule than that are not made for one component. */
const mostEvaluations = 500_000

/**
 * Objects that flap under these rules: for each rule that acts on one only at its second pass, the smallest. Exact but for rules
 * that are very much entangled, of which only each two are looked at (metadatapolicy spec 5.3 and 6).
 *
 * @param rules that can match
 */
export function findFlapping(rules: readonly PolicyRule[]): Flapping[] {
  if (rules.some(({rejects, predicate}) => rejects && isAlwaysTrue(predicate))) return []
  const found: Flapping[] = []
  for (const component of componentsOf(rules)) {
    const objects = objectsFor(component, Math.min(mostObjects, Math.floor(mostEvaluations / component.rules.length)))
    // Where every object is refused for one reason, none comes to flap for another.
    if (objects !== undefined && !objects.some((object) => passes(component.rules, object, 2))) return []
    found.push(...(objects ?? witnesses(component)).flatMap((object) => flappingOf(component.rules, object) ?? []))
  }
  return firstOfEach(found)
}

/** One object for each rule that acts late. */
function firstOfEach(found: readonly Flapping[]): Flapping[] {
  const told = new Set<PolicyRule>()
  return found.flatMap((flapping) => {
    const second = flapping.second.filter(({rule}) => !told.has(rule))
    for (const {rule} of second) told.add(rule)
    return second.length === 0 ? [] : [{...flapping, second}]
  })
}

/** Objects for which one rule makes another one match. */
const witnesses = ({rules}: Component): Metadata[] => rules.flatMap((rule) => rules.flatMap((other) =>
  enablingWrites(rule, other).flatMap(({objects}) => witnessOf(objects) ?? [])))

interface Pass {
  readonly metadata: Metadata
  readonly changes: readonly RuleWrite[]
}

/** What one pass makes of an object; undefined where that is refused. */
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

/** How an object flaps under rules; undefined for one that does not. */
export function flappingOf(rules: readonly PolicyRule[], object: Metadata): Flapping | undefined {
  const first = pass(rules, object)
  const second = first && pass(rules, first.metadata)
  if (second === undefined || second.changes.length === 0) return undefined
  return {object, first: first?.changes ?? [], second: second.changes, settles: settles(rules, second.metadata)}
}

/** Who has not come to rest after so many passes is taken never to do so. */
const mostPasses = 100

/** True of an object that some pass no longer changes, or refuses. */
function settles(rules: readonly PolicyRule[], object: Metadata): boolean {
  let metadata = object
  for (let i = 0; i < mostPasses; i++) {
    const next = pass(rules, metadata)
    if (next === undefined || next.changes.length === 0) return true
    metadata = next.metadata
  }
  return false
}

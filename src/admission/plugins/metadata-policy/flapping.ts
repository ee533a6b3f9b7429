import {append} from '../../../machinery/append.js'
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
}

/** More objects than that are not tried for one component: 4096 are those of six keys with four sorts of values each. */
const mostObjects = 4096

/** More rules and writes than about that are not looked at for one component, those of each object counted. */
const mostWork = 500_000

/**
 * Objects that flap under these rules: for each rule that acts on one only at its second pass, the smallest. Exact but for rules
 * that are very much entangled, of which only each two are looked at (metadatapolicy spec 5.3 and 6).
 *
 * @param rules that can match
 */
export function findFlapping(rules: readonly PolicyRule[]): Flapping[] {
  if (rules.some(({rejects, predicate}) => rejects && isAlwaysTrue(predicate))) return []
  const parts = componentsOf(rules).map((component): Part => {
    const work = component.rules.reduce((sum, {writes}) => sum + 1 + writes.length, 0)
    const limit = Math.min(mostObjects, Math.floor(mostWork / work))
    const objects = objectsFor(component, limit) ?? witnesses(component, limit)
    return {objects: objects.filter((object) => flappingOf(component.rules, object) !== undefined), quiet: quietOne(component, objects)}
  })
  return firstOfEach(parts.flatMap(({objects}, i) => objects.flatMap((object) => {
    const whole = parts.reduce((sum, {quiet}, j) => i === j ? sum : union(sum, quiet), object)
    return flappingOf(rules, whole) ?? []
  })))
}

/** The objects of one component that flap, and one to put beside those of others. */
interface Part {
  readonly objects: readonly Metadata[]
  readonly quiet: Metadata
}

/** The smallest object that is not refused, and does not flap if that can be; an empty one if all are. */
function quietOne({rules}: Component, objects: readonly Metadata[]): Metadata {
  const passing = objects.filter((object) => passes(rules, object, 2))
  return passing.find((object) => flappingOf(rules, object) === undefined) ?? passing[0] ?? {}
}

const union = (a: Metadata, b: Metadata): Metadata => ({labels: {...a.labels, ...b.labels}, annotations: {...a.annotations, ...b.annotations}})

/** One object for each rule that acts late. */
function firstOfEach(found: readonly Flapping[]): Flapping[] {
  const told = new Set<PolicyRule>()
  return found.flatMap((flapping) => {
    const second = flapping.second.filter(({rule}) => !told.has(rule))
    for (const {rule} of second) told.add(rule)
    return second.length === 0 ? [] : [{...flapping, second}]
  })
}

/** Objects for which one rule makes another one match, up to a number. */
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
  return {object, first: first?.changes ?? [], second: second.changes}
}

/** Who has not come to rest after so many passes is taken never to do so. */
const mostPasses = 20

/** False of an object that never comes to rest, however often it is updated: some pass no longer changes it, or refuses it. */
export function settles(rules: readonly PolicyRule[], object: Metadata): boolean {
  let metadata = object
  for (let i = 0; i < mostPasses; i++) {
    const next = pass(rules, metadata)
    if (next === undefined || next.changes.length === 0) return true
    metadata = next.metadata
  }
  return false
}

import {groupBy} from '../machinery/collections/group-by.js'
import {compareText} from '../machinery/go/text.js'
import type {Capacity} from '../simulate/capacity/types.js'
import {causeKey} from './causes.js'
import {type CausedEffect, effectsOf} from './effects.js'
import {type PluginSettings, PolicyComparison} from './policy-changes.js'
import {quotaDifferences, totalDifferences} from './quotas.js'
import {classOf, isIncomplete, type Pair, pairsOf} from './subjects.js'
import {withoutEffect} from './without-effect.js'
import type {CauseEffects, Diff, Effect, NamespaceDiff, PerSide} from './types.js'

export interface DiffOptions {
  /** The changed settings of the API server, in words: `Kubernetes 1.35 → 1.36`. */
  readonly server?: readonly string[]
  /** The configurations of admission plugins. */
  readonly configurations?: PerSide<readonly PluginSettings[]>
}

/**
 * Compares two runs: what the API server answers to each object, what workloads get, and what quotas have room for. Groups the
 * differences by namespace and by cause.
 */
export function diff(before: Capacity, after: Capacity, {server = [], configurations = {before: [], after: []}}: DiffOptions = {}): Diff {
  const policies = new PolicyComparison({before: before.simulation, after: after.simulation}, configurations)
  const pairs = pairsOf(before.simulation, after.simulation)
  const byNamespace = groupBy(pairs, ({object}) => object.namespace ?? '')
  const names = new Set([...byNamespace.keys(), ...[before, after].flatMap(({namespaces}) => namespaces.map(({namespace}) => namespace))])
  const compared = [...names].sort(compareText).map((namespace): NamespaceDiff => {
    const own = byNamespace.get(namespace) ?? []
    return {
      namespace,
      counts: countsOf(own),
      causes: causesOf(own.flatMap((pair) => effectsOf(pair, policies, server))),
      quotas: quotaDifferences(before, after, namespace),
      totals: totalDifferences(before, after, namespace),
    }
  })
  const namespaces = compared.filter(hasDifferences)
  const idle = withoutEffect(policies.changes, namespaces, {after: after.simulation, namespaces: new Set(byNamespace.keys())})
  return {
    before, after, policies: policies.changes, withoutEffect: idle, server, namespaces, objects: pairs.length, stillDenied: stillDenied(pairs, namespaces),
  }
}

/** The number of objects without differences that are denied on both sides, or whose pods or claims are. */
function stillDenied(pairs: readonly Pair[], namespaces: readonly NamespaceDiff[]): number {
  const different = new Set(effectsIn({namespaces}).map(({object}) => object))
  return pairs.filter(({object, before, after}) => before !== undefined && after !== undefined && isIncomplete(after) && !different.has(object)).length
}

const hasDifferences = ({causes, quotas, totals}: NamespaceDiff): boolean => causes.length + quotas.length + totals.length > 0

function countsOf(pairs: readonly Pair[]): NamespaceDiff['counts'] {
  const classes = pairs.map(classOf)
  const count = (name: ReturnType<typeof classOf>): number => classes.filter((each) => each === name).length
  return {workload: count('workload'), pod: count('pod'), object: count('object')}
}

/** The effects by cause: causes with denials first, then those with most effects. In each cause, denied objects are first. */
function causesOf(effects: readonly CausedEffect[]): CauseEffects[] {
  const groups = [...groupBy(effects, ({cause}) => causeKey(cause)).values()].flatMap((group): CauseEffects[] => {
    const [first] = group
    return first === undefined ? [] : [{cause: first.cause, effects: denialsFirst(group.map(({effect}) => effect))}]
  })
  return groups.sort((a, b) => denialsIn(b) - denialsIn(a) || b.effects.length - a.effects.length || compareText(causeKey(a.cause), causeKey(b.cause)))
}

/** The denials of objects and of their pods; then what no longer completes though its pods start; then all else, with what follows from the denials. */
function denialsFirst(effects: readonly Effect[]): Effect[] {
  const isDenial = ({isNewlyDenied, difference}: Effect): boolean => isNewlyDenied && startTypes.has(difference.type)
  const denied = new Set(effects.filter(isDenial).map(({object}) => object))
  const rank = (effect: Effect): number => isDenial(effect) ? 0 : effect.isNewlyDenied && !denied.has(effect.object) ? 1 : 2
  return effects.toSorted((a, b) => rank(a) - rank(b))
}

/** The types of differences by which an object, or pods of it, do not exist. */
const startTypes: ReadonlySet<string> = new Set(['denied', 'added', 'replicas'])

const denialsIn = ({effects}: CauseEffects): number => effects.filter(({isNewlyDenied}) => isNewlyDenied).length

/** All effects, by namespace and cause. */
export const effectsIn = ({namespaces}: Pick<Diff, 'namespaces'>): Effect[] => namespaces.flatMap(({causes}) => causes.flatMap(({effects}) => effects))

/** True if something is denied, or does not start, that was not before. */
export const hasNewDenials = (result: Diff): boolean => effectsIn(result).some(({isNewlyDenied}) => isNewlyDenied)

/** True if anything differs. */
export const hasChanges = ({namespaces, policies}: Diff): boolean => namespaces.length + policies.length > 0

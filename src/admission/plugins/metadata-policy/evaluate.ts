import type {PolicyRule, Write} from '../../../kinds/metadata-policy/policy-rule.js'
import {matches, metadataOf} from '../../../kinds/metadata-policy/predicate.js'
import {type Metadata, type MetadataKey, metadataMaps} from '../../../kinds/metadata-policy/metadata-maps.js'
import {remember} from '../../../machinery/collections/remember.js'
import type {ConflictResolution} from '../../plugin.js'

/** A write with the rule that asks for it. */
export interface RuleWrite extends Write {
  readonly rule: PolicyRule
}

/** A label or annotation that several rules set to different values: the first write of each value. */
export interface Conflict extends MetadataKey {
  readonly writes: readonly RuleWrite[]
}

/** The effect of rules on an object. */
export interface Evaluation {
  readonly matching: readonly PolicyRule[]
  /** The matching rules that reject it; then there is neither an update nor a conflict. */
  readonly rejects: readonly PolicyRule[]
  /** The writes: each label and annotation once, from the first of several rules that set the same. */
  readonly updates: readonly RuleWrite[]
  readonly conflicts: readonly Conflict[]
}

/**
 * Evaluates all rules of a namespace at once, each on the object as submitted: no rule sees the writes of another one, and the
 * order of rules decides only the order of reports (spec metadatapolicy 5.2).
 *
 * @param rules by the name of their policy and their position
 * @param resolution `by-name` to let the last rule win where several set one key to different values
 */
export function evaluate(rules: readonly PolicyRule[], metadata: Metadata, resolution: ConflictResolution = 'refuse'): Evaluation {
  const matching = rules.filter(({predicate}) => matches(predicate, metadata))
  const last = lastOf.get(rules)
  if (last !== undefined && last.resolution === resolution && haveSameItems(last.evaluation.matching, matching)) return last.evaluation
  const evaluation = effectOf(matching, resolution)
  lastOf.set(rules, {resolution, evaluation})
  return evaluation
}

/** The last evaluation of rules: most objects match the same ones as the object before. */
const lastOf = new WeakMap<readonly PolicyRule[], {readonly resolution: ConflictResolution, readonly evaluation: Evaluation}>()

const haveSameItems = (a: readonly unknown[], b: readonly unknown[]): boolean => a.length === b.length && a.every((item, i) => item === b[i])

function effectOf(matching: readonly PolicyRule[], resolution: ConflictResolution): Evaluation {
  const rejects = matching.filter((rule) => rule.rejects)
  if (rejects.length > 0) return {matching, rejects, updates: [], conflicts: []}
  const byKey = [...writesByKey(matching).values()]
  const isLastToWin = resolution === 'by-name'
  return {
    matching, rejects,
    updates: byKey.flatMap((writes) => isOneValue(writes) ? [writes[0]] : isLastToWin ? writes.slice(-1) : []),
    conflicts: isLastToWin ? [] : byKey.filter((writes) => !isOneValue(writes)).map(toConflict),
  }
}

/** The writes to one label or annotation, in the order of their rules: there is one at least. */
type KeyWrites = [first: RuleWrite, ...others: RuleWrite[]]

function writesByKey(rules: readonly PolicyRule[]): Map<string, KeyWrites> {
  const byKey = new Map<string, KeyWrites>()
  for (const rule of rules) {
    for (const [id, write] of writesOf(rule)) {
      const others = byKey.get(id)
      if (others === undefined) byKey.set(id, [write])
      else others.push(write)
    }
  }
  return byKey
}

/** The writes of a rule, which is evaluated for many objects. */
const writesOf = remember((rule: PolicyRule): ReadonlyMap<string, RuleWrite> => new Map([...rule.writesById].map(([id, write]) => [id, {...write, rule}])))

const isOneValue = ([{value}, ...others]: KeyWrites): boolean => others.every((other) => other.value === value)

const toConflict = (writes: KeyWrites): Conflict => {
  const [{map, key}] = writes
  const byValue = new Map<string, RuleWrite>()
  for (const write of writes) if (!byValue.has(write.value)) byValue.set(write.value, write)
  return {map, key, writes: [...byValue.values()]}
}

/** The metadata with the updates; the same object if nothing changes. */
export function applyTo<T extends Metadata>(metadata: T, updates: readonly Pick<Write, 'map' | 'key' | 'value'>[]): T {
  const set = metadataOf(updates)
  const changed = metadataMaps.filter((map) => Object.entries(set[map] ?? {}).some(([key, value]) => metadata[map]?.[key] !== value))
  if (changed.length === 0) return metadata
  return {...metadata, ...Object.fromEntries(changed.map((map) => [map, {...metadata[map], ...set[map]}]))}
}

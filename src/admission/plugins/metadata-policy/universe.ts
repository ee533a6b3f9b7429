import {admits, unlisted} from '../../../kinds/metadata-policy/domain.js'
import type {PolicyRule} from '../../../kinds/metadata-policy/policy-rule.js'
import {type Criterion, keyId, metadataOf} from '../../../kinds/metadata-policy/predicate.js'
import type {Metadata, MetadataKey} from '../../../kinds/metadata-policy/metadata-maps.js'
import {compareText} from '../../../machinery/go/text.js'

/** A set of rules that are connected by the keys that they match or write. */
export interface Component {
  readonly rules: readonly PolicyRule[]
  readonly keys: readonly MetadataKey[]
}

/** The labels and annotations that a rule matches or writes. */
const keysOf = ({predicate, writes}: PolicyRule): MetadataKey[] => [...predicate.values(), ...writes].map(({map, key}) => ({map, key}))

/** Splits rules into sets without common keys. Rules that match and write no keys are in none. */
export function componentsOf(rules: readonly PolicyRule[]): Component[] {
  let components: {rules: PolicyRule[], keys: Map<string, MetadataKey>}[] = []
  for (const rule of rules) {
    const keys = new Map(keysOf(rule).map((key) => [keyId(key), key]))
    if (keys.size === 0) continue
    const joined = components.filter((component) => [...keys.keys()].some((id) => component.keys.has(id)))
    const all = new Map([...joined.flatMap((component) => [...component.keys]), ...keys])
    const members = [...joined.flatMap((component) => component.rules), rule]
    components = [...components.filter((component) => !joined.includes(component)), {rules: members, keys: all}]
  }
  return components.map(({rules: members, keys}) => ({rules: members, keys: [...keys].sort(([a], [b]) => compareText(a, b)).map(([, key]) => key)}))
}

/**
 * Representatives of all objects that these rules can distinguish: for each key, one value of each class. Objects with the fewest keys
 * come first.
 *
 * @returns undefined where they are more than `limit`
 */
export function objectsFor({rules, keys}: Component, limit: number): Metadata[] | undefined {
  let objects: {readonly key: MetadataKey, readonly value: string | undefined}[][] = [[]]
  for (const key of keys) {
    const values = valuesFor(rules, key)
    if (objects.length * values.length > limit) return undefined
    objects = values.flatMap((value) => objects.map((object) => [...object, {key, value}]))
  }
  const size = (object: typeof objects[number]): number => object.filter(({value}) => value !== undefined).length
  return objects.sort((a, b) => size(a) - size(b)).map((object) => metadataOf(object.map(({key, value}) => ({...key, value}))))
}

/** The classes of values of a key: absent, each written value, and one value for each other set that some predicate distinguishes. */
function valuesFor(rules: readonly PolicyRule[], key: MetadataKey): (string | undefined)[] {
  const id = keyId(key)
  const criteria = rules.flatMap(({predicate}): Criterion[] => {
    const criterion = predicate.get(id)
    return criterion === undefined ? [] : [criterion]
  })
  const assigned = new Set(rules.flatMap(({writes}) => writes.filter((write) => keyId(write) === id).map(({value}) => value)))
  const listed = new Set(criteria.flatMap(({domain}) => [...domain.values]))
  const sorts = new Map<string, string>()
  for (const value of [unlisted(new Set([...assigned, ...listed])), ...[...listed].sort(compareText)]) {
    const sort = criteria.map(({domain}) => admits(domain, value) ? '1' : '0').join('')
    if (!assigned.has(value) && !sorts.has(sort)) sorts.set(sort, value)
  }
  return [undefined, ...sorts.values(), ...[...assigned].sort(compareText)]
}

import {isObject} from '../../../src/machinery/go/json-value.js'
import {apiFields, tableOfKind} from '../../../src/machinery/schema/api-tables.js'
import type {FieldTable} from '../../../src/machinery/schema/field-table.js'
import {nastyKeys, nastyValues} from '../../properties/arbitraries.js'
import type {Random} from '../random.js'
import {steeringWords} from './words.js'

/** Values at and beyond the bounds of fields, by shape. */
const boundaries: Readonly<Partial<Record<FieldTable['shape'], readonly unknown[]>>> = {
  string: ['', 'a', 'A', 'a'.repeat(63), 'a'.repeat(64), 'a'.repeat(253), 'a'.repeat(254), 'a.b', 'a/b', '-a', 'x_y', 'Always', 'Never', 'ClusterIP', 'é', ...steeringWords],
  bool: [true, false, 'true', 0],
  int32: [0, 1, -1, 80, 65535, 65536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 1.5, '1'],
  int64: [0, 1, -1, 30, 2 ** 31, 2 ** 53, 2 ** 63, -(2 ** 63), 1e21, 0.5],
  quantity: ['0', '1', '-1', '100m', '1500m', '0.5', '1e3', '1Gi', '2Mi', '1Ei', '9223372036854775807', '9223372036854775808', '8Ei', '1e-9', '1n', '0.0000000001', '1e1000', '+1', '.5', '1.', 'x', '', 1, -1, 1e21, 0.1],
  time: ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00+24:00', '2026-01-01T00:00:00+00:60', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z', '2026-02-30T00:00:00Z', '', null, 0],
  microTime: ['2026-01-01T00:00:00.000000Z', '2026-01-01T00:00:00.123456789-23:59', '10000-01-01T00:00:00Z', ''],
  intOrString: [0, 80, '80', '25%', '0%', '101%', '-1%', '', 'http', 2 ** 31, '99999999999%'],
  bytes: ['YQ==', 'YQ', '=', 'é', ''],
}

/** A hostile value: a copy, as it may be changed later. */
const nasty = (random: Random): unknown => structuredClone(random.pick(nastyValues))

/** A value for a field: mostly of its shape, sometimes any. */
function valueOf(field: FieldTable, random: Random, depth: number): unknown {
  if (depth === 0 || random.chance(0.05)) return nasty(random)
  if (field.shape === 'struct') return structOf(field.type, random, depth)
  const {element} = field
  if (field.shape === 'list') return Array.from({length: random.below(3)}, () => element === undefined ? nasty(random) : valueOf(element, random, depth - 1))
  if (field.shape === 'map') {
    return Object.fromEntries(Array.from({length: random.below(3)}, () => [mapKey(random), element === undefined ? 'a' : valueOf(element, random, depth - 1)]))
  }
  return structuredClone(random.pick(boundaries[field.shape] ?? nastyValues))
}

const mapKeys = ['cpu', 'memory', 'pods', 'requests.cpu', 'limits.memory', 'requests.storage', 'count/pods', 'hugepages-2Mi', 'nvidia.com/gpu', 'app', 'example.com/a', 'services.nodeports', 'gold.storageclass.storage.k8s.io/requests.storage']

const mapKey = (random: Random): string => random.chance(0.8) ? random.pick(mapKeys) : random.pick(nastyKeys)

function structOf(type: string | undefined, random: Random, depth: number): Record<string, unknown> {
  const fields = Object.entries(fieldsOf(type))
  if (fields.length === 0) return {}
  return Object.fromEntries(Array.from({length: random.few(5)}, () => random.pick(fields)).map(([name, field]) => [name, valueOf(field, random, depth - 1)]))
}

const fieldsOf = (type: string | undefined): Readonly<Record<string, FieldTable>> =>
  type === undefined || !Object.hasOwn(apiFields().types, type) ? {} : apiFields().types[type]?.fields ?? {}

/** An object of a kind that the field tables have, with random fields. */
export function randomObject(random: Random): Record<string, unknown> {
  const [kind, type] = random.pick(Object.entries(apiFields().kinds))
  const [, apiVersion, name] = /^(.*)\/([^/]*)$/.exec(kind) ?? []
  return {apiVersion, kind: name, metadata: {name: 'x', ...random.chance(0.5) && {namespace: 'dev'}}, ...structOf(type, random, 5)}
}

type Container = Readonly<Record<string, unknown>> | unknown[]

/** A place in a tree: the map or list, the key in it, and the field table of the map or list. */
interface Place {
  readonly container: Container
  readonly key: string | number
  readonly struct: string | undefined
}

const at = ({container, key}: Place): unknown => (container as Record<string | number, unknown>)[key]

function set({container, key}: Place, value: unknown): void {
  Object.defineProperty(container, key, {value, enumerable: true, configurable: true, writable: true})
}

/** All places of a tree, by the field table of its root. */
function placesIn(value: unknown, field: Pick<FieldTable, 'type' | 'element'> | undefined, places: Place[] = []): Place[] {
  if (Array.isArray(value)) {
    for (const [key, item] of value.entries()) {
      places.push({container: value, key, struct: undefined})
      placesIn(item, field?.element, places)
    }
  } else if (isObject(value)) {
    const own = field?.type === undefined ? rootField(value) : field
    const fields = fieldsOf(own?.type)
    for (const [key, item] of Object.entries(value)) {
      places.push({container: value, key, struct: own?.type})
      placesIn(item, Object.hasOwn(fields, key) ? fields[key] : own?.element, places)
    }
  }
  return places
}

/** The table of an object with a kind, also of one in a list. */
const rootField = (object: unknown): Pick<FieldTable, 'type' | 'element'> | undefined => {
  if (!isObject(object) || typeof object['apiVersion'] !== 'string' || typeof object['kind'] !== 'string') return undefined
  const type = tableOfKind(object['apiVersion'], object['kind'])
  return type === undefined ? undefined : {type}
}

function remove({container, key}: Place): void {
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else Reflect.deleteProperty(container, key)
}

type NodeMutation = (place: Place, random: Random, others: readonly Place[], donors: readonly Place[]) => void

const toBoundary: NodeMutation = (place, random) => {
  const fields = fieldsOf(place.struct)
  const field = Object.hasOwn(fields, place.key) ? fields[place.key] : undefined
  set(place, field === undefined ? nasty(random) : valueOf(field, random, 3))
}

const mutations: readonly NodeMutation[] = [
  toBoundary,
  toBoundary,
  (place) => remove(place),
  // Another field of the type.
  (place, random) => {
    const fields = Object.entries(fieldsOf(place.struct))
    if (fields.length === 0) return toBoundary(place, random, [], [])
    const [name, field] = random.pick(fields)
    set({...place, key: name}, valueOf(field, random, 4))
  },
  (place, random) => {
    if (Array.isArray(place.container)) place.container.splice(Number(place.key), 0, ...Array.from({length: random.few(8)}, () => structuredClone(at(place))))
    else set({...place, key: mapKey(random)}, structuredClone(at(place)))
  },
  (place, random, others) => {
    const other = random.pick(others)
    const [a, b] = [structuredClone(at(place)), structuredClone(at(other))]
    set(place, b)
    set(other, a)
  },
  (place, random, _others, donors) => {
    if (donors.length > 0) set(place, structuredClone(at(random.pick(donors))))
  },
  // A value of the same key elsewhere.
  (place, random, others, donors) => {
    const same = [...others, ...donors].filter(({key}) => key === place.key)
    if (same.length > 0) set(place, structuredClone(at(random.pick(same))))
  },
  (place, random) => set(place, random.pick([[at(place)], {a: at(place)}, [], {}, null, String(at(place)), Number(at(place))])),
  (place, random) => {
    const value = at(place)
    set(place, typeof value === 'string' ? value + random.pick(steeringWords) : typeof value === 'number' ? random.pick([-value, value + 1, value * 1000, value / 2]) : value)
  },
]

/**
 * An object with a few changes: nodes are replaced, removed, duplicated, swapped, taken from another object, or get a value at the bounds of
 * their type.
 *
 * @param donor the other object
 */
export function mutateObject(object: unknown, random: Random, donor: unknown): unknown {
  const copy: {value: unknown} = {value: structuredClone(object)}
  const donors = placesIn(donor, rootField(donor))
  for (let count = random.few(6); count > 0; count--) {
    const places = placesIn(copy.value, rootField(copy.value))
    if (places.length === 0 || places.length > 2000) break
    random.pick(mutations)(random.pick(places), random, places, donors)
  }
  return copy.value
}

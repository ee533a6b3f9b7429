import {emptyDictionary} from '../collections/dictionary.js'
import type {FieldPath} from '../field/path.js'
import {goKind, isObject} from '../go/json-value.js'
import {quote} from '../go/text.js'
import {defaultVersion} from '../version/kubernetes-version.js'
import {Quantity} from '../quantity/quantity.js'
import type {FieldTable} from '../schema/field-table.js'
import {type DecodeProblem, inServerOrder, pathOf, type Place, wrongType} from './problem.js'
import {decodeBytes, decodeInteger, decodeIntOrString, decodeQuantity, decodeTime} from './scalar.js'
import {type Field, type Struct, typesOf} from './types.js'

export interface Decoded {
  /** The decoded body: quantities parsed, nulls resolved, unknown fields left out. */
  readonly object: Record<string, unknown>
  /** All problems in the server's order: byte-sorted keys, depth first. */
  readonly problems: readonly DecodeProblem[]
}

/**
 * Decodes the body of an object strictly, as the API server does with `fieldValidation=Strict`.
 *
 * @param body plain JSON data; it is not changed
 * @param type the name of the type's table, `core/v1.Pod`
 * @param version the version whose fields are known
 * (spec apimachinery 2.5; sigs.k8s.io/json `UnmarshalStrict`)
 */
export function decode(body: Readonly<Record<string, unknown>>, type: string, version = defaultVersion): Decoded {
  const problems: DecodeProblem[] = []
  const object = decodeStruct(body, typesOf(version).get(type), undefined, problems) as Record<string, unknown>
  return {object, problems: inServerOrder(problems)}
}

/**
 * Returns the problems of a value at a path of an object.
 *
 * @param type the name of the table of the value's type
 */
export function problemsBelow(value: Readonly<Record<string, unknown>>, type: string, path: FieldPath): readonly DecodeProblem[] {
  const problems: DecodeProblem[] = []
  let place: Place | undefined
  for (const step of path.steps()) place = {parent: place, step, ...typeof step === 'string' && {struct: ''}}
  decodeStruct(value, typesOf(defaultVersion).get(type), place, problems)
  return inServerOrder(problems)
}

const partialObject = typesOf(defaultVersion).structOf('PartialObjectMetadata', {
  apiVersion: {go: 'string', shape: 'string', via: 'TypeMeta'},
  kind: {go: 'string', shape: 'string', via: 'TypeMeta'},
  metadata: {go: 'v1.ObjectMeta', shape: 'struct', type: 'meta/v1.ObjectMeta'},
})

/** Decodes an object of an unknown type: its metadata strictly, all other fields as they are. */
export function decodePartial(body: Readonly<Record<string, unknown>>): Decoded {
  const isKnown = ([field]: [string, unknown]): boolean => partialObject.fields.has(field)
  const entries = Object.entries(body)
  const problems: DecodeProblem[] = []
  const known = decodeStruct(Object.fromEntries(entries.filter(isKnown)), partialObject, undefined, problems)
  return {object: {...Object.fromEntries(entries.filter((entry) => !isKnown(entry))), ...known}, problems: inServerOrder(problems)}
}

/** Returns the problems of the metadata of an object. */
export function metadataProblems(metadata: unknown): readonly DecodeProblem[] {
  const problems: DecodeProblem[] = []
  decodeStruct({metadata}, partialObject, undefined, problems)
  return inServerOrder(problems)
}

function decodeStruct(value: Readonly<Record<string, unknown>>, struct: Struct, parent: Place | undefined, problems: DecodeProblem[]): object {
  const object: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const table = struct.fields.get(key)
    if (table === undefined) {
      const path = pathOf({parent, step: key})
      problems.push({type: 'unknown-field', path, message: `unknown field ${quote(String(path))}`, known: [...struct.fields.keys()], struct: struct.name})
      continue
    }
    const item = value[key]
    if (item === null || item === undefined) continue
    object[key] = isDecoded(item, table) ? item : decodeValue(item, table, {parent, step: key, struct: struct.name, via: table.via}, problems)
  }
  return object
}

/** Fast path for most values: they decode to themselves, without a place for problems. */
const isDecoded = (value: unknown, {shape}: FieldTable): boolean => typeof value === 'string' && shape === 'string'

function decodeValue(value: unknown, table: Field, place: Place, problems: DecodeProblem[]): unknown {
  switch (table.shape) {
    case 'string':
      if (typeof value === 'string') return value
      break
    case 'bool':
      if (typeof value === 'boolean') return value
      break
    case 'int32':
    case 'int64': return decodeInteger(value, table, place, problems)
    case 'quantity': return decodeQuantity(value, place, problems)
    case 'struct':
      if (isObject(value)) return decodeNested(value, table, place, problems)
      break
    case 'list':
      if (Array.isArray(value)) return value.map((item, i) => decodeItem(item, table, {parent: place, step: i}, problems))
      break
    case 'map':
      if (isObject(value)) return decodeMap(value, table, place, problems)
      break
    case 'time':
    case 'microTime': return decodeTime(value, table.shape, place, problems)
    case 'intOrString': return decodeIntOrString(value, place, problems)
    case 'bytes': return decodeBytes(value, table, place, problems)
    case 'any': return value
  }
  wrongType(goKind(value), table, place, problems)
  return undefined
}

/** The type whose values repeat: the pods of a workload, and the templates of many workloads, have equal specs. */
const repeatedType = 'core/v1.PodSpec'

function decodeNested(value: Readonly<Record<string, unknown>>, {type = '', types}: Field, place: Place, problems: DecodeProblem[]): object {
  const struct = types.get(type)
  if (type !== repeatedType) return decodeStruct(value, struct, place, problems)
  return types.repeated.get(value, (json) => {
    const before = problems.length
    const result = decodeStruct(json, struct, place, problems)
    return {result, isKept: problems.length === before}
  })
}

function decodeMap(value: Readonly<Record<string, unknown>>, table: Field, place: Place, problems: DecodeProblem[]): object {
  const map = emptyDictionary<unknown>()
  for (const key of Object.keys(value)) {
    const item = value[key]
    map[key] = table.element !== undefined && isDecoded(item, table.element) ? item : decodeItem(item, table, {parent: place, step: key}, problems)
  }
  return map
}

/** Decodes an item of a list or map; null becomes the zero value of its type. */
function decodeItem(value: unknown, {element}: Field, place: Place, problems: DecodeProblem[]): unknown {
  if (element === undefined) return value
  return value === null || value === undefined ? zeroOf(element) : decodeValue(value, element, place, problems)
}

function zeroOf({shape}: FieldTable): unknown {
  switch (shape) {
    case 'string':
    case 'bytes': return ''
    case 'bool': return false
    case 'int32':
    case 'int64':
    case 'intOrString': return 0
    case 'quantity': return Quantity.zero
    case 'struct': return {}
    default: return null
  }
}

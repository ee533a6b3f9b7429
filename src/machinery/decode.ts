import {base64ErrorOffset} from './base64.js'
import {emptyDictionary} from './dictionary.js'
import {FieldPath} from './field-path.js'
import {compareText, goJson, quote, trimSpace} from './go-text.js'
import {microTimeError, timeError} from './go-time.js'
import {goKind, isObject} from './json-value.js'
import {Quantity, QuantityError} from './quantity.js'
import {apiFields, type FieldTable, type Shape, type TypeTable} from './schema/api-tables.js'
import {utcMicroTime, utcTime} from './utc-time.js'

/** What kind of fault a decoding problem is; it decides which ones the server mentions. */
export type DecodeFault = 'unknown-field' | 'wrong-type' | 'bad-value'

/** One place in a body that does not fit the type of its object. */
export interface DecodeProblem {
  readonly fault: DecodeFault
  readonly path: FieldPath
  /** Kubernetes' own text. */
  readonly message: string
  /** The text up to Kubernetes 1.34, which leaves embedded structs out, where it differs. */
  readonly olderMessage?: string
  /** Beside an unknown field, the names that would have been known there, and the Go name of the type. */
  readonly known?: readonly string[]
  readonly struct?: string
  /** What should have stood there. */
  readonly expected?: Shape
}

export interface Decoded {
  /** The body as the type sees it: quantities parsed, nulls resolved, unknown fields left out. */
  readonly object: Record<string, unknown>
  /** Everything that does not fit, in the order of the server: byte-sorted keys, depth first. */
  readonly problems: readonly DecodeProblem[]
}

/**
 * Decodes the body of an object strictly, as the API server does with `fieldValidation=Strict`.
 *
 * @param body plain JSON data; it is not changed
 * @param type the name of the type's table, `core/v1.Pod`
 * (apimachinery spec 2.5; sigs.k8s.io/json `UnmarshalStrict`)
 */
export function decode(body: Readonly<Record<string, unknown>>, type: string): Decoded {
  const problems: DecodeProblem[] = []
  const object = decodeStruct(body, typeTable(type), undefined, problems) as Record<string, unknown>
  return {object, problems: inServerOrder(problems)}
}

/**
 * What does not fit in a value that would stand at a place of an object.
 *
 * @param type the name of the table of the value's type
 */
export function problemsBelow(value: Readonly<Record<string, unknown>>, type: string, path: FieldPath): readonly DecodeProblem[] {
  const problems: DecodeProblem[] = []
  let place: Place | undefined
  for (const step of path.steps()) place = {parent: place, step, ...typeof step === 'string' && {struct: ''}}
  decodeStruct(value, typeTable(type), place, problems)
  return inServerOrder(problems)
}

const partialObject: Struct = {
  name: 'PartialObjectMetadata',
  fields: new Map<string, FieldTable>([
    ['apiVersion', {go: 'string', shape: 'string', via: 'TypeMeta'}],
    ['kind', {go: 'string', shape: 'string', via: 'TypeMeta'}],
    ['metadata', {go: 'v1.ObjectMeta', shape: 'struct', type: 'meta/v1.ObjectMeta'}],
  ]),
}

/** Decodes the body of an object of which nothing but the metadata is known; the rest is taken as it is. */
export function decodePartial(body: Readonly<Record<string, unknown>>): Decoded {
  const isKnown = ([field]: [string, unknown]): boolean => partialObject.fields.has(field)
  const entries = Object.entries(body)
  const problems: DecodeProblem[] = []
  const known = decodeStruct(Object.fromEntries(entries.filter(isKnown)), partialObject, undefined, problems)
  return {object: {...Object.fromEntries(entries.filter((entry) => !isKnown(entry))), ...known}, problems: inServerOrder(problems)}
}

/** What in the metadata of an object does not fit; nothing else of the object is looked at. */
export function metadataProblems(metadata: unknown): readonly DecodeProblem[] {
  const problems: DecodeProblem[] = []
  decodeStruct({metadata}, partialObject, undefined, problems)
  return inServerOrder(problems)
}

/**
 * The server's one message for the problems of a body: the first value that refuses to be parsed ends decoding; else the
 * first wrong type; else all unknown fields (at most 100, each once). Undefined when there is no problem.
 */
export function decodeErrorText(problems: readonly DecodeProblem[]): string | undefined {
  const fatal = problems.find(({fault}) => fault === 'bad-value') ?? problems.find(({fault}) => fault === 'wrong-type')
  if (fatal !== undefined) return fatal.message
  if (problems.length === 0) return undefined
  return `strict decoding error: ${[...new Set(problems.map(({message}) => message))].slice(0, 100).join(', ')}`
}

function inServerOrder(problems: DecodeProblem[]): DecodeProblem[] {
  if (problems.length < 2) return problems
  return problems.map((problem) => ({problem, steps: problem.path.steps()})).sort((a, b) => compareSteps(a.steps, b.steps)).map(({problem}) => problem)
}

function compareSteps(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [i, left] of a.entries()) {
    const right = b[i]
    if (right === undefined) return 1
    const order = typeof left === 'number' && typeof right === 'number' ? left - right : compareText(String(left), String(right))
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** The way from the object to the value that is being decoded. Turned into text only for a problem. */
interface Place {
  readonly parent: Place | undefined
  readonly step: string | number
  /** For a field of a struct: the struct's Go name, and the struct that it embeds the field from. */
  readonly struct?: string
  readonly via?: string | undefined
}

function pathOf(place: Place): FieldPath {
  const {parent, step} = place
  if (parent === undefined) return FieldPath.of(String(step))
  return typeof step === 'number' ? pathOf(parent).index(step) : pathOf(parent).child(step)
}

/** Go's context of a type error: ` Go struct field Container.spec.containers.image`, without list positions and map keys. */
function goFieldOf(place: Place, hasEmbedded: boolean): string {
  const names: string[] = []
  let owner = ''
  for (let at: Place | undefined = place; at !== undefined; at = at.parent) {
    if (at.struct === undefined) continue
    if (owner === '') owner = at.struct
    names.unshift(String(at.step))
    if (at.via !== undefined && hasEmbedded) names.unshift(at.via)
  }
  return `Go struct field ${owner}.${names.join('.')}`
}

function wrongType(found: string, {go, shape}: Pick<FieldTable, 'go' | 'shape'>, place: Place, problems: DecodeProblem[]): void {
  problems.push({fault: 'wrong-type', path: pathOf(place), ...unmarshalTexts(found, go, place), expected: shape})
}

/** A value that refuses to be parsed: it ends decoding. */
function badValue(told: Told, expected: Shape, place: Place, problems: DecodeProblem[]): void {
  problems.push({fault: 'bad-value', path: pathOf(place), ...told, expected})
}

type Told = Pick<DecodeProblem, 'message' | 'olderMessage'>

function unmarshalTexts(found: string, go: string, place: Place): Told {
  const [message = '', olderMessage = ''] = [true, false].map((hasEmbedded) => `json: cannot unmarshal ${found} into ${goFieldOf(place, hasEmbedded)} of type ${go}`)
  return {message, ...olderMessage !== message && {olderMessage}}
}

/** A table of fields by name, safe for any name that a manifest may hold. */
interface Struct {
  readonly name: string
  readonly fields: ReadonlyMap<string, FieldTable>
}

const structs = new Map<string, Struct>()

function typeTable(type: string): Struct {
  let struct = structs.get(type)
  if (struct === undefined) {
    const table: TypeTable | undefined = apiFields().types[type]
    if (table === undefined) throw new Error(`no table for type ${type}`)
    struct = {name: table.struct, fields: new Map(Object.entries(table.fields))}
    structs.set(type, struct)
  }
  return struct
}

function decodeStruct(value: Readonly<Record<string, unknown>>, struct: Struct, parent: Place | undefined, problems: DecodeProblem[]): object {
  const object: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    const table = struct.fields.get(key)
    if (table === undefined) {
      const path = pathOf({parent, step: key})
      problems.push({fault: 'unknown-field', path, message: `unknown field ${quote(String(path))}`, known: [...struct.fields.keys()], struct: struct.name})
      continue
    }
    const item = value[key]
    if (item === null || item === undefined) continue
    object[key] = decodeValue(item, table, {parent, step: key, struct: struct.name, via: table.via}, problems)
  }
  return object
}

function decodeValue(value: unknown, table: FieldTable, place: Place, problems: DecodeProblem[]): unknown {
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
      if (isObject(value)) return decodeStruct(value, typeTable(table.type ?? ''), place, problems)
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

function decodeMap(value: Readonly<Record<string, unknown>>, table: FieldTable, place: Place, problems: DecodeProblem[]): object {
  const map = emptyDictionary<unknown>()
  for (const key of Object.keys(value)) map[key] = decodeItem(value[key], table, {parent: place, step: key}, problems)
  return map
}

/** An item of a list or map, where null stands for the type's zero value. */
function decodeItem(value: unknown, {element}: FieldTable, place: Place, problems: DecodeProblem[]): unknown {
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

const int64Limit = 2n ** 63n

function decodeInteger(value: unknown, table: FieldTable, place: Place, problems: DecodeProblem[]): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    wrongType(goKind(value), table, place, problems)
    return undefined
  }
  const fits = table.shape === 'int32' ? value >= -2147483648 && value <= 2147483647 : value >= -int64Limit && value < int64Limit
  if (fits && (typeof value === 'bigint' || Number.isInteger(value))) return value
  wrongType(`number ${String(value)}`, table, place, problems)
  return undefined
}

/** A quantity is parsed from its JSON token as it stands: a text without its quotes, anything else as it is printed (spec 1.7). */
function decodeQuantity(value: unknown, place: Place, problems: DecodeProblem[]): unknown {
  const text = typeof value === 'string' ? value : goJson(value)
  return Quantity.tryParse(text) ?? decodeQuantityToken(typeof value === 'string' ? goJson(value).slice(1, -1) : text, place, problems)
}

function decodeQuantityToken(token: string, place: Place, problems: DecodeProblem[]): unknown {
  try {
    return Quantity.parse(trimSpace(token))
  } catch (error) {
    if (!(error instanceof QuantityError)) throw error
    badValue({message: error.message}, 'quantity', place, problems)
    return undefined
  }
}

/** A time as the server writes it again: in UTC. */
function decodeTime(value: unknown, shape: 'time' | 'microTime', place: Place, problems: DecodeProblem[]): unknown {
  if (typeof value !== 'string') {
    badValue(unmarshalTexts(goKind(value), 'string', place), 'time', place, problems)
    return value
  }
  const message = shape === 'time' ? timeError(value) : microTimeError(value)
  if (message !== undefined) badValue({message}, 'time', place, problems)
  return shape === 'time' ? utcTime(value) : utcMicroTime(value)
}

function decodeIntOrString(value: unknown, place: Place, problems: DecodeProblem[]): unknown {
  if (typeof value === 'string') return value
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (isNumber && Number.isInteger(Number(value)) && value >= -2147483648 && value <= 2147483647) return value
  badValue(unmarshalTexts(isNumber ? `number ${String(value)}` : goKind(value), 'int32', place), 'intOrString', place, problems)
  return value
}

function decodeBytes(value: unknown, table: FieldTable, place: Place, problems: DecodeProblem[]): unknown {
  if (Array.isArray(value)) return decodeByteList(value, place, problems)
  if (typeof value !== 'string') {
    wrongType(goKind(value), table, place, problems)
    return undefined
  }
  const at = base64ErrorOffset(value)
  if (at !== undefined) problems.push({fault: 'wrong-type', path: pathOf(place), message: `illegal base64 data at input byte ${at}`, expected: 'bytes'})
  return value
}

/** Bytes one by one, which Go takes for base64, too. */
function decodeByteList(items: readonly unknown[], place: Place, problems: DecodeProblem[]): string | undefined {
  const wrong = items.find((item) => item !== null && !isByte(item))
  if (wrong === undefined) return Buffer.from(items as number[]).toString('base64')
  wrongType(typeof wrong === 'number' || typeof wrong === 'bigint' ? `number ${wrong}` : goKind(wrong), {go: 'uint8', shape: 'bytes'}, place, problems)
  return undefined
}

const isByte = (item: unknown): boolean => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255

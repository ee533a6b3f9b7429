import {FieldPath} from '../machinery/field/path.js'
import {quote} from '../machinery/go/text.js'
import {apiType} from '../machinery/schema/api-tables.js'
import type {FieldTable, Shape} from '../machinery/schema/field-table.js'
import type {Span} from '../source/source-file.js'
import type {JsonEntry, JsonTree} from './json-tree.js'

/** One place in a document that does not fit its type. */
export interface UnmarshalError {
  readonly type: 'wrong-type' | 'unknown-field' | 'duplicate-field'
  readonly path: FieldPath
  /** The server's own text. */
  readonly message: string
  /** Beside an unknown field, the names that would have been known there, and the Go name of the type. */
  readonly known?: readonly string[]
  readonly struct?: string
  /** The expected type, for a value of a wrong type. */
  readonly expected?: Shape
  /** The span of the name of a repeated field. */
  readonly key?: Span
}

export interface Unmarshalled {
  readonly object: Readonly<Record<string, unknown>>
  /** In the order of the document. */
  readonly errors: readonly UnmarshalError[]
}

/**
 * Fills the fields of a type from JSON, without defaults. A repeated field continues from the value of the one before it, and a
 * null does not change texts and numbers (sigs.k8s.io/json `Unmarshal`; spec eventratelimit 2.1, spec eventratelimit 2.2).
 *
 * @param table the name of the type's field table
 */
export function unmarshal(tree: JsonTree, table: string): Unmarshalled {
  const unmarshaller = new Unmarshaller()
  const object = unmarshaller.fill({}, tree.kind === 'object' ? tree.entries : [], table, undefined)
  return {object, errors: unmarshaller.errors}
}

/** The least and the greatest integer of a type. Those of 64 bits are rounded beyond 53 bits. */
const ranges = {int32: [-(2 ** 31), 2 ** 31 - 1], int64: [-(2 ** 63), 2 ** 63 - 1]} as const

/** At most this number of errors is kept, plus the first wrong type, which the server always reports. */
const maxErrors = 10_000

type Fields = Record<string, unknown>

/** The path to a value, with the names for Go's messages. */
interface Place {
  readonly path: FieldPath
  /** The names of the fields on the way, without list positions. */
  readonly names: string
  /** The Go name of the struct that the last field belongs to. */
  readonly struct: string
}

class Unmarshaller {
  readonly errors: UnmarshalError[] = []
  /** True after the first wrong type. */
  private isRejected = false

  /** Sets fields of an object, which is changed. */
  fill(object: Fields, entries: readonly JsonEntry[], tableName: string, parent: Place | undefined): Fields {
    const {struct = '', fields = {}} = apiType(tableName) ?? {}
    const seen = new Set<string>()
    for (const {name, value, key} of entries) {
      const path = parent === undefined ? FieldPath.of(name) : parent.path.child(name)
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field === undefined) {
        this.add({type: 'unknown-field', path, message: `unknown field ${quote(String(path))}`, known: Object.keys(fields), struct})
        continue
      }
      if (seen.has(name)) this.add({type: 'duplicate-field', path, message: `duplicate field ${quote(String(path))}`, ...key && {key}})
      seen.add(name)
      object[name] = this.decode(value, field, {path, names: parent === undefined ? name : `${parent.names}.${name}`, struct}, object[name])
    }
    return object
  }

  private decode(tree: JsonTree, field: FieldTable, place: Place, current: unknown): unknown {
    if (tree.kind === 'null') return field.shape === 'list' || field.shape === 'any' ? undefined : current
    switch (field.shape) {
      case 'string': return tree.kind === 'string' ? tree.value : this.reject(tree.kind, field, place, current)
      case 'int32':
      case 'int64': return this.integer(tree, field, place, current)
      case 'list': return tree.kind === 'array' ? this.list(tree.items, field, place, current) : this.reject(tree.kind, field, place, current)
      case 'struct': return tree.kind === 'object' ? this.fill(current as Fields | undefined ?? {}, tree.entries, field.type ?? '', place) : this.reject(tree.kind, field, place, current)
      case 'any': return tree
      default: throw new Error(`no configuration has a ${field.shape}`)
    }
  }

  private integer(tree: JsonTree, field: FieldTable, place: Place, current: unknown): unknown {
    if (tree.kind !== 'number') return this.reject(tree.kind, field, place, current)
    const value = /^-?[0-9]+$/.test(tree.text) ? Number(tree.text) : NaN
    if (value === 0) return 0
    const [minimum, greatest] = ranges[field.shape === 'int64' ? 'int64' : 'int32']
    return value >= minimum && value <= greatest ? value : this.reject(`number ${tree.text}`, field, place, current)
  }

  private list(items: readonly JsonTree[], {element}: FieldTable, place: Place, current: unknown): unknown {
    const list: readonly unknown[] = Array.isArray(current) ? current : []
    return items.map((item, i) => element === undefined ? item
      : this.decode(item, element, {...place, path: place.path.index(i)}, list[i] ?? zeroOf(element)))
  }

  /** Leaves the value as it is. */
  private reject(found: string, {go, shape}: FieldTable, {path, names, struct}: Place, current: unknown): unknown {
    const message = `json: cannot unmarshal ${found} into Go struct field ${struct}.${names} of type ${go}`
    this.add({type: 'wrong-type', path, message, expected: shape})
    return current
  }

  private add(error: UnmarshalError): void {
    const isFirst = error.type === 'wrong-type' && !this.isRejected
    if (isFirst) this.isRejected = true
    if (isFirst || this.errors.length < maxErrors) this.errors.push(error)
  }
}

/** The value of a null in a list. */
function zeroOf({shape}: FieldTable): unknown {
  switch (shape) {
    case 'struct': return {}
    case 'string': return ''
    case 'int32': return 0
    default: return undefined
  }
}

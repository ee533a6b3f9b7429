import {apiFields, apiType} from '../../../src/machinery/schema/api-tables.js'
import type {FieldTable} from '../../../src/machinery/schema/field-table.js'
import {listOf, mapOf} from './shape.js'

/** A list or map in a kind of the API. */
export interface ListField {
  readonly path: string
  /** The field of the struct that has it, which several kinds may contain. */
  readonly key: string
  /** Returns an object of the kind with a list or map at this path, of a size in characters. The items are the same, or all differ. */
  readonly object: (size: number, areDifferent: boolean) => object
}

/** A struct in a kind: `within` returns the object around a value of it. */
interface Struct {
  readonly type: string
  readonly path: string
  readonly within: (value: object) => object
}

/** Returns each list and map of the API once, at its shortest path. */
export function listFields(): readonly ListField[] {
  const all = Object.entries(apiFields().kinds).flatMap(([id, type]) => fieldsOf(id.slice(0, id.lastIndexOf('/')), id.slice(id.lastIndexOf('/') + 1), type))
  const depth = ({path}: ListField): number => path.split('.').length
  return [...new Map(all.sort((a, b) => depth(b) - depth(a)).map((field) => [field.key, field])).values()]
}

const fieldsOf = (apiVersion: string, kind: string, type: string): ListField[] => structsIn({type, path: kind, within: (value) => value}).flatMap((struct) =>
  Object.entries(apiType(struct.type)?.fields ?? {}).filter(([, field]) => isMany(field)).map(([name, field]): ListField => ({
    path: `${struct.path}.${name}`, key: `${struct.type}.${name}`,
    object: (size, areDifferent) => {
      const {metadata, ...body}: {readonly metadata?: object} = struct.within({[name]: filled(field, size, areDifferent)})
      return {apiVersion, kind, metadata: {name: 'x', ...metadata}, ...body}
    },
  })))

const isMany = ({shape}: FieldTable): boolean => shape === 'list' || shape === 'map'

/** Returns a struct and all structs in it, each type once, those with the shortest paths. */
function structsIn(first: Struct): readonly Struct[] {
  const found = new Map([[first.type, first]])
  for (const {type, path, within} of found.values()) {
    for (const [name, field] of Object.entries(apiType(type)?.fields ?? {})) {
      const item = isMany(field) ? field.element : field
      if (item?.type === undefined || found.has(item.type)) continue
      const around = (value: object): object => within({[name]: field.shape === 'list' ? [value] : field.shape === 'map' ? {a: value} : value})
      found.set(item.type, {type: item.type, path: `${path}.${name}`, within: around})
    }
  }
  return [...found.values()]
}

function filled({shape, element}: FieldTable, size: number, areDifferent: boolean): unknown {
  const item = (i: number): unknown => valueOf(element, areDifferent ? i : 0)
  return shape === 'list' ? listOf(size, item) : mapOf(size, (i) => [`a${i}`, item(i)])
}

/** Returns a value of a field: of a struct, those of its fields that are no structs, lists or maps. */
function valueOf(field: FieldTable | undefined, i: number): unknown {
  switch (field?.shape) {
    case 'bool': return true
    case 'int32':
    case 'int64':
    case 'intOrString': return i + 1
    case 'quantity': return String(i + 1)
    case 'time': return '2026-01-01T00:00:00Z'
    case 'microTime': return '2026-01-01T00:00:00.000000Z'
    case 'bytes': return 'YQ=='
    case 'list': return []
    case 'map':
    case 'any': return {}
    case 'struct': return Object.fromEntries(Object.entries(apiType(field.type ?? '')?.fields ?? {})
      .filter(([, {shape}]) => !['struct', 'list', 'map', 'any'].includes(shape)).map(([name, inner]) => [name, valueOf(inner, i)]))
    default: return `a${i}`
  }
}

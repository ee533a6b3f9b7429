import type {Json, JsonObject} from '../decode/encode.js'
import {goKindOf, goText, isList, isMap, own} from './json.js'

/** An error of creating or applying a patch, with the message of apimachinery (util/mergepatch, util/strategicpatch). */
export class PatchError extends Error {
  override readonly name = 'PatchError'
}

const goTypes = {
  nil: '%!s(<nil>)', map: 'map[string]interface {}', list: '[]interface {}', string: 'string', bool: 'bool', int64: 'int64', float64: 'float64',
} as const

const wrongType = (expected: 'map' | 'list', found: Json | undefined): PatchError =>
  new PatchError(`expected a ${goTypes[expected]}, but received a ${goTypes[goKindOf(found)]}`)

export function mapOf(value: Json | undefined): JsonObject {
  if (!isMap(value)) throw wrongType('map', value)
  return value
}

export function listOf(value: Json | undefined): readonly Json[] {
  if (!isList(value)) throw wrongType('list', value)
  return value
}

/** The value of the merge key of a list item. */
export function keyOf(item: Json | undefined, mergeKey: string): Json {
  const map = mapOf(item)
  const key = own(map, mergeKey)
  if (key === undefined) throw new PatchError(`map: ${goText(map)} does not contain declared merge key: ${mergeKey}`)
  return key
}

/** Returns the kind of all items of lists. They must be of the same kind, and not lists. */
export function elementKind(...lists: readonly (readonly Json[])[]): ReturnType<typeof goKindOf> {
  const kinds = new Set(lists.flat().map(goKindOf))
  const [first] = kinds
  if (first === undefined) throw new PatchError('no elements in any of the given slices')
  if (first === 'list') throw new PatchError('lists of lists are not supported')
  if (kinds.size > 1) throw new PatchError(`list element types are not identical: ${goText(lists)}`)
  return first
}

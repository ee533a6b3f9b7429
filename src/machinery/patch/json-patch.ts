import type {Json, JsonObject} from '../decode/encode.js'
import {goJson, quote} from '../go/text.js'
import {isList, isMap, jsonEqual, own} from './json.js'
import {PatchError} from './patch-error.js'

/** The operations of a JSON patch. */
export const jsonPatchOperations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const

/** One operation of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: typeof jsonPatchOperations[number]
  /** A JSON pointer (RFC 6901): `/spec/containers/0/image`. */
  readonly path: string
  /** The source of `move` and `copy`. */
  readonly from?: string
  readonly value?: Json
}

/** Maximum number of characters that `copy` may add, as in the API server. */
const maxCopied = 3 * 2 ** 20

/**
 * Applies a JSON patch, one operation after another, as the API server does (evanphx/json-patch v4): `replace` also adds a field, `copy`
 * and `test` read a missing field as null, and negative indexes count from the end of a list.
 *
 * @throws PatchError if one of them is not possible; nothing is applied then
 */
export function jsonPatched(object: JsonObject, operations: readonly JsonPatchOperation[]): JsonObject {
  let [result, copied]: [Json, number] = [object, 0]
  for (const operation of operations) {
    if (operation.op === 'copy') copied += goJson(valueAt(result, pointer(operation.from ?? ''))).length
    if (copied > maxCopied) throw new PatchError('the patch copies too much')
    result = applied(result, operation)
  }
  if (!isMap(result)) throw new PatchError('the result is not an object')
  return result
}

type Mode = 'insert' | 'replace' | 'remove'

function applied(root: Json, {op, path, from = '', value = null}: JsonPatchOperation): Json {
  switch (op) {
    case 'add': return changed(root, pointer(path), value, 'insert')
    case 'remove': return changed(root, pointer(path), null, 'remove')
    case 'replace': return path === '' ? value : changed(root, pointer(path), value, 'replace')
    case 'copy': return changed(root, pointer(path), valueAt(root, pointer(from)), 'insert')
    case 'move': return changed(changed(root, pointer(from), null, 'remove'), pointer(path), valueAt(root, pointer(from)), 'insert')
    case 'test':
      if (!jsonEqual(path === '' ? root : valueAt(root, pointer(path)), value)) throw new PatchError(`testing ${quote(path)} failed`)
      return root
  }
}

/** The names and indexes of a JSON pointer. The server ignores the text before the first slash. */
function pointer(path: string): readonly string[] {
  if (!path.includes('/')) throw new PatchError(`${quote(path)} is not a path: it must begin with "/"`)
  return path.split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const missing = (step: string): PatchError => new PatchError(`${quote(step)} does not exist`)

/** Returns the value at a place; null if the last field is missing. */
function valueAt(root: Json, [step = '', ...rest]: readonly string[]): Json {
  const value = isList(root) ? root[indexIn(root, step, root.length)] : isMap(root) ? own(root, step) : undefined
  if (rest.length === 0 && isMap(root)) return value ?? null
  if (value === undefined) throw missing(step)
  return rest.length === 0 ? value : valueAt(value, rest)
}

/** @param size Number of possible indexes; negative ones count from it */
function indexIn(list: readonly Json[], step: string, size: number): number {
  const number = /^[+-]?\d{1,9}$/.test(step) ? Number(step) : size
  const index = number < 0 ? number + size : number
  if (index < 0 || index >= size) throw new PatchError(`${quote(step)} is not an index of a list of ${list.length} items`)
  return index
}

/** Returns a copy with another value at a place, or without the value. */
function changed(root: Json, [step = '', ...rest]: readonly string[], value: Json, mode: Mode): Json {
  if (isList(root)) return changedList(root, step, rest, value, mode)
  if (!isMap(root)) throw missing(step)
  const old = own(root, step)
  if (old === undefined && (rest.length > 0 || mode === 'remove')) throw missing(step)
  const others = Object.entries(root).filter(([key]) => key !== step)
  if (rest.length === 0 && mode === 'remove') return Object.fromEntries(others)
  return Object.fromEntries([...others, [step, rest.length > 0 ? changed(old ?? null, rest, value, mode) : value]])
}

function changedList(list: readonly Json[], step: string, rest: readonly string[], value: Json, mode: Mode): Json {
  const isLast = rest.length === 0
  const isInsertion = isLast && mode === 'insert'
  const index = isInsertion && step === '-' ? list.length : indexIn(list, step, isInsertion ? list.length + 1 : list.length)
  const items = isLast && mode === 'remove' ? [] : [isLast ? value : changed(list[index] ?? null, rest, value, mode)]
  return [...list.slice(0, index), ...items, ...list.slice(isInsertion ? index : index + 1)]
}

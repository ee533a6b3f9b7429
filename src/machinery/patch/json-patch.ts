import type {Json, JsonObject} from '../decode/encode.js'
import {quote} from '../go/text.js'
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
 * Applies a JSON patch, one operation after another.
 *
 * @throws PatchError if one of them is not possible; nothing is applied then
 */
export function jsonPatched(object: JsonObject, operations: readonly JsonPatchOperation[]): JsonObject {
  let [result, copied]: [Json, number] = [object, 0]
  for (const operation of operations) {
    if (operation.op === 'copy') copied += JSON.stringify(valueAt(result, pointer(operation.from ?? ''))).length
    if (copied > maxCopied) throw new PatchError('the patch copies too much')
    result = applied(result, operation)
  }
  if (!isMap(result)) throw new PatchError('the result is not an object')
  return result
}

function applied(root: Json, {op, path, from = '', value = null}: JsonPatchOperation): Json {
  const at = pointer(path)
  switch (op) {
    case 'add': return changed(root, at, () => value, 'insert')
    case 'remove': return changed(root, at, () => undefined, 'change')
    case 'replace': return changed(root, at, () => value, 'change')
    case 'copy': return changed(root, at, () => valueAt(root, pointer(from)), 'insert')
    case 'move': return changed(changed(root, pointer(from), () => undefined, 'change'), at, () => valueAt(root, pointer(from)), 'insert')
    case 'test':
      if (!jsonEqual(valueAt(root, at), value)) throw new PatchError(`testing ${quote(path)} failed`)
      return root
  }
}

/** The names and indexes of a JSON pointer. */
function pointer(path: string): readonly string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw new PatchError(`${quote(path)} is not a path: it must begin with "/"`)
  return path.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

const missing = (step: string): PatchError => new PatchError(`${quote(step)} does not exist`)

function valueAt(root: Json, steps: readonly string[]): Json {
  let value = root
  for (const step of steps) {
    const next = isList(value) ? value[indexIn(value, step, value.length - 1)] : isMap(value) ? own(value, step) : undefined
    if (next === undefined) throw missing(step)
    value = next
  }
  return value
}

function indexIn(list: readonly Json[], step: string, most: number): number {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : -1
  if (index < 0 || index > most) throw new PatchError(`${quote(step)} is not an index of a list of ${list.length} items`)
  return index
}

/** Returns a copy with another value at a place; undefined removes it. */
function changed(root: Json, [step, ...rest]: readonly string[], to: () => Json | undefined, mode: 'insert' | 'change'): Json {
  if (step === undefined) return to() ?? null
  if (isList(root)) return changedList(root, step, rest, to, mode)
  if (!isMap(root)) throw missing(step)
  const old = own(root, step)
  if (old === undefined && (rest.length > 0 || mode === 'change')) throw missing(step)
  const value = rest.length > 0 ? changed(old ?? null, rest, to, mode) : to()
  const others = Object.entries(root).filter(([key]) => key !== step)
  return Object.fromEntries(value === undefined ? others : [...others, [step, value]])
}

function changedList(list: readonly Json[], step: string, rest: readonly string[], to: () => Json | undefined, mode: 'insert' | 'change'): Json {
  const isInsertion = rest.length === 0 && mode === 'insert'
  const index = isInsertion && step === '-' ? list.length : indexIn(list, step, isInsertion ? list.length : list.length - 1)
  const value = rest.length > 0 ? changed(list[index] ?? null, rest, to, mode) : to()
  return [...list.slice(0, index), ...value === undefined ? [] : [value], ...list.slice(isInsertion ? index : index + 1)]
}

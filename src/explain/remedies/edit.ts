import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {Quantity} from '../../machinery/quantity/quantity.js'

/** A change of a field of an object. */
export interface Edit {
  readonly field: FieldPath
  readonly operation: 'set' | 'remove' | 'rename'
  /** The value that the server compared: as written, or set by a default. */
  readonly from: Quantity | Json | undefined
  /** The new value or, for a rename, the new name; undefined if the field is removed. */
  readonly to: Quantity | Json | undefined
  /** True if another container could change instead. */
  readonly isOneOfSeveral?: boolean
  /** A sentence about what the change takes away. */
  readonly caution?: string
}

/** Returns a copy of an object with changed fields. Maps on the way are created. Paths name items of lists by their positions before the change. */
export const withEdits = (body: JsonObject, edits: readonly Edit[]): JsonObject => {
  const removed = edits.filter(isItemRemoval).sort((a, b) => Number(b.field.step) - Number(a.field.step))
  const ordered = [...edits.filter((edit) => !isItemRemoval(edit)), ...removed]
  return ordered.reduce<JsonObject>((object, edit) => changed(object, edit.field.steps(), edit) as JsonObject, body)
}

const isItemRemoval = ({field, operation}: Edit): boolean => operation === 'remove' && typeof field.step === 'number'

function changed(value: Json | undefined, [step, ...rest]: readonly (string | number)[], edit: Edit): Json {
  if (step === undefined) return edit.to instanceof Quantity ? edit.to.toString() : edit.to ?? null
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? value as readonly Json[] : []
    if (rest.length === 0 && edit.operation === 'remove') return items.filter((_, i) => i !== step)
    return items.map((item, i) => i === step ? changed(item, rest, edit) : item)
  }
  const object = isObject(value) ? value as JsonObject : {}
  if (rest.length === 0 && edit.operation === 'remove') return Object.fromEntries(Object.entries(object).filter(([name]) => name !== step))
  if (rest.length === 0 && edit.operation === 'rename') return Object.fromEntries(Object.entries(object).map(([name, item]) => [name === step ? textOf(edit.to) : name, item]))
  return {...object, [step]: changed(Object.hasOwn(object, step) ? object[step] : undefined, rest, edit)}
}

/** Returns the edits with others added; an edit of the same field is replaced and keeps its first value. */
export function merged(edits: readonly Edit[], more: readonly Edit[]): Edit[] {
  const byField = new Map(edits.map((edit) => [String(edit.field), edit]))
  for (const edit of more) byField.set(String(edit.field), {...edit, from: (byField.get(String(edit.field)) ?? edit).from})
  return [...byField.values()]
}

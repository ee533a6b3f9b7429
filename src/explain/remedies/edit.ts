import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {isObject} from '../../machinery/go/json-value.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

/** A field of an object and its new value. */
export interface Edit {
  readonly field: FieldPath
  /** The value that the server compared: as written, or set by a default. */
  readonly from: Quantity | number | string | undefined
  readonly to: Quantity | number | string
  /** True if another container could change instead. */
  readonly isOneOfSeveral?: boolean
}

/** Returns a copy of an object with fields set. Maps on the way are created. */
export const withEdits = (body: JsonObject, edits: readonly Edit[]): JsonObject =>
  edits.reduce<JsonObject>((object, {field, to}) => set(object, field.steps(), typeof to === 'object' ? to.toString() : to) as JsonObject, body)

function set(value: Json | undefined, [step, ...rest]: readonly (string | number)[], to: Json): Json {
  if (step === undefined) return to
  if (typeof step === 'number') {
    const items = Array.isArray(value) ? value as readonly Json[] : []
    return items.map((item, i) => i === step ? set(item, rest, to) : item)
  }
  const object = isObject(value) ? value as JsonObject : {}
  return {...object, [step]: set(Object.hasOwn(object, step) ? object[step] : undefined, rest, to)}
}

/** Returns the edits with others added; an edit of the same field is replaced and keeps its first value. */
export function merged(edits: readonly Edit[], more: readonly Edit[]): Edit[] {
  const byField = new Map(edits.map((edit) => [String(edit.field), edit]))
  for (const edit of more) byField.set(String(edit.field), {...edit, from: (byField.get(String(edit.field)) ?? edit).from})
  return [...byField.values()]
}

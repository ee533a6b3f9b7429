import {isObject} from '../../machinery/go/json-value.js'
import type {Steps} from '../../manifests/locate.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'

/** Returns a list as it is written; an empty one for anything else. */
export const listOf = (value: JsonValue | undefined): readonly JsonValue[] => Array.isArray(value) ? value as readonly JsonValue[] : []

/** Returns a scalar as text; an empty text for anything else. */
export const scalarText = (value: JsonValue | undefined): string =>
  value === undefined || value === null || typeof value === 'object' ? '' : String(value)

/** Returns an object below another one; an empty one for anything else. */
export function objectAt(value: JsonValue | undefined, ...steps: readonly string[]): JsonObject {
  const found = steps.reduce<JsonValue | undefined>((outer, step) => isObject(outer) ? outer[step] : undefined, value)
  return isObject(found) ? found : {}
}

/** Returns a copy of a value with another value at some place below it. Without one, the field or list item is removed. */
export function changedAt(value: JsonValue | undefined, steps: Steps, to: JsonValue | undefined): JsonValue | undefined {
  const [step, ...rest] = steps
  if (step === undefined) return to
  if (typeof step === 'number') {
    return listOf(value).flatMap((item, i): JsonValue[] => {
      const changed = i === step ? changedAt(item, rest, to) : item
      return changed === undefined ? [] : [changed]
    })
  }
  const changed = changedAt(objectAt(value)[step], rest, to)
  return Object.fromEntries(Object.entries(objectAt(value)).flatMap(([name, part]): [string, JsonValue][] =>
    name !== step ? [[name, part]] : changed === undefined ? [] : [[name, changed]]))
}

/** Returns the name of an object. */
export const nameOf = (body: JsonObject): string => scalarText(objectAt(body, 'metadata')['name'])

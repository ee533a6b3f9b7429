import {goJson} from '../../machinery/go/text.js'
import {isObject} from '../../machinery/go/json-value.js'
import {jsonEqual} from '../../machinery/patch/json.js'
import type {Steps} from '../../manifests/locate.js'
import type {JsonValue} from '../../source/json-value.js'

/** A field that differs; undefined where it is absent. */
export interface Difference {
  readonly steps: Steps
  readonly expected: JsonValue
  readonly actual: JsonValue | undefined
}

/**
 * Compares the fields that are expected. Maps can have other fields; lists need the same number of items, which are compared one by
 * one. Null means that a field is absent. A number equals the text of the same digits: the server stores quantities as texts.
 */
export function differences(expected: JsonValue, actual: JsonValue | undefined, steps: Steps = []): Difference[] {
  if (expected === null) return actual === undefined || actual === null ? [] : [{steps, expected, actual}]
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item: JsonValue, i) => differences(item, (actual as readonly JsonValue[])[i], [...steps, i]))
  }
  if (isMap(expected) && (isMap(actual) || (actual === undefined && isAbsence(expected)))) {
    const fields = actual ?? {}
    return Object.entries(expected).flatMap(([name, value]) => differences(value, Object.hasOwn(fields, name) ? fields[name] : undefined, [...steps, name]))
  }
  return actual !== undefined && isSame(expected, actual) ? [] : [{steps, expected, actual}]
}

/** True for a map of fields that are all expected to be absent, as they are from an absent map. */
const isAbsence = (expected: Readonly<Record<string, JsonValue>>): boolean => {
  const values = Object.values(expected)
  return values.length > 0 && values.every((value) => value === null || (isMap(value) && isAbsence(value)))
}

const isMap = (value: JsonValue | undefined): value is Readonly<Record<string, JsonValue>> => isObject(value) && !Array.isArray(value)

const isSame = (expected: JsonValue, actual: JsonValue): boolean =>
  jsonEqual(expected, actual) || (typeof expected === 'number' && typeof actual === 'string' && String(expected) === actual)

/** A value as text for reports. */
export const valueText = (value: JsonValue | undefined): string => value === undefined ? 'absent' : typeof value === 'string' ? value : goJson(value)

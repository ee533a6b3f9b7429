import {base64ErrorOffset, encodeBase64} from '../go/base64.js'
import {goKind} from '../go/json-value.js'
import {goJson, trimSpace} from '../go/text.js'
import {microTimeError, timeError, utcMicroTime, utcTime} from '../go/time.js'
import {Quantity, QuantityError} from '../quantity/quantity.js'
import type {FieldTable} from '../schema/field-table.js'
import {badValue, type DecodeProblem, pathOf, type Place, unmarshalTexts, wrongType} from './problem.js'

const int64Limit = 2n ** 63n

/** Decodes an int32 or int64. */
export function decodeInteger(value: unknown, table: FieldTable, place: Place, problems: DecodeProblem[]): unknown {
  if (typeof value !== 'number' && typeof value !== 'bigint') {
    wrongType(goKind(value), table, place, problems)
    return undefined
  }
  const fits = table.shape === 'int32' ? value >= -2147483648 && value <= 2147483647 : value >= -int64Limit && value < int64Limit
  if (fits && (typeof value === 'bigint' || Number.isInteger(value))) return value
  wrongType(`number ${String(value)}`, table, place, problems)
  return undefined
}

/** Parses a quantity from its JSON token: a string without its quotes, any other value as Go prints it (spec apimachinery 1.7). */
export function decodeQuantity(value: unknown, place: Place, problems: DecodeProblem[]): unknown {
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

/** Returns a time as the server writes it: in UTC. */
export function decodeTime(value: unknown, shape: 'time' | 'microTime', place: Place, problems: DecodeProblem[]): unknown {
  if (typeof value !== 'string') {
    badValue(unmarshalTexts(goKind(value), 'string', place), 'time', place, problems)
    return value
  }
  const message = shape === 'time' ? timeError(value) : microTimeError(value)
  if (message !== undefined) badValue({message}, 'time', place, problems)
  return shape === 'time' ? utcTime(value) : utcMicroTime(value)
}

/** Decodes a string or an int32. */
export function decodeIntOrString(value: unknown, place: Place, problems: DecodeProblem[]): unknown {
  if (typeof value === 'string') return value
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  if (isNumber && Number.isInteger(Number(value)) && value >= -2147483648 && value <= 2147483647) return value
  badValue(unmarshalTexts(isNumber ? `number ${String(value)}` : goKind(value), 'int32', place), 'intOrString', place, problems)
  return value
}

/** Decodes base64; the text stays as it is. */
export function decodeBytes(value: unknown, table: FieldTable, place: Place, problems: DecodeProblem[]): unknown {
  if (Array.isArray(value)) return decodeByteList(value, place, problems)
  if (typeof value !== 'string') {
    wrongType(goKind(value), table, place, problems)
    return undefined
  }
  const at = base64ErrorOffset(value)
  if (at !== undefined) problems.push({type: 'wrong-type', path: pathOf(place), message: `illegal base64 data at input byte ${at}`, expected: 'bytes'})
  return value
}

/** Decodes a list of single bytes, which Go accepts in place of base64. */
function decodeByteList(items: readonly unknown[], place: Place, problems: DecodeProblem[]): string | undefined {
  const wrong = items.find((item) => item !== null && !isByte(item))
  if (wrong === undefined) return encodeBase64(Uint8Array.from(items as number[]))
  wrongType(typeof wrong === 'number' || typeof wrong === 'bigint' ? `number ${wrong}` : goKind(wrong), {go: 'uint8', shape: 'bytes'}, place, problems)
  return undefined
}

const isByte = (item: unknown): boolean => typeof item === 'number' && Number.isInteger(item) && item >= 0 && item <= 255

import {isObject} from '../machinery/go/json-value.js'
import {goJsonSize} from '../machinery/go/text.js'
import type {Status} from '../machinery/meta/status.js'
import type {Body} from './body-type.js'

/** The maximum size of a request body in bytes. */
const limit = 3 * 2 ** 20

/** The answer to a body that is too large, the line feed with which clients end it included (spec apimachinery 2.5). */
export function rejectSize(body: Body): Status | undefined {
  const isTooLarge = longest(body) > limit && goJsonSize(body) + 1 > limit
  return isTooLarge ? {code: 413, reason: 'RequestEntityTooLarge', message: `Request entity too large: limit is ${limit}`} : undefined
}

/** An upper bound of a value's size in JSON: six bytes per character, as in `\u003c`. The exact size of each body would take longer. */
function longest(value: unknown): number {
  if (typeof value === 'string') return 6 * value.length + 3
  let sum = 3
  if (Array.isArray(value)) for (const item of value) sum += longest(item)
  else if (isObject(value)) for (const key in value) sum += 6 * key.length + 3 + longest(value[key])
  else return 30
  return sum
}

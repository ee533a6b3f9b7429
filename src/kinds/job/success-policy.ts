import type {JobSpec, SuccessPolicyRule} from '../../machinery/api/batch-v1.js'
import {allErrors, type FieldError, invalid, required, tooLong, tooMany} from '../../machinery/field/error.js'
import {validateNotNegative} from '../../machinery/field/number-rules.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {parseInteger} from '../../machinery/go/integer.js'
import {byteLength, quote} from '../../machinery/go/text.js'
import {internalForm} from '../shared/internal-form.js'

const origin = 'job/success-policy'

const maxRules = 20

const longestIndexes = 64 * 1024

/** The rules for a success policy, which only Indexed Jobs can have (batch validation `validateSuccessPolicy`; spec kinds 10). */
export function validateSuccessPolicy({successPolicy, completionMode, completions = 0}: JobSpec, path: FieldPath): FieldError[] {
  if (completionMode !== 'Indexed') return [invalid(path, internalForm('SuccessPolicy', successPolicy), 'requires indexed completion mode', origin)]
  const rules = successPolicy?.rules ?? []
  const place = path.child('rules')
  return allErrors(
    rules.length === 0 ? [required(place, 'at least one rules must be specified when the successPolicy is specified', origin)] : [],
    rules.length > maxRules ? [tooMany(place, rules.length, maxRules, origin)] : [],
    rules.flatMap((rule, i) => validateRule(rule, completions, place.index(i))),
  )
}

function validateRule({succeededIndexes: indexes, succeededCount: count}: SuccessPolicyRule, completions: number, path: FieldPath): FieldError[] {
  const place = path.child('succeededIndexes')
  const counted = countIndexes(indexes ?? '', completions)
  const named = typeof counted === 'string' ? 0 : counted
  return allErrors(
    count === undefined && indexes === undefined
      ? [required(path, 'at least one of succeededCount or succeededIndexes must be specified', origin)] : [],
    indexes !== undefined && byteLength(indexes) > longestIndexes ? [tooLong(place, longestIndexes, origin)] : [],
    typeof counted === 'string' ? [invalid(place, indexes, `error parsing succeededIndexes: ${counted}`, origin)] : [],
    count === undefined ? [] : validateCount(count, completions, indexes === undefined ? undefined : named, path.child('succeededCount')),
  )
}

function validateCount(count: number, completions: number, indexes: number | undefined, path: FieldPath): FieldError[] {
  const atMost = (limit: number, what: string): FieldError[] =>
    count > limit ? [invalid(path, count, `must be less than or equal to ${limit} (the number of ${what})`, origin)] : []
  return allErrors(
    validateNotNegative(count, path, origin),
    atMost(completions, 'specified completions'),
    indexes === undefined ? [] : atMost(indexes, 'indexes in the specified succeededIndexes field'),
  )
}

/** Counts the indexes in a text such as `0,2-5`, or returns the error in it (batch validation `validateIndexesFormat`). */
function countIndexes(text: string, completions: number): number | string {
  let total = 0
  let previous: bigint | undefined
  for (const interval of text === '' ? [] : text.split(',')) {
    const bounds = readInterval(interval, BigInt(completions))
    if (typeof bounds === 'string') return bounds
    const [first, last] = bounds
    if (previous !== undefined && previous >= first) return `non-increasing order, previous: ${previous}, current: ${first}`
    total += Number(last - first) + 1
    previous = last
  }
  return total
}

function readInterval(interval: string, completions: bigint): readonly [first: bigint, last: bigint] | string {
  const parts = interval.split('-')
  if (parts.length > 2) {
    return `the fragment ${quote(interval)} violates the requirement that an index interval can have at most two parts separated by '-'`
  }
  const indexes: bigint[] = []
  for (const part of parts) {
    const index = parseInteger(part)
    if (index.error !== undefined) return `cannot convert string to integer for index: ${quote(part)}`
    if (index.value >= completions) return `too large index: ${quote(part)}`
    indexes.push(index.value)
  }
  const [first = 0n, last = first] = indexes
  return parts.length > 1 && first >= last ? `non-increasing order, previous: ${first}, current: ${last}` : [first, last]
}

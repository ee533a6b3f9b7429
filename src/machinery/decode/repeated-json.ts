import {isShared, share} from '../collections/shared.js'
import {isObject} from '../go/json-value.js'

/** The cache is cleared when it has this many entries. */
const maxRemembered = 512

/** The size in characters above which a value is not remembered. */
const longestRemembered = 20_000

type JsonFields = Readonly<Record<string, unknown>>

interface Known<T> {
  readonly json: unknown
  readonly result: T
}

/** A result, and whether it may be returned for equal JSON. */
interface Computed<T> {
  readonly result: T
  readonly isKept: boolean
}

/**
 * A cache of results by JSON value, for values that repeat, such as the spec of pods of one template. From the second time on, or the first for shared JSON,
 * equal JSON (the same values with keys in the same order) gets one shared result.
 */
export class RepeatedJson<T extends object> {
  /** By hash; undefined for a value that came once. */
  private readonly known = new Map<number, Known<T> | undefined>()
  /** By JSON that is shared, and so never changes. */
  private readonly byShared = new WeakMap<JsonFields, T>()

  /**
   * Returns the result for a value.
   *
   * @param compute computes it from the value or a copy of it, and from nothing else
   */
  get(value: JsonFields, compute: (json: JsonFields) => Computed<T>): T {
    const known = this.byShared.get(value)
    if (known !== undefined) return known
    const result = this.find(value, compute)
    if (isShared(value) && isShared(result)) this.byShared.set(value, result)
    return result
  }

  private find(value: JsonFields, compute: (json: JsonFields) => Computed<T>): T {
    const {hash, length} = fingerprint(value)
    const known = this.known.get(hash)
    if (known !== undefined && isSameJson(known.json, value)) return known.result
    const isRepeated = this.known.has(hash) || isShared(value)
    // The caller may change a value later that is not shared.
    const json = isRepeated && !isShared(value) ? copyOf(value) as JsonFields : value
    const {result, isKept} = compute(json)
    if (isKept && length <= longestRemembered) this.remember(hash, isRepeated ? {json, result: share(result)} : undefined)
    return result
  }

  private remember(hash: number, known: Known<T> | undefined): void {
    if (this.known.size >= maxRemembered) this.known.clear()
    this.known.set(hash, known)
  }
}

/** A hash of a JSON value, and its approximate size in characters. */
interface Fingerprint {
  hash: number
  length: number
}

function fingerprint(value: unknown): Fingerprint {
  const print = {hash: 0, length: 0}
  addValue(value, print)
  return print
}

function addValue(value: unknown, print: Fingerprint): void {
  if (typeof value === 'string') addText(value, print)
  else if (typeof value === 'number') addNumber(value, print)
  else if (Array.isArray(value)) {
    addNumber(value.length, print)
    for (const item of value) addValue(item, print)
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      addText(key, print)
      addValue(value[key], print)
    }
  } else addNumber(value === true ? 1 : 2, print)
}

/** Only the end of long texts is hashed: images often differ only in their tags. */
const hashedEnd = 32

function addText(text: string, print: Fingerprint): void {
  const {length} = text
  addNumber(length, print)
  let {hash} = print
  for (let i = Math.max(length - hashedEnd, 0); i < length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  print.hash = hash
  print.length += length
}

function addNumber(value: number, print: Fingerprint): void {
  print.hash = Math.imul(print.hash ^ value, 0x01000193)
  print.length += 4
}

function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSameJson(item, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  const others = Object.keys(b)
  return keys.length === others.length && keys.every((key, i) => key === others[i] && isSameJson(a[key], b[key]))
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyOf(item)])) : value
}

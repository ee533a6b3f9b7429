import type {JsonScalar} from './json-value.js'
import {integerOf, resolvePlain} from './yaml-scalar.js'

const yamlPrefix = 'tag:yaml.org,2002:'

/** A tag as go-yaml abbreviates it: `!!int` for both `!!int` and `!<tag:yaml.org,2002:int>`; others as they are. */
export function shortTag(raw: string): string {
  const tag = decodePercent(raw.startsWith('!<') ? raw.slice(2, -1) : raw)
  return tag.startsWith(yamlPrefix) ? `!!${tag.slice(yamlPrefix.length)}` : tag
}

function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The value of a scalar with a tag; undefined when its content does not fit the tag. An unknown tag of go-yaml
 * makes any value a text.
 */
export function resolveTagged(tag: string, text: string): JsonScalar | undefined {
  switch (tag) {
    case '!!null': return resolvePlain(text) === null ? null : undefined
    case '!!bool': return onlyIf('boolean', text)
    case '!!int': return integerOf(text) === undefined ? undefined : onlyIf('number', text) ?? onlyIf('bigint', text)
    case '!!float': return resolveFloat(text)
    case '!!timestamp': return isTimestamp(text) ? text : undefined
    case '!!binary': return decodeBase64(text)
    default: return text
  }
}

function onlyIf(type: 'boolean' | 'number' | 'bigint', text: string): JsonScalar | undefined {
  const value = resolvePlain(text)
  return typeof value === type ? value : undefined
}

/** Integers count as floats, but for those that only fit an unsigned 64-bit integer. */
function resolveFloat(text: string): JsonScalar | undefined {
  const integer = integerOf(text)
  if (integer !== undefined) return integer < 2n ** 63n ? onlyIf('number', text) ?? onlyIf('bigint', text) : undefined
  return onlyIf('number', text) ?? onlyIf('bigint', text)
}

const date = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:$|(?=[Tt ]))/
const time = /^(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?(?:Z|[-+]\d\d:\d\d)| +(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,]\d+)?)?$/

function isTimestamp(text: string): boolean {
  const [day = '', ...calendar] = date.exec(text) ?? []
  const clock = time.exec(text.slice(day.length))
  return day !== '' && clock !== null && isDay(calendar.map(Number)) && isTime(clock.slice(1).map((part: string | undefined) => Number(part ?? 0)))
}

function isDay([year = 0, month = 0, day = 0]: readonly number[]): boolean {
  const date = new Date(Date.UTC(2000 + year % 400, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const isTime = (parts: readonly number[]): boolean => parts.every((part, index) => part < (index % 3 === 0 ? 24 : 60))

function decodeBase64(text: string): string | undefined {
  const base64 = text.replace(/[\r\n]/g, '')
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return undefined
  return new TextDecoder('utf-8', {ignoreBOM: true}).decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)))
}

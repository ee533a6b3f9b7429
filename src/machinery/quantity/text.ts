// Quantities as text: suffixes, parsing, and the canonical text of a number.

import {fitsInt64, maxInt64, minInt64, rescale} from '../go/decimal.js'

/** The family of suffixes that a quantity is written with: `500M` is DecimalSI, `1Gi` BinarySI, `12e6` DecimalExponent. */
export type QuantityFormat = 'DecimalSI' | 'BinarySI' | 'DecimalExponent'

/** A text is not a quantity. The message is Kubernetes' own; it names neither the text nor its field. */
export class QuantityError extends Error {
  override readonly name = 'QuantityError'
}

const messages = {
  format: "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  suffix: "unable to parse quantity's suffix",
  numeric: 'unable to parse numeric part of quantity',
} as const

/** A quantity taken apart: mantissa × 10^exponent, how to print it, and how Kubernetes holds it. */
export interface QuantityParts {
  readonly mantissa: bigint
  readonly exponent: number
  readonly format: QuantityFormat
  /** Held upstream as an arbitrary-precision decimal, not as int64 × 10^exponent. */
  readonly big: boolean
  /** The text that it was read from, where Kubernetes keeps it. */
  readonly text?: string
}

/** The value of a suffix: factor × 10^exponent. */
interface Suffix {
  readonly format: QuantityFormat
  readonly factor: bigint
  readonly exponent: number
  /** Upstream keeps a number as an int64 if it has at most this number of digits, from this exponent of ten on. */
  readonly fastDigits: number
  readonly fastExponent: number
}

const nano = -9

const oneInNanos = 10n ** 9n

const maxNanos = maxInt64 * oneInNanos

/** Suffixes of the powers 10⁻⁹, 10⁻⁶, ... 10¹⁸. */
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E']

/** Suffixes of the powers 2¹⁰, 2²⁰, ... 2⁶⁰. */
const binarySuffixes = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

const decimal = (format: QuantityFormat, exponent: number): Suffix => ({format, factor: 1n, exponent, fastDigits: 18, fastExponent: nano})

const binary = (power: number): Suffix =>
  ({format: 'BinarySI', factor: 1024n ** BigInt(power), exponent: 0, fastDigits: 14 - 3 * power, fastExponent: 0})

const suffixes: ReadonlyMap<string, Suffix> = new Map([
  ...decimalSuffixes.map((text, i): [string, Suffix] => [text, decimal('DecimalSI', nano + 3 * i)]),
  ...binarySuffixes.map((text, i): [string, Suffix] => [text, binary(i + 1)]),
])

const exponentSuffix = /^[eE]([+-]?[0-9]+)$/

const maxExponent = 1000

function parseSuffix(text: string): Suffix {
  const suffix = suffixes.get(text)
  if (suffix !== undefined) return suffix
  const digits = exponentSuffix.exec(text)?.[1]
  if (digits === undefined || !fitsInt64(BigInt(digits))) throw new QuantityError(messages.suffix)
  const exponent = Number(BigInt.asIntN(32, BigInt(digits)))
  if (Math.abs(exponent) > maxExponent) throw new QuantityError(messages.suffix)
  return decimal('DecimalExponent', exponent)
}

// No character can belong to two neighbouring parts, so a text that does not match is rejected in linear time.
const syntax = /^([+-]?)([0-9]*)(?:\.([0-9]*))?((?:[eEinumkKMGTP]+[+-]?|[+-])[0-9]*)?$/

/**
 * Takes the text of a quantity apart (apimachinery `ParseQuantity`; spec apimachinery 1.2, spec apimachinery 1.3).
 *
 * @throws QuantityError with Kubernetes' text. An exponent beyond ±1000 is rejected too, as a wrong suffix: upstream takes
 * all that fit 32 bits, and hangs on large ones.
 */
export function parseQuantityText(text: string): QuantityParts {
  const match = text === '' ? null : syntax.exec(text)
  if (match === null) throw new QuantityError(messages.format)
  const [, sign = '', whole = '', fraction = '', suffixText = ''] = match
  const suffix = parseSuffix(suffixText)
  const digits = (whole.replace(/^0+/, '') || '0') + fraction
  const exponent = suffix.exponent - fraction.length
  const isFast = digits.length <= suffix.fastDigits && exponent >= suffix.fastExponent
  if (isFast) return fastParts(text, sign, digits, exponent, suffix)
  if (whole === '' && fraction === '') throw new QuantityError(messages.numeric)
  return bigParts(sign, digits, exponent, suffix)
}

function fastParts(text: string, sign: string, digits: string, exponent: number, {format, factor}: Suffix): QuantityParts {
  const mantissa = BigInt(sign + digits) * factor
  const parts: QuantityParts = {mantissa, exponent, format, big: false}
  return keepsText(digits, exponent, format) ? {...parts, text} : parts
}

/** True when Kubernetes takes a text for canonical already, which it may well not be (`+1`, `1.500`). */
function keepsText(digits: string, exponent: number, format: QuantityFormat): boolean {
  if (format === 'BinarySI') return BigInt(digits) % 8n !== 0n
  return exponent % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0')
}

/** Rounds to nano units; with a binary suffix, caps at 2^63-1 and makes numbers below 1 decimal. */
function bigParts(sign: string, digits: string, exponent: number, {format, factor}: Suffix): QuantityParts {
  const mantissa = rescale(BigInt(sign + digits) * factor, exponent, nano)
  const parts: QuantityParts = {mantissa, exponent: nano, format, big: true}
  if (format !== 'BinarySI' || mantissa === 0n) return parts
  const magnitude = mantissa < 0n ? -mantissa : mantissa
  if (magnitude > maxNanos) return {...parts, mantissa: mantissa < 0n ? -maxInt64 : maxInt64, exponent: 0}
  return magnitude < oneInNanos ? {...parts, format: 'DecimalSI'} : parts
}

/** The parts of a canonical text; the suffix is undefined if the format has none for the number's size. */
export interface CanonicalText {
  readonly number: string
  readonly suffix: string | undefined
}

/**
 * The canonical text of mantissa × 10^exponent, in two parts (apimachinery `CanonicalizeBytes`; spec apimachinery 1.4).
 *
 * @param big true if upstream holds the number as a decimal; for others, it finds no factors in the lowest int64
 */
export function canonicalText(mantissa: bigint, exponent: number, format: QuantityFormat, big: boolean): CanonicalText {
  if (mantissa === 0n) return {number: '0', suffix: ''}
  if (format === 'BinarySI') {
    const units = rescale(mantissa, exponent, 0)
    if (units === minInt64 && !big) return {number: String(units), suffix: ''}
    if (isExact(mantissa, exponent, units) && (units >= 1024n || units <= -1024n)) return binaryText(units)
  }
  return decimalText(mantissa, exponent, format)
}

const isExact = (mantissa: bigint, exponent: number, units: bigint): boolean => exponent >= 0 || rescale(units, 0, exponent) === mantissa

function binaryText(units: bigint): CanonicalText {
  let number = units
  let power = 0
  while (number % 1024n === 0n) {
    number /= 1024n
    power++
  }
  return {number: String(number), suffix: power === 0 ? '' : binarySuffixes[power - 1]}
}

function decimalText(mantissa: bigint, exponent: number, format: QuantityFormat): CanonicalText {
  const digits = String(mantissa)
  let end = digits.length
  while (digits[end - 1] === '0') end--
  const stripped = exponent + digits.length - end
  const padding = ((stripped % 3) + 3) % 3
  const number = digits.slice(0, end) + '0'.repeat(padding)
  const power = stripped - padding
  if (format === 'DecimalExponent') return {number, suffix: power === 0 ? '' : `e${power}`}
  return {number, suffix: decimalSuffixes[(power - nano) / 3]}
}

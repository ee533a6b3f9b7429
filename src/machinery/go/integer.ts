import {fitsInt64} from './decimal.js'

/** An integer parsed by Go's rules, or Go's error. */
export type ParsedInteger =
  | {readonly value: bigint, readonly error?: undefined}
  | {readonly value?: undefined, readonly error: 'invalid syntax' | 'value out of range'}

/** Reads a decimal integer of 64 bits, as Go's strconv.ParseInt with base 10 and strconv.Atoi do: a sign, then digits. */
export function parseInteger(text: string): ParsedInteger {
  if (!/^[+-]?[0-9]+$/.test(text)) return {error: 'invalid syntax'}
  const digits = text.replace(/^[+-]?0*/, '')
  if (digits.length > 19) return {error: 'value out of range'}
  const value = BigInt(`${text.startsWith('-') ? '-' : ''}${digits || '0'}`)
  return fitsInt64(value) ? {value} : {error: 'value out of range'}
}

const maxUint64 = 2n ** 64n - 1n

/** Reads a decimal integer of 64 bits without a sign, as Go's strconv.ParseUint with base 10 does. */
export function parseUnsigned(text: string): ParsedInteger {
  if (!/^[0-9]+$/.test(text)) return {error: 'invalid syntax'}
  const digits = text.replace(/^0*/, '')
  const value = digits.length > 20 ? maxUint64 + 1n : BigInt(digits)
  return value > maxUint64 ? {error: 'value out of range'} : {value}
}

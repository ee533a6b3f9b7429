// Exact decimal numbers, an integer mantissa times a power of ten, and their conversion to Go's int64.

const powers = Array.from({length: 40}, (_, exponent) => 10n ** BigInt(exponent))

/** 10^exponent, for an exponent from 0 up. */
export const pow10 = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

/** The n of n × 10^to for the number mantissa × 10^from, rounded away from zero where it would be a fraction. */
export function rescale(mantissa: bigint, from: number, to: number): bigint {
  if (from === to) return mantissa
  if (from > to) return mantissa * pow10(from - to)
  const divisor = pow10(to - from)
  const quotient = mantissa / divisor
  if (quotient * divisor === mantissa) return quotient
  return mantissa > 0n ? quotient + 1n : quotient - 1n
}

export const maxInt64 = 2n ** 63n - 1n

export const minInt64 = -(2n ** 63n)

/** The value as Go's int64 holds it after an overflow: its low 64 bits. */
export const wrapInt64 = (value: bigint): bigint => BigInt.asIntN(64, value)

/** True for values in the range of Go's int64. */
export const fitsInt64 = (value: bigint): boolean => wrapInt64(value) === value

/** The value itself, or the end of int64's range that it lies beyond. */
export function saturateInt64(value: bigint): bigint {
  if (fitsInt64(value)) return value
  return value > 0n ? maxInt64 : minInt64
}

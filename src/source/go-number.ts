// Numbers as Go reads and prints them. kubectl turns every manifest into JSON twice, so a number reaches the server as
// Go's encoding/json prints it, which is how JavaScript prints it too.

const maxInt64 = 2n ** 63n - 1n
const minInt64 = -(2n ** 63n)
const maxUint64 = 2n ** 64n - 1n

/** Integers that may fit in 64 bits, judged by their number of digits after leading zeros. */
const integer = /^[-+]?(?:0[xX]0*[0-9a-fA-F]{1,16}|0[oO]0*[0-7]{1,22}|0[bB]0*[01]{1,64}|0+[0-7]{0,22}|[1-9][0-9]{0,19})$/
/** go-yaml's second attempt at binary numbers also accepts a sign after the prefix. */
const signedBinary = /^0b[-+][01]+$/

/**
 * A number as kubectl sends it: an integer in int64 range is exact, all others are doubles. What is an integer is
 * decided by the printed number, so `1e3` is one.
 */
export function jsonNumber(value: number): number | bigint {
  if (value === 0) return 0
  if (Number.isSafeInteger(value) || !Number.isInteger(value) || Math.abs(value) >= 1e21) return value
  const exact = BigInt(String(value))
  return isInt64(exact) ? exact : value
}

/** The value of an integer of any size, as kubectl sends it. */
export function jsonInteger(value: bigint): number | bigint {
  if (value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(value)
  return isInt64(value) ? value : Number(value)
}

/** True for values in the range of Go's int64. */
export const isInt64 = (value: bigint): boolean => value >= minInt64 && value <= maxInt64

/**
 * Reads an integer as Go's strconv.ParseInt and ParseUint do with base 0: optional sign, then decimal, or hexadecimal,
 * octal or binary by prefix; a leading zero means octal. Undefined for anything else, and for what exceeds 64 bits.
 */
export function parseGoInteger(text: string): bigint | undefined {
  if (signedBinary.test(text)) return parseGoInteger(text[2] === '-' ? `-0b${text.slice(3)}` : `0b${text.slice(3)}`)
  if (!integer.test(text)) return undefined
  const negative = text.startsWith('-')
  const signed = negative || text.startsWith('+')
  const digits = signed ? text.slice(1) : text
  const magnitude = BigInt(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits)
  const value = negative ? -magnitude : magnitude
  return isInt64(value) || (!signed && value <= maxUint64) ? value : undefined
}

/**
 * The text of a number that is a map key: Go's `%g` of a float32 (as sigs.k8s.io/yaml converts it), so `1.0` is `1`, `1e21` is
 * `1e+21` and 123456.789 is `123456.79`.
 */
export function floatKey(value: number): string {
  const single = Math.fround(value)
  if (Number.isNaN(single)) return '.nan'
  if (!Number.isFinite(single)) return single > 0 ? '.inf' : '-.inf'
  if (single === 0) return Object.is(single, -0) ? '-0' : '0'
  const [digits = '', exponent = ''] = shortest(single).split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 6) return fixedNotation(digits, power)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

/** The fewest digits, in scientific notation, that still name this float32. */
function shortest(single: number): string {
  for (let digits = 0; digits < 9; digits++) {
    const text = single.toExponential(digits)
    if (Math.fround(Number(text)) === single) return text
  }
  return single.toExponential(9)
}

function fixedNotation(digits: string, power: number): string {
  const negative = digits.startsWith('-')
  const significant = digits.replace(/[-.]/g, '')
  const text = power < 0
    ? `0.${'0'.repeat(-power - 1)}${significant}`
    : insertPoint(significant.padEnd(power + 1, '0'), power + 1)
  return negative ? `-${text}` : text
}

const insertPoint = (digits: string, at: number): string => at < digits.length ? `${digits.slice(0, at)}.${digits.slice(at)}` : digits

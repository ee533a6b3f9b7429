import {remember as rememberResult} from '../collections/remember.js'
import {fitsInt64, maxInt64, pow10, rescale, saturateInt64, wrapInt64} from '../go/decimal.js'
import {type CanonicalText, canonicalText, parseQuantityText, QuantityError, type QuantityFormat} from './text.js'

export {QuantityError, type QuantityFormat} from './text.js'

const milli = -3

/** For mantissas from this number on, the form of the text depends on more than the format. */
const maxPlainDigits = 10n ** 12n

/** Numbers from here on are too long for the int64 that texts with a binary suffix are read as, or have the suffix Pi. */
const maxPlainBytes = 10n ** 14n

/** The powers of ten that upstream multiplies an int64 by at one stroke: an overflow wraps, that of all others gives 0. */
const wrappingPowers: ReadonlySet<number> = new Set([1, 2, 3, 6, 9])

/**
 * A Kubernetes quantity (resource.Quantity): an exact number, the family of suffixes that it is printed with and, for
 * some, the text that they were read from. Immutable.
 */
export class Quantity {
  static readonly zero = Quantity.fromInteger(0n)

  static readonly one = Quantity.fromInteger(1n)

  private constructor(
    private readonly mantissa: bigint,
    private readonly exponent: number,
    readonly format: QuantityFormat,
    /** Held upstream as an arbitrary-precision decimal, not as int64 × 10^exponent: the two overflow differently. */
    private readonly big: boolean,
    private readonly text?: string,
  ) {}

  /**
   * Parses a quantity as Kubernetes does: white space is invalid, and digits beyond nano units are rounded up (spec apimachinery 1.2, spec apimachinery 1.3).
   * Short texts are remembered, so the same object may be given twice.
   *
   * @throws QuantityError with Kubernetes' text, and, unlike upstream, for exponents beyond ±1000
   */
  static parse(text: string): Quantity {
    const known = parsed.get(text)
    if (known !== undefined) return known
    const parts = parseQuantityText(text)
    const quantity = new Quantity(parts.mantissa, parts.exponent, parts.format, parts.big, parts.text)
    remember(text, quantity)
    return quantity
  }

  /** Like parse, but returns undefined for an invalid quantity. */
  static tryParse(text: string): Quantity | undefined {
    try {
      return Quantity.parse(text)
    } catch (error) {
      if (error instanceof QuantityError) return undefined
      throw error
    }
  }

  /** The quantity of a whole number (`NewQuantity`). */
  static fromInteger(value: bigint, format: QuantityFormat = 'DecimalSI'): Quantity {
    return new Quantity(value, 0, format, !fitsInt64(value))
  }

  /**
   * The text that Kubernetes prints: the one that was read if it was near enough to canonical, else the canonical one
   * (spec apimachinery 1.3, spec apimachinery 1.4). As upstream, wrong where `losesMagnitude()`.
   */
  toString(): string {
    if (this.text !== undefined) return this.text
    const {number, suffix = ''} = this.canonical()
    return number + suffix
  }

  /** The quantity after printing and parsing it. */
  reread(): Quantity {
    if (this.text !== undefined) return this
    return this.isPlain() ? this.withoutThousands() : Quantity.parse(this.toString())
  }

  /** True for a positive number of common size and format: its canonical text has the same format, and is short enough to be read as an int64. */
  private isPlain(): boolean {
    const {mantissa, exponent, format} = this
    if (this.big || mantissa <= 0n) return false
    if (format === 'DecimalSI') return mantissa < maxPlainDigits && exponent >= -9 && exponent <= 3 && exponent % 3 === 0
    return format === 'BinarySI' && exponent === 0 && mantissa < maxPlainBytes && mantissa % 1024n === 0n
  }

  /** The number as it is read from its canonical text: with a DecimalSI suffix for the largest possible power of 1000. */
  private withoutThousands(): Quantity {
    if (this.format !== 'DecimalSI' || this.mantissa % 1000n !== 0n) return this
    let {mantissa, exponent} = this
    for (; mantissa % 1000n === 0n; exponent += 3) mantissa /= 1000n
    return new Quantity(mantissa, exponent, this.format, false)
  }

  /** The text again: quantities are texts in JSON. */
  toJSON(): string {
    return this.toString()
  }

  /**
   * True when Kubernetes has no suffix for the number and prints it without one: `1000E` prints, and so is stored as, `1`
   * (multiples of 10^21 in DecimalSI, of 1024Ei in BinarySI; an upstream defect, spec apimachinery 1.4).
   */
  losesMagnitude(): boolean {
    return this.canonical().suffix === undefined
  }

  private canonical(): CanonicalText {
    return this.big ? Quantity.canonicalOfBig(this) : canonicalText(this.mantissa, this.exponent, this.format, false)
  }

  /** Remembered, because numbers of thousands of digits take time to print. */
  private static readonly canonicalOfBig = rememberResult(({mantissa, exponent, format}: Quantity): CanonicalText =>
    canonicalText(mantissa, exponent, format, true))

  /** -1, 0 or 1. */
  sign(): number {
    return this.mantissa < 0n ? -1 : this.mantissa > 0n ? 1 : 0
  }

  isZero(): boolean {
    return this.mantissa === 0n
  }

  /** Negative, 0 or positive as the number is below, equal to or above the other; formats and texts do not count (`Cmp`). */
  compare(other: Quantity): number {
    if (other === this) return 0
    const exponent = Math.min(this.exponent, other.exponent)
    const left = rescale(this.mantissa, this.exponent, exponent)
    const right = rescale(other.mantissa, other.exponent, exponent)
    return left < right ? -1 : left > right ? 1 : 0
  }

  /** True for the same number, in any format and text. */
  equals(other: Quantity): boolean {
    return this.compare(other) === 0
  }

  /** The exact sum, in the format of this quantity or, if this is zero, of the other (`Add`; spec apimachinery 1.5). */
  add(other: Quantity): Quantity {
    const format = this.isZero() ? other.format : this.format
    if (!this.big && !other.big) {
      if (other.isZero()) return new Quantity(this.mantissa, this.exponent, format, false)
      if (this.isZero()) return new Quantity(other.mantissa, other.exponent, format, false)
    }
    const exponent = Math.min(this.exponent, other.exponent)
    const left = rescale(this.mantissa, this.exponent, exponent)
    const right = rescale(other.mantissa, other.exponent, exponent)
    const sum = left + right
    const fits = fitsInt64(left) && fitsInt64(right) && fitsInt64(sum)
    return new Quantity(sum, exponent, format, this.big || other.big || !fits)
  }

  /** The exact difference, in the format of this quantity or, if this is zero, of the other (`Sub`; spec apimachinery 1.5). */
  sub(other: Quantity): Quantity {
    return this.add(new Quantity(-other.mantissa, other.exponent, other.format, other.big))
  }

  /** The exact product with a whole number, in the same format (`Mul`). */
  times(factor: bigint): Quantity {
    const product = this.mantissa * factor
    return new Quantity(product, this.exponent, this.format, this.big || !fitsInt64(product))
  }

  /** The integer quotient of a multiple of this number and another one. */
  quotient(divisor: Quantity, factor = 1n): bigint {
    const exponent = Math.min(this.exponent, divisor.exponent)
    return rescale(this.mantissa, this.exponent, exponent) * factor / rescale(divisor.mantissa, divisor.exponent, exponent)
  }

  /** Rounded up, away from zero, to whole milli units, as API defaulting does in resource lists (spec apimachinery 1.3). */
  ceilMilli(): Quantity {
    return this.roundUp(milli)
  }

  /** Rounded up, away from zero, to whole units, as storage requests are before quota counts them (`RoundUp(0)`). */
  ceil(): Quantity {
    return this.roundUp(0)
  }

  private roundUp(scale: number): Quantity {
    if (this.exponent === scale || (this.exponent > scale && !this.big)) return this
    return new Quantity(rescale(this.mantissa, this.exponent, scale), scale, this.format, this.big)
  }

  /** The number rounded up, away from zero, to an integer; what does not fit an int64 becomes the end of its range. */
  value(): bigint {
    return saturateInt64(rescale(this.mantissa, this.exponent, 0))
  }

  /** The number of thousandths, rounded up, away from zero; what does not fit an int64 becomes the end of its range. */
  milliValue(): bigint {
    return saturateInt64(rescale(this.mantissa, this.exponent, milli))
  }

  /**
   * The API server's `value()`, which it decides and prints by: differs for numbers beyond int64, which give 0 or their low 64 bits,
   * and for some negative ones, which are rounded up (`Value` up to 1.36; spec apimachinery 1.5).
   */
  int64Value(): bigint {
    return this.scaledInt64(0)
  }

  /** The API server's `milliValue()`, with the same defects as `int64Value()` (`MilliValue` up to 1.36). */
  int64MilliValue(): bigint {
    return this.scaledInt64(milli)
  }

  private scaledInt64(scale: number): bigint {
    const shift = this.exponent - scale
    if (shift < 0 && this.big) return ceilInt64(this.mantissa, pow10(-shift))
    const exact = rescale(this.mantissa, this.exponent, scale)
    return this.big || fitsInt64(exact) || wrappingPowers.has(shift) ? wrapInt64(exact) : 0n
  }

  /**
   * The API server's test for whole numbers (`MilliValue() % 1000`): exact below 9223372036854776; from there on its
   * overflow makes it reject whole numbers too, and take fractions for whole (spec resourcequota 4, V5).
   */
  isInteger(): boolean {
    return this.int64MilliValue() % 1000n === 0n
  }
}

/** Upstream's division of an arbitrary-precision decimal (`scaledValue`); it rounds negative numbers up and cuts the low ones off. */
function ceilInt64(mantissa: bigint, divisor: bigint): bigint {
  const dividend = mantissa < maxInt64 ? wrapInt64(mantissa) : mantissa
  const quotient = dividend / divisor
  return wrapInt64(dividend % divisor === 0n ? quotient : quotient + 1n)
}

// A cache of frequent short texts. Longer ones are not cached: a slice could keep a whole file in memory.
const maxRememberedLength = 12

const maxRemembered = 4096

const parsed = new Map<string, Quantity>()

function remember(text: string, quantity: Quantity): void {
  if (text.length > maxRememberedLength) return
  if (parsed.size >= maxRemembered) parsed.clear()
  parsed.set(text, quantity)
}

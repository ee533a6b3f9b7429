/** Separates two texts; it occurs in none. */
const separator = 0xffff

/** Two integers of 32 bits. With a random seed, an attacker cannot choose names in a log that have the same hash. */
export type HashSeed = readonly [high: number, low: number]

/**
 * Hashes texts to numbers of 53 bits; collisions are negligible. Lookups use the hash in place of the text. Hot: hashes bytes if a text is
 * ASCII, because reading the characters of a substring takes four times as long.
 */
export class Hash {
  private high = 0
  private low = 0
  private readonly firstHigh: number
  private readonly firstLow: number

  constructor([high, low]: HashSeed) {
    this.firstHigh = 0x811c9dc5 ^ high
    this.firstLow = 0x9e3779b9 ^ low
  }

  begin(): this {
    this.high = this.firstHigh
    this.low = this.firstLow
    return this
  }

  /** Adds a text in ASCII. */
  addBytes(bytes: Uint8Array, start: number, end: number): this {
    let {high, low} = this
    for (let i = start; i < end; i++) {
      const code = bytes[i] ?? 0
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x5bd1e995)
      low ^= low >>> 15
    }
    this.high = high
    this.low = low
    return this
  }

  addText(text: string): this {
    let {high, low} = this
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i)
      high = Math.imul(high ^ code, 0x01000193)
      low = Math.imul(low ^ code, 0x5bd1e995)
      low ^= low >>> 15
    }
    this.high = high
    this.low = low
    return this
  }

  /** Ends a text, so that others with the same letters but other ends have other hashes. */
  end(): this {
    this.high = Math.imul(this.high ^ separator, 0x01000193)
    this.low = Math.imul(this.low ^ separator, 0x5bd1e995)
    return this
  }

  /** The hash; never 0. */
  get value(): number {
    return (this.high >>> 0) * 0x20_0000 + (this.low >>> 11) || 1
  }
}

/** Random choices that depend only on a seed (sfc32). */
export class Random {
  private a = 0
  private b = 0
  private c = 0
  private counter = 1

  /** @param seed any text: equal seeds give equal choices */
  constructor(seed: string) {
    let hash = 2166136261
    for (const character of seed) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
    this.a = hash
    this.b = Math.imul(hash, 0x9e3779b1)
    this.c = hash ^ 0x5bd1e995
    for (let i = 0; i < 12; i++) this.next()
  }

  /** 32 random bits. */
  private next(): number {
    const result = (this.a + this.b | 0) + this.counter | 0
    this.counter = this.counter + 1 | 0
    this.a = this.b ^ this.b >>> 9
    this.b = this.c + (this.c << 3) | 0
    this.c = (this.c << 21 | this.c >>> 11) + result | 0
    return result >>> 0
  }

  /** Returns a number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.next() / 2 ** 32 * limit)
  }

  /** Returns a number from 1 to `most`; each number is half as likely as the one before. */
  few(maximum: number): number {
    let count = 1
    while (count < maximum && this.chance(0.5)) count++
    return count
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32
  }

  /** @throws Error for an empty list */
  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('there is nothing to pick from')
    return items[this.below(items.length)] as T
  }
}

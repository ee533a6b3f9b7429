/** Values by number, in a table with room to spare: a number is looked for from the place on that its lowest digits say. */
class Table<V> {
  private readonly keys: Float64Array
  private readonly values: (V | undefined)[]
  private readonly mask: number
  size = 0

  /** @param capacity a power of two, and more than will ever be put into it */
  constructor(capacity: number) {
    this.mask = capacity - 1
    this.keys = new Float64Array(capacity)
    this.values = new Array<V | undefined>(capacity).fill(undefined)
  }

  get(key: number): V | undefined {
    const place = this.placeOf(key)
    return this.keys[place] === key ? this.values[place] : undefined
  }

  put(key: number, value: V): void {
    const place = this.placeOf(key)
    if (this.keys[place] !== key) this.size++
    this.keys[place] = key
    this.values[place] = value
  }

  clear(): void {
    this.keys.fill(0)
    this.values.fill(undefined)
    this.size = 0
  }

  /** The place of a key, or the one where it would be put. */
  private placeOf(key: number): number {
    const {keys, mask} = this
    let place = key & mask
    while (keys[place] !== 0 && keys[place] !== key) place = place + 1 & mask
    return place
  }
}

/**
 * Remembers values by hash, those that were put last: as many as its size at least, and twice as many at most. It does what
 * `Recent` does, in less time: maps are slow with numbers that are not small.
 */
export class RecentByHash<V> {
  private young: Table<V>
  private old: Table<V>

  /** @param size a power of two */
  constructor(private readonly size: number) {
    this.young = new Table(2 * size)
    this.old = new Table(2 * size)
  }

  /** @param hash of a text, as `Hash` makes it */
  get(hash: number): V | undefined {
    const value = this.young.get(hash)
    return value === undefined ? this.old.get(hash) : value
  }

  put(hash: number, value: V): void {
    if (this.young.size >= this.size) {
      [this.young, this.old] = [this.old, this.young]
      this.young.clear()
    }
    this.young.put(hash, value)
  }
}

/** Values by number: an open-addressing hash table that probes from the lowest bits of the number. */
class Table<V> {
  private readonly keys: Float64Array
  private readonly values: (V | undefined)[]
  private readonly mask: number
  size = 0

  /** @param capacity a power of two, larger than the number of entries */
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

  /** Returns the index of a key, or that of the free slot for it. */
  private placeOf(key: number): number {
    const {keys, mask} = this
    let place = key & mask
    while (keys[place] !== 0 && keys[place] !== key) place = place + 1 & mask
    return place
  }
}

/**
 * Keeps the values that were put last, by hash: at least as many as its size, and at most twice as many. Faster than `Recent`, as
 * maps are slow with large numbers.
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

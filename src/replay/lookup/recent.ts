/**
 * Remembers values by key, those that were put last: as many as its size at least, and twice as many at most. What comes is
 * cheap, and memory does not grow.
 */
export class Recent<K extends string | number, V> {
  private young = new Map<K, V>()
  private old: ReadonlyMap<K, V> = new Map()

  constructor(private readonly size: number) {}

  get(key: K): V | undefined {
    const value = this.young.get(key)
    return value === undefined ? this.old.get(key) : value
  }

  put(key: K, value: V): void {
    if (this.young.size >= this.size) {
      this.old = this.young
      this.young = new Map()
    }
    this.young.set(key, value)
  }
}

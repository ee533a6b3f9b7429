/**
 * Keeps the values that were put last, by key: at least as many as its size, and at most twice as many. Adding is cheap, and
 * memory does not grow.
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

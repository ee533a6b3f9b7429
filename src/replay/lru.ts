/** A value with its neighbours: the one asked for before it, and the one asked for after it. */
interface Entry<V> {
  readonly key: string
  readonly value: V
  older: Entry<V> | undefined
  newer: Entry<V> | undefined
}

/**
 * A cache of limited size that evicts the least recently used key (k8s.io/utils/lru `Cache`; spec eventratelimit 5). A lookup
 * only relinks an entry, so that millions of lookups use no memory.
 */
export class Lru<V> {
  private readonly entries = new Map<string, Entry<V>>()
  private oldest: Entry<V> | undefined
  private newest: Entry<V> | undefined

  /**
   * @param size the number of values to remember, 1 at least
   * @param make makes the value of a key that is not remembered
   */
  constructor(private readonly size: number, private readonly make: (key: string) => V) {}

  get(key: string): V {
    const entry = this.entries.get(key)
    if (entry === undefined) return this.add(key)
    if (entry !== this.newest) {
      this.unlink(entry)
      this.append(entry)
    }
    return entry.value
  }

  private add(key: string): V {
    const entry = {key, value: this.make(key), older: undefined, newer: undefined}
    this.entries.set(key, entry)
    this.append(entry)
    if (this.entries.size > this.size && this.oldest !== undefined) {
      this.entries.delete(this.oldest.key)
      this.unlink(this.oldest)
    }
    return entry.value
  }

  private unlink({older, newer}: Entry<V>): void {
    if (older === undefined) this.oldest = newer
    else older.newer = newer
    if (newer === undefined) this.newest = older
    else newer.older = older
  }

  private append(entry: Entry<V>): void {
    entry.older = this.newest
    entry.newer = undefined
    if (this.newest === undefined) this.oldest = entry
    else this.newest.newer = entry
    this.newest = entry
  }
}

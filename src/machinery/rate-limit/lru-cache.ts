/** A cached value with its neighbours: the entry used before it, and the one used after it. */
export interface LruEntry<V> {
  /** An evicted entry can be used again, with another key. */
  key: string
  readonly value: V
  older: LruEntry<V> | undefined
  newer: LruEntry<V> | undefined
  /** The cache that has the entry; undefined after it was evicted. */
  cache: LruCache<V> | undefined
}

/**
 * A cache of limited size that evicts the least recently used key (k8s.io/utils/lru `Cache`; spec eventratelimit 5). A lookup
 * only relinks an entry, so that millions of lookups use no memory.
 */
export class LruCache<V> {
  private readonly entries = new Map<string, LruEntry<V>>()
  private oldest: LruEntry<V> | undefined
  private newest: LruEntry<V> | undefined

  /**
   * @param size Maximum number of values, at least 1
   * @param make Returns the value of a key that is not in the cache
   * @param renew Makes the value of an evicted key that of a new key, instead of `make`: no memory is needed for it
   */
  constructor(private readonly size: number, private readonly make: (key: string) => V, private readonly renew?: (value: V) => void) {}

  get(key: string): V {
    return this.entryOf(key).value
  }

  /** Returns the value of a key without using it; undefined if it is not in the cache. */
  peek(key: string): V | undefined {
    return this.entries.get(key)?.value
  }

  /**
   * Returns the entry of a key.
   *
   * @param last An earlier entry of the same key. As long as it is in the cache, nothing is looked up
   */
  entryOf(key: string, last?: LruEntry<V>): LruEntry<V> {
    const entry = last?.cache === this && last.key === key ? last : this.entries.get(key)
    if (entry === undefined) return this.add(key)
    if (entry !== this.newest) {
      this.unlink(entry)
      this.append(entry)
    }
    return entry
  }

  private add(key: string): LruEntry<V> {
    const entry = this.renewed(key) ?? {key, value: this.make(key), older: undefined, newer: undefined, cache: this}
    this.entries.set(key, entry)
    this.append(entry)
    if (this.entries.size > this.size && this.oldest !== undefined) this.evict(this.oldest)
    return entry
  }

  /** Returns the oldest entry of a full cache with a new key, if entries are used again. */
  private renewed(key: string): LruEntry<V> | undefined {
    const {renew, oldest} = this
    if (renew === undefined || oldest === undefined || this.entries.size < this.size) return undefined
    this.entries.delete(oldest.key)
    this.unlink(oldest)
    oldest.key = key
    renew(oldest.value)
    return oldest
  }

  private evict(entry: LruEntry<V>): void {
    this.entries.delete(entry.key)
    this.unlink(entry)
    entry.older = entry.newer = entry.cache = undefined
  }

  private unlink({older, newer}: LruEntry<V>): void {
    if (older === undefined) this.oldest = newer
    else older.newer = newer
    if (newer === undefined) this.newest = older
    else newer.older = older
  }

  private append(entry: LruEntry<V>): void {
    entry.older = this.newest
    entry.newer = undefined
    if (this.newest === undefined) this.oldest = entry
    else this.newest.newer = entry
    this.newest = entry
  }
}

/**
 * A cache of limited size that evicts the least recently used key (k8s.io/utils/lru `Cache`; spec eventratelimit 5).
 */
export class LruCache<V> {
  /** The most recently used key comes last. */
  private readonly values = new Map<string, V>()
  /** Goes along behind everything that was taken out, which a new one would have to step over each time. */
  private readonly oldest = this.values.keys()
  private newest: string | undefined

  /**
   * @param size the number of values to remember, 1 at least
   * @param make makes the value of a key that is not remembered
   */
  constructor(private readonly size: number, private readonly make: () => V) {}

  get(key: string): V {
    const known = this.values.get(key)
    if (known !== undefined && key === this.newest) return known
    if (known !== undefined) this.values.delete(key)
    const value = known ?? this.make()
    this.values.set(key, value)
    this.newest = key
    if (this.values.size > this.size) this.forgetOldest()
    return value
  }

  private forgetOldest(): void {
    const {value, done} = this.oldest.next()
    if (done !== true) this.values.delete(value)
  }
}

/** Marks a key of the shared part that is no longer in the map. */
const removed = Symbol('gone')

/**
 * A map that is cheap to copy: a fork shares the common entries, and each copy stores only its own changes.
 * Entries are in the order in which their keys were first set. No value may be undefined.
 */
export class ForkableMap<K, V> {
  /** Number of entries. */
  size: number

  private constructor(
    /** Immutable once it is shared. */
    private base: Map<K, V>,
    private isShared: boolean,
    private readonly changes: Map<K, V | typeof removed>,
  ) {
    this.size = base.size
  }

  /** A map without entries. */
  static empty<K, V>(): ForkableMap<K, V> {
    return new ForkableMap<K, V>(new Map(), false, new Map())
  }

  get(key: K): V | undefined {
    const changed = this.changes.get(key)
    return changed === undefined ? this.base.get(key) : changed === removed ? undefined : changed
  }

  has(key: K): boolean {
    return this.get(key) !== undefined
  }

  set(key: K, value: V): void {
    if (!this.has(key)) this.size++
    const map: Map<K, V | typeof removed> = this.isShared ? this.changes : this.base
    map.set(key, value)
  }

  delete(key: K): void {
    if (!this.has(key)) return
    this.size--
    if (!this.isShared) this.base.delete(key)
    else if (this.base.has(key)) this.changes.set(key, removed)
    else this.changes.delete(key)
  }

  /** The keys in the order of the entries. */
  * keys(): Iterable<K> {
    for (const [key] of this) yield key
  }

  * [Symbol.iterator](): Iterator<readonly [K, V]> {
    const {base, changes} = this
    for (const [key, value] of base) {
      const changed = changes.get(key)
      if (changed !== removed) yield [key, changed ?? value]
    }
    for (const [key, value] of changes) if (value !== removed && !base.has(key)) yield [key, value]
  }

  /**
   * Returns an independent copy: changes to one do not affect the other. Costs about the square root of the size: copies the
   * changes while they are that few, otherwise merges them into the shared part.
   */
  fork(): ForkableMap<K, V> {
    if (this.changes.size ** 2 > this.base.size) this.merge()
    this.isShared = true
    const fork = new ForkableMap(this.base, true, new Map(this.changes))
    fork.size = this.size
    return fork
  }

  private merge(): void {
    this.base = new Map(this)
    this.changes.clear()
  }
}

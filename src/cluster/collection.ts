import type {Counted} from '../admission/plugin.js'
import type {KubeObject} from '../kinds/kind.js'
import type {JsonObject} from '../machinery/encode.js'
import {ForkableMap} from '../machinery/forkable-map.js'
import {compareText} from '../machinery/go-text.js'
import {decodeObject, encodeObject} from './codec.js'
import type {KindInfo} from './scheme.js'

/**
 * A stored object, as JSON and as the decoded object. Each form is computed from the other on first use.
 * Objects that differ only in the random suffix of their names share one entry and its count.
 */
export class Entry implements Counted {
  constructor(
    readonly info: KindInfo,
    private json: JsonObject | undefined,
    private parsed?: KubeObject,
    readonly count = 1,
  ) {}

  get object(): KubeObject {
    return this.read()
  }

  read(): KubeObject {
    return this.parsed ??= this.decode()
  }

  toJson(): JsonObject {
    return this.json ??= encodeObject(this.info, this.read())
  }

  /** Returns an entry with the same count for another object. The object must have its defaults already. */
  replace(object: KubeObject): Entry {
    return new Entry(this.info, undefined, object, this.count)
  }

  /** Returns the same entry with another count. */
  times(count: number): Entry {
    return new Entry(this.info, this.json, this.parsed, count)
  }

  private decode(): KubeObject {
    const {object} = decodeObject(this.info, this.json ?? {})
    return this.info.definition.setDefaults?.(object) ?? object
  }
}

/** All objects of one kind in one namespace, or of one cluster-wide kind. */
export class Collection {
  readonly entries: ForkableMap<string, Entry>
  /** All keys in order, sorted on first use. */
  private keys: string[] | undefined
  private listed: readonly KubeObject[] | undefined
  private counted: readonly Counted[] | undefined
  /** By generated name, the first number not yet used for a key. */
  private readonly nextNumber: ForkableMap<string, number>

  /** @param owner the only store that may modify this collection */
  constructor(readonly owner: object, original?: Collection) {
    this.entries = original?.entries.fork() ?? ForkableMap.empty()
    this.keys = original?.keys?.slice()
    this.listed = original?.listed
    this.counted = original?.counted
    this.nextNumber = original?.nextNumber.fork() ?? ForkableMap.empty()
  }

  put(key: string, entry: Entry): void {
    if (this.keys !== undefined && !this.entries.has(key)) this.keys.splice(positionOf(this.keys, key), 0, key)
    this.entries.set(key, entry)
    this.listed = this.counted = undefined
  }

  delete(key: string): void {
    if (!this.entries.has(key)) return
    this.keys?.splice(positionOf(this.keys, key), 1)
    this.entries.delete(key)
    this.listed = this.counted = undefined
  }

  /** Returns an unused key for an object with a generated name. */
  newKey(name: string): string {
    let number = this.nextNumber.get(name) ?? 1
    while (this.entries.has(numbered(name, number))) number++
    this.nextNumber.set(name, number + 1)
    return numbered(name, number)
  }

  /** The objects in the order of their keys. */
  list(): readonly KubeObject[] {
    return this.listed ??= this.listCounted().map(({object}) => object)
  }

  /** The objects in the order of their keys, each with its count. */
  listCounted(): readonly Counted[] {
    return this.counted ??= [...this.inOrder()]
  }

  /** Iterates over the objects in the order of their keys. */
  * inOrder(): Iterable<Counted> {
    this.keys ??= [...this.entries.keys()].sort(compareText)
    for (const key of this.keys) {
      const entry = this.entries.get(key)
      if (entry !== undefined) yield entry
    }
  }
}

const numbered = (name: string, number: number): string => number === 1 ? name : `${name}\u0000${number}`

/** The index of a key in sorted keys, or the index at which to insert it. */
function positionOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareText(keys[middle] ?? '', key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

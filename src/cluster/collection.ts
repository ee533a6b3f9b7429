import type {Counted} from '../admission/plugin.js'
import type {KubeObject} from '../kinds/kind.js'
import type {JsonObject} from '../machinery/encode.js'
import {ForkableMap} from '../machinery/forkable-map.js'
import {compareText} from '../machinery/go-text.js'
import {decodeObject, encodeObject} from './codec.js'
import type {KindInfo} from './scheme.js'

/**
 * A stored object: the JSON that the server keeps, and the object that it reads from it; each is made of the other when somebody asks for it.
 * Objects that differ in nothing but a random end of their names are one entry with their number.
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

  /** The same entry with another object, which is such as would be read back. */
  replace(object: KubeObject): Entry {
    return new Entry(this.info, undefined, object, this.count)
  }

  /** As many objects like these. */
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
  /** All keys in their order, from when they are first asked for. */
  private keys: string[] | undefined
  private listed: readonly KubeObject[] | undefined
  private counted: readonly Counted[] | undefined
  /** By generated name, the number from which on keys have not been given out yet. */
  private readonly nextNumber: ForkableMap<string, number>

  /** @param owner the only one who may change the collection */
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

  /** A key for an object with a generated name, one that no other object has had under such a name. */
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

  /** The same, each with the number of objects that it stands for. */
  listCounted(): readonly Counted[] {
    return this.counted ??= [...this.inOrder()]
  }

  /** The same, one after the other: the first ones cost little. */
  * inOrder(): Iterable<Counted> {
    this.keys ??= [...this.entries.keys()].sort(compareText)
    for (const key of this.keys) {
      const entry = this.entries.get(key)
      if (entry !== undefined) yield entry
    }
  }
}

const numbered = (name: string, number: number): string => number === 1 ? name : `${name}\u0000${number}`

/** Where a key stands in sorted keys, or would stand. */
function positionOf(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareText(keys[middle] ?? '', key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

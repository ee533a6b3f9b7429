import type {Counted} from '../admission/plugin.js'
import type {KubeObject} from '../kinds/kind.js'
import type {OwnerReference} from '../machinery/api/meta-v1.js'
import {ForkableMap} from '../machinery/collections/forkable-map.js'
import {positionIn} from '../machinery/collections/sorted.js'
import {numberIn, type NumberRange, numbersIn, withoutRange, withRange} from '../machinery/collections/number-ranges.js'
import {Stems} from '../machinery/collections/stems.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {compareText} from '../machinery/go/text.js'
import {Answers} from './answers.js'
import {decodeObject, encodeObject} from './codec.js'
import type {KindInfo} from './scheme.js'

/** Objects that differ only in a number, which is at the end of their names. */
export interface Series {
  /** Their names without the number. */
  readonly prefix: string
  /** The number of the first. */
  readonly first: number
  /** Returns the object with a number. */
  readonly at: (number: number) => JsonObject
}

/**
 * A stored object, as JSON and as the decoded object. Each form is computed from the other on first use.
 * Objects that differ only in the random suffix of their names share one entry and its count; so do the consecutive objects
 * of a series, under the name of the first.
 */
export class Entry implements Counted {
  constructor(
    readonly info: KindInfo,
    private json: JsonObject | undefined,
    private parsed?: KubeObject,
    readonly count = 1,
    readonly series?: Series,
  ) {}

  /** The numbers of the objects; undefined if they are not of a series. */
  get row(): NumberRange | undefined {
    return this.series && [this.series.first, this.series.first + this.count]
  }

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

  /** The owner references of the objects. */
  get owners(): readonly OwnerReference[] {
    return ownersIn(this.parsed ?? this.json)
  }

  /** Returns the entry for the same objects with other owner references. */
  ownedBy(owners: readonly OwnerReference[]): Entry {
    const {info, count, series} = this
    const owned = (json: JsonObject): JsonObject => withOwners(json, owners)
    return new Entry(info, owned(this.toJson()), undefined, count, series && {...series, at: (number) => owned(series.at(number))})
  }

  /** Returns the same entry with another count. */
  times(count: number): Entry {
    return new Entry(this.info, this.json, this.parsed, count, this.series)
  }

  /** Returns an entry for an object and those of its series that follow it. */
  ofSeries(series: Series, count: number): Entry {
    return new Entry(this.info, this.json, this.parsed, count, series)
  }

  /** Returns the entry for a part of a series; an object by itself belongs to none. */
  part([from, to]: NumberRange): Entry {
    const {info, series} = this
    return series === undefined ? this : new Entry(info, series.at(from), undefined, to - from, to - from === 1 ? undefined : {...series, first: from})
  }

  private decode(): KubeObject {
    const {object} = decodeObject(this.info, this.json ?? {})
    return this.info.definition.setDefaults?.(object, this.info.emulated) ?? object
  }
}

/** The owner references of a decoded object, or of its JSON. */
function ownersIn(object: {readonly metadata?: unknown} | undefined): readonly OwnerReference[] {
  const {ownerReferences = []} = (object?.metadata ?? {}) as {readonly ownerReferences?: readonly OwnerReference[]}
  return ownerReferences
}

/** An object with other owner references. */
function withOwners({metadata, ...object}: JsonObject, owners: readonly OwnerReference[]): JsonObject {
  const {ownerReferences: _replaced, ...others} = metadata as JsonObject
  return {...object, metadata: {...others, ...owners.length > 0 && {ownerReferences: owners.map((owner) => ({...owner}))}}}
}

/** All objects of one kind in one namespace, or of one cluster-wide kind. */
export class Collection {
  readonly entries: ForkableMap<string, Entry>
  /** All keys in order, sorted on first use. */
  private keys: string[] | undefined
  private listed: readonly KubeObject[] | undefined
  private counted: readonly Counted[] | undefined
  /** True if a list was used since the last change. */
  private wasListed = false
  /** By generated name, the first number not yet used for a key. */
  private readonly nextNumber: ForkableMap<string, number>
  /** The numbers of the names with a prefix, for prefixes that were asked for. */
  private readonly numbered: ForkableMap<string, readonly NumberRange[]>
  private readonly answers: Answers
  /** The keys without their numbers; undefined until numbers were asked for. */
  private stems: Stems | undefined
  /** The keys of entries for several objects of a series, by the prefix of their names. */
  private readonly series: ForkableMap<string, readonly string[]>

  /** @param owner the only store that may modify this collection */
  constructor(readonly owner: object, original?: Collection) {
    this.entries = original?.entries.fork() ?? ForkableMap.empty()
    this.keys = original?.keys?.slice()
    this.listed = original?.listed
    this.counted = original?.counted
    this.nextNumber = original?.nextNumber.fork() ?? ForkableMap.empty()
    this.numbered = original?.numbered.fork() ?? ForkableMap.empty()
    this.stems = original?.stems?.fork()
    this.answers = new Answers(original?.answers)
    this.series = original?.series.fork() ?? ForkableMap.empty()
  }

  put(key: string, entry: Entry): void {
    this.note(key, entry.row, withRange)
    const old = this.entries.get(key)
    this.noteSeries(key, old, entry)
    const isNew = old === undefined
    if (isNew) this.stems?.add(key)
    this.answers.put(() => entry.read(), isNew)
    this.entries.set(key, entry)
    const position = this.keys && positionOf(this.keys, key)
    if (position !== undefined && isNew) this.keys?.splice(position, 0, key)
    this.relist(position, isNew ? 0 : 1, entry)
  }

  delete(key: string): void {
    const entry = this.entries.get(key)
    if (entry === undefined) return
    this.note(key, entry.row, withoutRange)
    this.noteSeries(key, entry)
    this.entries.delete(key)
    this.answers.delete()
    const position = this.keys && positionOf(this.keys, key)
    if (position !== undefined) this.keys?.splice(position, 1)
    this.relist(position, 1)
  }

  /** Updates the lists after a change if the last ones were used: a copy with a change takes less time than another iteration. */
  private relist(position: number | undefined, removed: number, added?: Entry): void {
    const isUsed = this.wasListed && position !== undefined
    this.counted = isUsed ? this.counted && replaced(this.counted, position, removed, added) : undefined
    this.listed = isUsed ? this.listed && replaced(this.listed, position, removed, added?.object) : undefined
    this.wasListed = false
  }

  /** The object with a name: an entry of its own, or one of a series. */
  find(name: string): Entry | undefined {
    const [entry, number] = this.placeOf(name)
    return number === undefined ? entry : entry?.part([number, number + 1])
  }

  /** Splits the series that a name belongs to, so that the objects from that name on have an entry under it. */
  cut(name: string): void {
    const [entry, number] = this.placeOf(name)
    if (entry?.series === undefined || number === undefined) return
    const {prefix, first} = entry.series
    this.put(`${prefix}${first}`, entry.part([first, number]))
    this.put(name, entry.part([number, first + entry.count]))
  }

  /** Takes the object with a name out of its series, if it belongs to one. */
  take(name: string): void {
    this.cut(name)
    if (this.entries.get(name)?.series !== undefined) this.shorten(name, 1)
  }

  /** Removes the first `count` objects of an entry. */
  shorten(key: string, count: number): void {
    const entry = this.entries.get(key)
    if (entry === undefined) return
    if (count >= entry.count) return this.delete(key)
    if (entry.series === undefined) return this.put(key, entry.times(entry.count - count))
    const {prefix, first} = entry.series
    this.delete(key)
    this.put(`${prefix}${first + count}`, entry.part([first + count, first + entry.count]))
  }

  /** The numbers of the names with a prefix, in order. */
  numbers(prefix: string): readonly NumberRange[] {
    const known = this.numbered.get(prefix)
    if (known !== undefined) return known
    let rows: readonly NumberRange[] = []
    this.stems ??= Stems.of(this.entries.keys())
    for (const key of this.stems.startingWith(prefix) ?? this.entries.keys()) {
      const [number, entry] = [numberIn(key, prefix), this.entries.get(key)]
      if (number !== undefined && entry !== undefined) rows = withRange(rows, entry.row ?? [number, number + 1])
    }
    this.numbered.set(prefix, rows)
    return rows
  }

  /** The entry that a name belongs to, with the number of the name if it is not the first of its series. */
  private placeOf(name: string): readonly [entry: Entry | undefined, number?: number] {
    const entry = this.entries.get(name)
    if (entry !== undefined) return [entry]
    for (const [prefix, number] of this.series.size === 0 ? [] : numbersIn(name)) {
      for (const key of this.series.get(prefix) ?? []) {
        const one = this.entries.get(key)
        const [from, to] = one?.row ?? [0, 0]
        if (from <= number && number < to) return [one, number]
      }
    }
    return [undefined]
  }

  /** Updates the known numbers after a change of an entry. */
  private note(key: string, row: NumberRange | undefined, change: typeof withRange): void {
    for (const [prefix, number] of this.numbered.size === 0 ? [] : numbersIn(key)) {
      const rows = this.numbered.get(prefix)
      if (rows !== undefined) this.numbered.set(prefix, change(rows, row ?? [number, number + 1]))
    }
  }

  /** Updates the known series after an entry is replaced by another one, or deleted. */
  private noteSeries(key: string, old: Entry | undefined, entry?: Entry): void {
    const [before, after] = [old?.series?.prefix, entry?.series?.prefix]
    if (before === after) return
    if (before !== undefined) this.series.set(before, (this.series.get(before) ?? []).filter((other) => other !== key))
    if (after !== undefined) this.series.set(after, [...this.series.get(after) ?? [], key])
  }

  /** Returns an unused key for an object with a generated name. */
  newKey(name: string): string {
    let number = this.nextNumber.get(name) ?? 1
    while (this.entries.has(numbered(name, number))) number++
    this.nextNumber.set(name, number + 1)
    return numbered(name, number)
  }

  /** Returns true if one of the objects meets a condition. A second call checks only new and changed objects. */
  some(question: string, holds: (object: KubeObject) => boolean): boolean {
    return this.answers.some(question, holds, () => this.list())
  }

  /** The objects in the order of their keys. */
  list(): readonly KubeObject[] {
    this.wasListed = true
    return this.listed ??= this.listCounted().map(({object}) => object)
  }

  /** The objects in the order of their keys, each with its count. */
  listCounted(): readonly Counted[] {
    this.wasListed = true
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

/** The list with a number of items at an index replaced by another one, if there is one. */
const replaced = <T>(list: readonly T[], index: number, removed: number, added: T | undefined): readonly T[] =>
  added === undefined ? list.toSpliced(index, removed) : list.toSpliced(index, removed, added)

const numbered = (name: string, number: number): string => number === 1 ? name : `${name}\u0000${number}`

/** The index of a key in sorted keys, or the index at which to insert it. */
const positionOf = (keys: readonly string[], key: string): number => positionIn(keys, key, (other) => other)

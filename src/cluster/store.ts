import type {Counted, PostponedChanges, StatusWriter} from '../admission/plugin.js'
import type {AnyKind, KindDefinition, KubeObject} from '../kinds/kind.js'
import type {OwnerReference} from '../machinery/api/meta-v1.js'
import {ForkableMap} from '../machinery/collections/forkable-map.js'
import {rememberPairs} from '../machinery/collections/remember-pairs.js'
import type {NumberRange} from '../machinery/collections/number-ranges.js'
import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {compareText} from '../machinery/go/text.js'
import {uuidPlaceholder} from '../machinery/meta/object-meta.js'
import type {GroupName} from '../machinery/meta/status.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'
import {Collection, Entry, type Series} from './collection.js'
import {atNextVersion} from './prepare.js'
import {type KindInfo, lookUpKind} from './scheme.js'

/** The objects of a cluster, by kind, namespace and name. */
export class Store implements StatusWriter {
  /** By resource, and then by namespace. */
  private readonly collections: Map<string, ForkableMap<string, Collection>>
  /** The API groups seen so far of kinds that may be in any group. */
  private readonly groups: Set<string>
  /** Identifies this store until it is forked; collections and postponed changes of other owners are shared. */
  private owner = {}
  /** By the key of the collection that they change. */
  private readonly postponedChanges: ForkableMap<string, OwnedChanges>

  constructor(original?: Store) {
    this.collections = new Map([...original?.collections ?? []].map(([resource, collections]) => [resource, collections.fork()]))
    this.groups = new Set(original?.groups)
    this.postponedChanges = original?.postponedChanges.fork() ?? ForkableMap.empty()
  }

  list<T extends KubeObject>(kind: KindDefinition<T>, namespace = ''): readonly T[] {
    const [resource, ...others] = this.resourcesOf(kind)
    if (resource === undefined) return []
    const list = this.listResource(resource, namespace)
    return (others.length === 0 ? list : [list, ...others.map((other) => this.listResource(other, namespace))].flat().sort(byName)) as readonly T[]
  }

  private listResource(resource: GroupName, namespace: string): readonly KubeObject[] {
    return this.collectionAt(nameOf(resource), namespace)?.list() ?? []
  }

  listCounted(resource: GroupName, namespace: string): readonly Counted[] {
    return this.collectionAt(nameOf(resource), namespace)?.listCounted() ?? []
  }

  inOrder(resource: GroupName, namespace: string): Iterable<Counted> {
    return this.collectionAt(nameOf(resource), namespace)?.inOrder() ?? []
  }

  some<T extends KubeObject>(kind: KindDefinition<T>, namespace: string, question: string, holds: (object: T) => boolean): boolean {
    const holdsFor = holds as (object: KubeObject) => boolean
    return this.resourcesOf(kind).some((resource) => this.collectionAt(nameOf(resource), namespace)?.some(question, holdsFor) === true)
  }

  namespacesWith(kind: AnyKind): readonly string[] {
    const collections = this.resourcesOf(kind).flatMap((resource) => [...this.collections.get(nameOf(resource)) ?? []])
    return [...new Set(collections.flatMap(([namespace, {entries}]) => entries.size === 0 ? [] : namespace))].sort(compareText)
  }

  updateStatus(object: KubeObject, old: KubeObject, updates = 1): void {
    const info = lookUpKind(old.apiVersion, old.kind)
    if (info === undefined) return
    const collection = this.collectionFor(info, old.metadata.namespace ?? '')
    const {name = ''} = old.metadata
    const named = collection.entries.get(name)
    // An object with a generated name may have another key.
    const [key, entry] = named?.read() === old ? [name, named] : [...collection.entries].find(([, other]) => other.read() === old) ?? []
    if (key !== undefined && entry !== undefined) collection.put(key, entry.replace(atNextVersion(object, updates)))
  }

  postponed({apiVersion, kind}: AnyKind, namespace: string): PostponedChanges | undefined {
    const info = lookUpKind(apiVersion, kind)
    return info && this.changesAt(keyFor(info, namespace))
  }

  postpone({apiVersion, kind}: AnyKind, namespace: string, changes: PostponedChanges): void {
    const info = lookUpKind(apiVersion, kind)
    if (info !== undefined) this.postponedChanges.set(keyFor(info, namespace), {owner: this.owner, changes})
  }

  /** An independent copy: changes to one do not affect the other. It shares what neither has changed. */
  fork(): Store {
    this.owner = {}
    return new Store(this)
  }

  /** The stored objects of a kind in every namespace. */
  listEverywhere({resource}: KindInfo): readonly KubeObject[] {
    return [...this.collections.get(nameOf(resource))?.keys() ?? []].flatMap((namespace) => this.collectionAt(nameOf(resource), namespace)?.list() ?? [])
  }

  /** The objects of a namespace whose owner references name the owner. */
  ownedBy(owner: Owner, namespace: string): {readonly info: KindInfo, readonly key: string, readonly object: KubeObject}[] {
    return [...this.collections.keys()].flatMap((resource) => [...this.collectionAt(resource, namespace)?.entries ?? []]).flatMap(([key, entry]) => {
      const object = entry.read()
      return belongsTo(object, owner) ? [{info: entry.info, key, object}] : []
    })
  }

  /** The stored object, as the server reads it. */
  get(info: KindInfo, namespace: string, name: string): KubeObject | undefined {
    return this.collection(info, namespace)?.find(name)?.read()
  }

  /** The stored object, as a client gets it. */
  getJson(info: KindInfo, namespace: string, name: string): JsonObject | undefined {
    return this.collection(info, namespace)?.find(name)?.toJson()
  }

  has(info: KindInfo, namespace: string, name: string): boolean {
    return this.collection(info, namespace)?.find(name) !== undefined
  }

  put(info: KindInfo, namespace: string, name: string, json: JsonObject): void {
    if (info.definition.anyGroup === true) this.groups.add(info.resource.group)
    const collection = this.collectionFor(info, namespace)
    collection.take(name)
    collection.put(name, new Entry(info, json, undefined, collection.entries.get(name)?.count))
  }

  /**
   * Stores an object under a generated name. Its suffix is a placeholder, the same for every object, so a key that is taken
   * already gets a hidden number.
   *
   * @returns the key of the object in the store
   */
  putGenerated(info: KindInfo, namespace: string, json: JsonObject): string {
    const {name} = json['metadata'] as {readonly name: string}
    const key = this.collectionFor(info, namespace).newKey(name)
    this.put(info, namespace, key, json)
    return key
  }

  delete(info: KindInfo, namespace: string, name: string): void {
    this.collectionFor(info, namespace).delete(name)
  }

  /** The number of objects that an entry represents. */
  count(info: KindInfo, namespace: string, key: string): number {
    return this.collection(info, namespace)?.find(key)?.count ?? 0
  }

  /** Adds a number to the count of an entry, or removes its first objects; an entry without objects is deleted. */
  addTimes(info: KindInfo, namespace: string, key: string, times: number): void {
    const collection = this.collectionFor(info, namespace)
    collection.cut(key)
    const entry = collection.entries.get(key)
    if (entry === undefined) return
    if (times > 0) collection.put(key, entry.times(entry.count + times))
    else if (times < 0) collection.shorten(key, -times)
  }

  /** Adds the `more` objects of a series that follow a stored one. None may exist. */
  addSeries(info: KindInfo, namespace: string, series: Series, more: number): void {
    const collection = this.collectionFor(info, namespace)
    const key = `${series.prefix}${series.first}`
    const entry = collection.entries.get(key)
    if (entry !== undefined) collection.put(key, entry.ofSeries(series, 1 + more))
  }

  /** The numbers of the stored names with a prefix, in order. */
  numbers(info: KindInfo, namespace: string, prefix: string): readonly NumberRange[] {
    return this.collection(info, namespace)?.numbers(prefix) ?? []
  }

  /** The owner references of the objects that an entry represents. */
  owners(info: KindInfo, namespace: string, name: string): readonly OwnerReference[] {
    return this.collection(info, namespace)?.find(name)?.owners ?? []
  }

  /** Replaces the owner references of the objects that an entry represents. */
  setOwners(info: KindInfo, namespace: string, key: string, owners: readonly OwnerReference[]): void {
    const collection = this.collectionFor(info, namespace)
    const entry = collection.entries.get(key)
    if (entry !== undefined) collection.put(key, entry.ownedBy(owners))
  }

  /** Makes a name the first of the objects that share its entry. */
  cut(info: KindInfo, namespace: string, name: string): void {
    this.collectionFor(info, namespace).cut(name)
  }

  /**
   * Merges an entry into another one, if their objects differ only in the random suffix of their names.
   *
   * @returns the key of the objects afterwards
   */
  join(info: KindInfo, namespace: string, key: string, other: string | undefined): string {
    const {entries} = this.collectionFor(info, namespace)
    const [entry, known] = [entries.get(key), other === undefined ? undefined : entries.get(other)]
    if (other === undefined || key === other || entry === undefined || known === undefined || !semanticEqual(entry.toJson(), known.toJson())) return key
    this.delete(info, namespace, key)
    this.addTimes(info, namespace, other, entry.count)
    return other
  }

  /** The resources of a kind: one, or one in each group. */
  private resourcesOf({apiVersion, kind, anyGroup}: AnyKind): readonly GroupName[] {
    const resource = lookUpKind(apiVersion, kind)?.resource
    if (resource === undefined) return []
    return anyGroup === true ? [...this.groups].map((group) => ({group, name: resource.name})) : [resource]
  }

  private collection(info: KindInfo, namespace: string): Collection | undefined {
    return this.collectionAt(nameOf(info.resource), scopeOf(info, namespace))
  }

  /** Returns a collection with all changes. */
  private collectionAt(resource: string, namespace: string): Collection | undefined {
    if (this.postponedChanges.size > 0) this.applyPostponed(keyOf(resource, namespace))
    return this.collections.get(resource)?.get(namespace)
  }

  private applyPostponed(key: string): void {
    const changes = this.changesAt(key)
    if (changes === undefined) return
    this.postponedChanges.delete(key)
    changes.apply()
  }

  /** Returns the postponed changes of a collection, which this store may modify. */
  private changesAt(key: string): PostponedChanges | undefined {
    const known = this.postponedChanges.get(key)
    if (known === undefined || known.owner === this.owner) return known?.changes
    const changes = known.changes.fork(this)
    this.postponedChanges.set(key, {owner: this.owner, changes})
    return changes
  }

  /** Returns a collection that this store may modify. */
  private collectionFor(info: KindInfo, namespace: string): Collection {
    const [resource, scope] = [nameOf(info.resource), scopeOf(info, namespace)]
    const collection = this.collectionAt(resource, scope)
    if (collection?.owner === this.owner) return collection
    const own = new Collection(this.owner, collection)
    const collections = this.collections.get(resource) ?? ForkableMap.empty()
    this.collections.set(resource, collections)
    collections.set(scope, own)
    return own
  }
}

/** Postponed changes that only the store of this owner may modify. */
interface OwnedChanges {
  readonly owner: object
  readonly changes: PostponedChanges
}

/** An owner of other objects, with its uid if known. */
interface Owner {
  readonly info: KindInfo
  readonly name: string
  readonly uid: string | undefined
}

/** True if the only owner reference of the object names the owner. Owners without a known uid are compared by name. */
function belongsTo({metadata: {ownerReferences = []}}: KubeObject, {info, name, uid}: Owner): boolean {
  const [reference, ...others] = ownerReferences
  if (reference === undefined || others.length > 0) return false
  const group = parseApiVersion(reference.apiVersion ?? '')?.group
  const isSame = uid === undefined || reference.uid === uid || reference.uid === uuidPlaceholder
  return isSame && group === info.resource.group && reference.kind === info.kind && reference.name === name
}

const byName = (a: KubeObject, b: KubeObject): number =>
  compareText(a.metadata.name ?? '', b.metadata.name ?? '') || compareText(a.apiVersion, b.apiVersion)

/** The namespace of a collection; empty for cluster-wide kinds. */
const scopeOf = ({namespaced}: KindInfo, namespace: string): string => namespaced ? namespace : ''

const keyFor = (info: KindInfo, namespace: string): string => keyOf(nameOf(info.resource), scopeOf(info, namespace))

const keyOf = rememberPairs((resource, namespace) => `${resource}/${namespace}`)

const nameOf = ({group, name}: GroupName): string => nameIn(group, name)

const nameIn = rememberPairs((group, name) => `${group}/${name}`)

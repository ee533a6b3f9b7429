import {choosePlugins, type ChosenPlugin} from '../admission/choose-plugins.js'
import {stoppedClock} from '../admission/clock.js'
import type {Counted, Lister} from '../admission/plugin.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import type {LateChange} from '../controllers/late-changes.js'
import {ResourceQuotaController} from '../controllers/resource-quota-controller.js'
import type {UsageParts} from '../controllers/usage-parts.js'
import type {OwnedRange} from '../controllers/workload/api-server.js'
import {controllerUser} from '../controllers/workload/controller-user.js'
import type {AnyKind, KindDefinition, KubeObject} from '../kinds/kind.js'
import type {ResourceQuota} from '../machinery/api/core-v1.js'
import type {OwnerReference} from '../machinery/api/meta-v1.js'
import type {NumberRange} from '../machinery/collections/number-ranges.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import {knownVersion, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {Status} from '../machinery/meta/status.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import {Controllers} from './controllers.js'
import {type KnownNumber, type NumberedObjects, NumberedWriter} from './numbered-objects.js'
import type {ClusterObservers, ClusterOptions, ObjectReference} from './options.js'
import {chargeRepeats, repeatsThatFit} from './pipeline.js'
import {Registry, type Server} from './registry.js'
import type {CreatedBatch, Request, Review} from './review.js'
import {Router} from './router.js'
import {lookUpKind} from './scheme.js'
import {StoreWriter} from './store-writer.js'
import {Store} from './store.js'
import type {Target} from './target.js'
import {defaultServerFlags} from './validation.js'

/**
 * The API server in memory: each request goes through decoding, defaulting, mutating admission, validation, validating
 * admission and storage, and gets the answer that kube-apiserver would give. Clusters share nothing.
 */
export class Cluster implements Lister {
  private readonly server: Server
  private readonly chosen: readonly ChosenPlugin[]
  private readonly router: Router
  private readonly numbered: NumberedWriter

  /**
   * @throws StartUpError where the server would not start: unknown plugins, plugins that the flags cannot name, and a plugin without a
   * valid configuration
   * @throws RangeError for an unknown version of Kubernetes
   */
  constructor(private readonly options: ClusterOptions = {}, private readonly store = new Store(), origin?: Cluster) {
    const {clock = stoppedClock, controllers = true, pluginConfigurations = {}, metadataPolicyConflict, onDecision, nameSuffix} = options
    const flags = {allowPrivileged: options.allowPrivileged ?? defaultServerFlags.allowPrivileged, version: knownVersion(options.kubernetesVersion)}
    const send = (object: Request['object'], dryRun: boolean): Status => this.handle({operation: 'CREATE', object, dryRun}).status
    this.chosen = origin?.chosen ?? choosePlugins(admissionPlugins, options, pluginConfigurations, flags.version)
    const plugins = this.chosen.map(({definition, configuration}) =>
      definition.create({store, clock, version: flags.version, send, configuration, metadataPolicyConflict, onDecision, nameSuffix}))
    const ownControllers = origin?.server.controllers.fork(store)
      ?? new Controllers(controllers ? [new ResourceQuotaController(store, clock, options.resync)] : [])
    this.server = {flags, plugins, controllers: ownControllers, store, writer: new StoreWriter(store, ownControllers, clock), options}
    this.router = new Router(this.server, new Registry(this.server))
    this.numbered = new NumberedWriter(this.server, this.router)
  }

  /** The version of Kubernetes that the cluster simulates. */
  get kubernetesVersion(): KubernetesVersion {
    return this.server.flags.version
  }

  /** True if the admission plugin of this name is on. */
  hasPlugin(name: string): boolean {
    return this.server.plugins.some((plugin) => plugin.name === name)
  }

  /**
   * Returns a copy with the same objects; later changes to one do not affect the other.
   *
   * @param observers the copy's own observers; by default it has those of the original
   */
  fork({onDecision, work}: ClusterObservers = {}): Cluster {
    return new Cluster({...this.options, ...onDecision && {onDecision}, ...work && {work}}, this.store.fork(), this)
  }

  /** Answers a request and stores its changes. No body makes this throw. */
  handle(request: Request): Review {
    return this.router.handle(request)
  }

  /**
   * Stores an object that exists already, without admission: it keeps its status and server-made metadata. An object that breaks the
   * rules of its kind is rejected as in a request.
   */
  load({object, namespace}: Pick<Request, 'object' | 'namespace'>): Review {
    return this.router.load({operation: 'CREATE', object, ...namespace !== undefined && {namespace}})
  }

  /**
   * Creates `count` objects that differ only in the random suffix of their names, as their controller, until one is rejected. Only the first passes through
   * admission: the headroom of each quota, divided by the usage of one object, gives the number of the others.
   *
   * @param like the key of stored objects that the new ones may equal; the store then keeps both under one key
   */
  createIdentical(request: Omit<Request, 'operation'>, count: number, like?: string): CreatedBatch {
    const create: Request = {operation: 'CREATE', ...controllerUser(request.object as JsonObject), ...request}
    let made = 0
    let admitted: Review | undefined
    while (made < count) {
      const {review: next, target} = this.router.createOne(create)
      if (next.storedAs === undefined || target === undefined) {
        if (!next.allowed) return {count: made, rejected: next, ...admitted && {admitted}}
        admitted ??= next
        made++
        continue
      }
      const {info, namespace} = target
      const more = Math.min(count - made - 1, repeatsThatFit(this.server.plugins, target))
      if (more > 0) this.repeat(target, next.storedAs, more)
      made += 1 + more
      const storedAs = this.store.join(info, namespace, next.storedAs, admitted?.storedAs ?? like)
      admitted ??= {...next, storedAs}
    }
    return {count: made, ...admitted && {admitted}}
  }

  /**
   * Creates objects that differ only in the number at the end of their names, from `first` on, until one is rejected or differs in more.
   *
   * @param like stored objects of the series that the new ones may equal; they then get the same key
   */
  createNumbered(objects: NumberedObjects, first: number, count: number, like?: KnownNumber): CreatedBatch {
    return this.numbered.create(objects, first, count, like)
  }

  /** Deletes the objects of a series that exist; `name` is the names without the number. */
  deleteNumbered(reference: ObjectReference, row: NumberRange): void {
    this.options.work?.spend()
    this.numbered.delete(reference, row)
  }

  /** The owner references of the objects of a series that exist, in order; `name` is the names without the number. */
  owners(reference: ObjectReference, row: NumberRange): OwnedRange[] {
    return this.numbered.owners(reference, row)
  }

  /** Replaces the owner references of the objects of a series that exist, without admission. */
  setOwners(reference: ObjectReference, row: NumberRange, owners: readonly OwnerReference[]): void {
    this.numbered.setOwners(reference, row, owners)
  }

  /** Creates `times` more objects like one that was just created. */
  private repeat(target: Target, key: string, times: number): void {
    const {info, namespace} = target
    chargeRepeats(this.server.plugins, target, times)
    this.store.addTimes(info, namespace, key, times)
    this.server.writer.notify({operation: 'CREATE', info, namespace, key, count: times})
  }

  /** Adds `count` objects to those stored under a key, without admission. */
  addIdentical({apiVersion, kind, namespace = 'default', name}: ObjectReference, count: number): void {
    const info = lookUpKind(apiVersion, kind, this.kubernetesVersion)
    if (info === undefined) return
    this.store.addTimes(info, namespace, name, count)
    this.server.writer.notify({operation: 'CREATE', info, namespace, key: name, count})
    this.resync(namespace)
  }

  /** Returns the headroom of each resource in each quota of a namespace, by the names of quota and resource. */
  headrooms(namespace: string): ReadonlyMap<string, Quantity> {
    return new Map(this.server.plugins.flatMap((plugin) => [...plugin.headrooms?.(namespace) ?? []]))
  }

  /** True if a plugin may answer requests in a namespace in different ways that differ only in the texts of names and labels. */
  readsNames(namespace: string): boolean {
    return this.server.plugins.some((plugin) => plugin.readsNames?.(namespace) === true)
  }

  /** Deletes `count` of the objects stored under a key. */
  deleteIdentical({apiVersion, kind, namespace = 'default', name}: ObjectReference, count: number): Review {
    return this.router.delete({operation: 'DELETE', namespace, object: {apiVersion, kind, metadata: {name}}}, count)
  }

  /**
   * Sets the status of stored objects, as a kubelet does, without admission and validation.
   *
   * @param count the number of objects to update of those stored under this key; by default all
   * @param like the key of stored objects that these may equal after the update
   * @returns the new key of these objects
   */
  setStatus({apiVersion, kind, namespace = 'default', name}: ObjectReference, status: JsonObject, count = Infinity, like?: string): string {
    this.options.work?.spend()
    const info = lookUpKind(apiVersion, kind, this.kubernetesVersion)
    const old = info && this.store.get(info, namespace, name)
    if (info === undefined || old === undefined) return name
    const key = this.server.writer.put({operation: 'UPDATE', info, namespace, key: name, old, count}, {...this.store.getJson(info, namespace, name), status})
    return this.store.join(info, namespace, key, like)
  }

  /** Deletes the dependents of a deleted object, as the garbage collector does; an object with a finalizer stays. */
  deleteOwned({apiVersion, kind, namespace = 'default', name}: ObjectReference, uid?: string): void {
    const info = lookUpKind(apiVersion, kind, this.kubernetesVersion)
    if (info === undefined || this.store.has(info, namespace, name)) return
    for (const {info: owned, key, object} of this.store.ownedBy({info, name, uid}, namespace)) {
      this.server.writer.remove({operation: 'DELETE', info: owned, namespace, key, old: object, count: Infinity})
      this.deleteOwned({apiVersion: owned.apiVersion, kind: owned.kind, namespace, name: object.metadata.name ?? ''}, object.metadata.uid)
    }
  }

  /** Returns a stored object as a client gets it, or undefined if none has that name. */
  get({apiVersion, kind, namespace = 'default', name}: ObjectReference): JsonObject | undefined {
    const info = lookUpKind(apiVersion, kind, this.kubernetesVersion)
    return info && this.store.getJson(info, namespace, name)
  }

  /** Returns the numbers of the stored objects whose names consist of a prefix, given as `name`, and a number, in order. */
  numbers({apiVersion, kind, namespace = 'default', name: prefix}: ObjectReference): readonly NumberRange[] {
    const info = lookUpKind(apiVersion, kind, this.kubernetesVersion)
    return info === undefined ? [] : this.store.numbers(info, namespace, prefix)
  }

  /**
   * Returns the stored objects of a kind in a namespace, or in the whole cluster, sorted by name. Pods of a workload that differ only in
   * the random suffix of their names appear once: `listCounted` gives their number.
   */
  list<T extends KubeObject>(kind: KindDefinition<T>, namespace?: string): readonly T[] {
    return this.store.list(kind, namespace)
  }

  /** Returns the stored objects of a kind in a namespace, sorted by name, with the number of each. */
  listCounted(kind: AnyKind, namespace: string): readonly Counted[] {
    const info = lookUpKind(kind.apiVersion, kind.kind, this.kubernetesVersion)
    return info === undefined ? [] : this.store.listCounted(info.resource, namespace)
  }

  /** Returns the namespaces that have objects of a kind, sorted. */
  namespacesWith(kind: AnyKind): readonly string[] {
    return this.store.namespacesWith(kind)
  }

  /**
   * Takes the recorded usage of the quotas of a namespace as correct: what exceeds the stored objects belongs to objects that were not
   * loaded. Controllers keep that difference when they recount.
   */
  assumeUsage(namespace: string): void {
    this.server.controllers.assumeUsage(namespace)
  }

  /** Makes the controllers recount a namespace, as they do at each resync. */
  resync(namespace: string): void {
    this.server.controllers.resync(namespace)
  }

  /** Milliseconds until the next resync of a controller; undefined if no change waits for one. */
  get untilResync(): number | undefined {
    return this.server.controllers.untilResync
  }

  /**
   * Advances the time of the controllers; the clock does not change.
   *
   * @returns true if a resync ran that a change was waiting for
   */
  pass(milliseconds: number): boolean {
    return this.server.controllers.pass(milliseconds)
  }

  /** Returns the contribution of each stored object to the usage of a quota; undefined without controllers. */
  usageParts(quota: ResourceQuota): UsageParts | undefined {
    return this.server.controllers.usageParts(quota)
  }

  /** Returns the changes that a quota does not count before the next resync; none without the option `resync`. */
  lateChanges(quota: Pick<KubeObject, 'metadata'>): readonly LateChange[] {
    return this.server.controllers.lateChanges(quota)
  }
}

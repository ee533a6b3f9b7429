import {choosePlugins} from '../admission/choose-plugins.js'
import {stoppedClock} from '../admission/clock.js'
import type {AdmissionPlugin, Counted, Lister} from '../admission/plugin.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import type {Controller} from '../controllers/controller.js'
import type {LateChange} from '../controllers/late-changes.js'
import {ResourceQuotaController} from '../controllers/resource-quota-controller.js'
import type {AnyKind, KindDefinition, KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {namespace as namespaceKind} from '../kinds/namespace.js'
import type {JsonObject} from '../machinery/encode.js'
import type {FieldError} from '../machinery/field-error.js'
import {textOf} from '../machinery/json-value.js'
import {knownVersion, type KubernetesVersion} from '../machinery/kubernetes-version.js'
import {errorsInWordsOf} from '../machinery/older-texts.js'
import type {Quantity} from '../machinery/quantity.js'
import {semanticEqual} from '../machinery/semantic-equal.js'
import {created, isSuccess, notFoundRequest, ok} from '../machinery/status.js'
import {decodeObject, encodeObject} from './codec.js'
import {endpoint, nameTaken, refuseMethod} from './endpoints.js'
import type {ClusterOptions, ObjectReference} from './options.js'
import {chargeMore, invalid, passCreate, passUpdate, refuseDelete, roomForMore, type Surroundings} from './pipeline.js'
import {suffixStandIn} from '../machinery/name-suffix.js'
import {showStandIn} from './placeholder.js'
import {refuseUid, refuseVersion} from './preconditions.js'
import {isScalable, scaledObject} from './scale.js'
import {atNextVersion, isFreed, objectToCreate} from './prepare.js'
import type {Answer, CreatedAlike, Passed, Request, Review} from './review.js'
import {isStored, type KindInfo, lookUpKind} from './scheme.js'
import {Store} from './store.js'
import {type StoreEvent, StoreWriter} from './store-writer.js'
import {identify, methodNotAllowed, noSuchResource, type Target, targetOf} from './target.js'
import {type ServerFlags, usualFlags, validateCreate, validateExisting} from './validation.js'
import {sentWarnings} from './warning-headers.js'

/**
 * The API server in memory: each request goes through decoding, defaulting, mutating admission, validation, validating
 * admission and storage, and gets the answer that kube-apiserver would give. Clusters share nothing.
 */
export class Cluster implements Lister {
  private readonly flags: ServerFlags
  private readonly plugins: readonly AdmissionPlugin[]
  private readonly controllers: readonly Controller[]
  private readonly writer: StoreWriter

  /**
   * @throws StartUpError where the server would not start: for unknown plugins and others that the flags cannot name, and for a plugin
   * without a valid configuration
   * @throws RangeError for a version of Kubernetes that is not known
   */
  constructor(private readonly options: ClusterOptions = {}, private readonly store = new Store(), origin?: Cluster) {
    const {clock = stoppedClock, controllers = true, pluginConfigurations = {}, metadataPolicyConflict} = options
    this.flags = {allowPrivileged: options.allowPrivileged ?? usualFlags.allowPrivileged, version: knownVersion(options.kubernetesVersion)}
    this.plugins = choosePlugins(admissionPlugins, options, pluginConfigurations)
      .map(({definition, configuration}) => definition.create({store: this.store, clock, configuration, metadataPolicyConflict}))
    this.controllers = origin?.controllers.map((controller) => controller.fork(this.store))
      ?? (controllers ? [new ResourceQuotaController(this.store, clock, options.resync)] : [])
    this.writer = new StoreWriter(this.store, this.controllers, clock)
  }

  /** The version of Kubernetes whose answers are given. */
  get kubernetesVersion(): KubernetesVersion {
    return this.flags.version
  }

  /** True when the admission plugin of this name takes part. */
  hasPlugin(name: string): boolean {
    return this.plugins.some((plugin) => plugin.name === name)
  }

  /** A cluster with the same objects, which goes its own way from now on: what comes of one is no matter to the other. */
  fork(): Cluster {
    return new Cluster(this.options, this.store.fork(), this)
  }

  /** Answers a request and keeps what it changes. What a request holds never makes this throw. */
  handle(request: Request): Review {
    if (request.scaled !== undefined) return review(request, this.scale(request, request.scaled))
    return review(request, refuseMethod(request) ?? (request.operation === 'DELETE' ? this.delete(request) : this.write(request)))
  }

  /**
   * Puts an object that exists already into the store: its status and server-made metadata stay, and no policy is asked.
   * An object that its kind cannot have is refused as in a request.
   */
  load({object, namespace}: Pick<Request, 'object' | 'namespace'>): Review {
    const request: Request = {operation: 'CREATE', object, ...namespace !== undefined && {namespace}}
    const target = targetOf(request, this.flags.version)
    return review(request, 'info' in target ? this.restore(target) : target)
  }

  /**
   * Creates so many objects that differ in nothing but a random end of their names, one after the other until one is refused. All but
   * the first cost nothing: the room that quotas leave is divided by what one object uses.
   *
   * @param like by what name the cluster knows objects that these may be like, so that it keeps both as one
   */
  createAlike(request: Omit<Request, 'operation'>, count: number, like?: string): CreatedAlike {
    let made = 0
    let admitted: Review | undefined
    while (made < count) {
      const {review: next, target} = this.createOne({...request, operation: 'CREATE'})
      if (next.storedAs === undefined || target === undefined) {
        if (!next.allowed) return {count: made, refused: next, ...admitted && {admitted}}
        admitted ??= next
        made++
        continue
      }
      const {info, namespace} = target
      const more = Math.min(count - made - 1, roomForMore(this.plugins, target))
      if (more > 0) this.repeat(target, next.storedAs, more)
      made += 1 + more
      const storedAs = this.store.join(info, namespace, next.storedAs, admitted?.storedAs ?? like)
      admitted ??= {...next, storedAs}
    }
    return {count: made, ...admitted && {admitted}}
  }

  /** Makes so many more objects of one that was just made. */
  private repeat(target: Target, key: string, times: number): void {
    const {info, namespace} = target
    chargeMore(this.plugins, target, times)
    this.store.addTimes(info, namespace, key, times)
    this.writer.tell({operation: 'CREATE', info, namespace, key, count: times})
  }

  /** Has so many more of the objects that the cluster knows by one name exist, without asking any policy. */
  addAlike({apiVersion, kind, namespace = 'default', name}: ObjectReference, count: number): void {
    const info = lookUpKind(apiVersion, kind)
    if (info === undefined) return
    this.store.addTimes(info, namespace, name, count)
    this.writer.tell({operation: 'CREATE', info, namespace, key: name, count})
    this.resync(namespace)
  }

  /** What the quotas of a namespace leave of each resource, by the names of both. */
  headrooms(namespace: string): ReadonlyMap<string, Quantity> {
    return new Map(this.plugins.flatMap((plugin) => [...plugin.headrooms?.(namespace) ?? []]))
  }

  /** Deletes so many of the objects that the cluster knows by one name. */
  deleteAlike({apiVersion, kind, namespace = 'default', name}: ObjectReference, count: number): Review {
    const request: Request = {operation: 'DELETE', namespace, object: {apiVersion, kind, metadata: {name}}}
    return review(request, this.delete(request, count))
  }

  /**
   * Gives a stored object another status, as a kubelet does, whom no policy and no rule keeps from it.
   *
   * @param count of so many objects that the cluster knows by this name; by default of all
   * @param like by what name it knows objects that these may be like from now on
   * @returns by what name it knows these from now on
   */
  setStatus({apiVersion, kind, namespace = 'default', name}: ObjectReference, status: JsonObject, count = Infinity, like?: string): string {
    const info = lookUpKind(apiVersion, kind)
    const old = info && this.store.get(info, namespace, name)
    if (info === undefined || old === undefined) return name
    const key = this.writer.put({operation: 'UPDATE', info, namespace, key: name, old, count}, {...this.store.getJson(info, namespace, name), status})
    return this.store.join(info, namespace, key, like)
  }

  /** Deletes what belongs to an object that is gone, as the garbage collector does; what is held by a finalizer stays. */
  deleteOwned({apiVersion, kind, namespace = 'default', name}: ObjectReference, uid?: string): void {
    const info = lookUpKind(apiVersion, kind)
    if (info === undefined || this.store.has(info, namespace, name)) return
    for (const {info: owned, key, object} of this.store.ownedBy({info, name, uid}, namespace)) {
      this.writer.remove({operation: 'DELETE', info: owned, namespace, key, old: object, count: Infinity})
      this.deleteOwned({apiVersion: owned.apiVersion, kind: owned.kind, namespace, name: object.metadata.name ?? ''}, object.metadata.uid)
    }
  }

  /** A stored object as a client gets it, undefined when there is none of that name. */
  get({apiVersion, kind, namespace = 'default', name}: ObjectReference): JsonObject | undefined {
    const info = lookUpKind(apiVersion, kind)
    return info && this.store.getJson(info, namespace, name)
  }

  /** By what names the cluster knows the objects of a kind in a namespace. */
  names({apiVersion, kind, namespace = 'default'}: Omit<ObjectReference, 'name'>): Iterable<string> {
    const info = lookUpKind(apiVersion, kind)
    return info === undefined ? [] : this.store.names(info, namespace)
  }

  /**
   * The stored objects of a kind as the server reads them, sorted by name: of one namespace, or of the cluster. Pods that a workload has made
   * and that differ in nothing but a random end of their names are one of them: `listCounted` says how many.
   */
  list<T extends KubeObject>(kind: KindDefinition<T>, namespace?: string): readonly T[] {
    return this.store.list(kind, namespace)
  }

  /** The stored objects of a kind in a namespace, sorted by name, with how many of each there are. */
  listCounted(kind: AnyKind, namespace: string): readonly Counted[] {
    const info = lookUpKind(kind.apiVersion, kind.kind)
    return info === undefined ? [] : this.store.listCounted(info.resource, namespace)
  }

  /** The namespaces that have objects of a kind, sorted. */
  namespacesWith(kind: AnyKind): readonly string[] {
    return this.store.namespacesWith(kind)
  }

  /**
   * Takes the usage that the quotas of a namespace record for right: what it says beyond the stored objects is used by objects that exist
   * and that nobody gave. Controllers keep it when they count again.
   */
  presumeUsage(namespace: string): void {
    for (const controller of this.controllers) controller.presume(namespace)
  }

  /** Has the controllers look at everything in a namespace anew, as they do from time to time. */
  resync(namespace: string): void {
    for (const controller of this.controllers) controller.resync(namespace)
  }

  /** In how many milliseconds the next resync of a controller comes; undefined where nothing waits for one. */
  get untilResync(): number | undefined {
    const [first] = this.controllers.flatMap(({untilResync}) => untilResync ?? [])
    return first
  }

  /**
   * Lets time go by for the controllers; the clock stays as it is.
   *
   * @returns true when a resync has come that something waited for
   */
  pass(milliseconds: number): boolean {
    return this.controllers.map((controller) => controller.pass(milliseconds)).includes(true)
  }

  /** The changes that a quota does not count before the next resync; none without the option `resync`. */
  lateChanges(quota: Pick<KubeObject, 'metadata'>): readonly LateChange[] {
    return this.controllers.flatMap((controller) => controller.lateChanges(quota))
  }

  private write(given: Request): Answer {
    const target = targetOf(this.injected(given), this.flags.version)
    return 'info' in target ? withWarnings(target, this.answer(target)) : target
  }

  /** Creates an object, with the request as it was let pass; undefined for one that was not, or is not stored under a name that was made for it. */
  private createOne(given: Request): {readonly review: Review, readonly target?: Target} {
    const request = this.injected(given)
    const target = targetOf(request, this.flags.version)
    if (!('info' in target) || refuseMethod(request) !== undefined || target.info.definition.statusOf !== undefined || target.object.metadata.name) return {review: this.handle(given)}
    const outcome = this.passCreate(target)
    const made = review(request, withWarnings(target, this.storeGenerated(target, outcome)))
    return 'status' in outcome ? {review: made} : {review: made, target: {...target, object: outcome.object}}
  }

  private injected(request: Request): Request {
    const {operation, object, subresource = ''} = request
    const {injector} = this.options
    const isNewPod = operation === 'CREATE' && subresource === '' && object['kind'] === 'Pod' && object['apiVersion'] === 'v1'
    return injector !== undefined && isNewPod ? {...request, object: injector(object)} : request
  }

  private answer(target: Target): Answer {
    const {info: {definition: {statusOf}}, request} = target
    if (statusOf !== undefined) return this.writeStatus(target, statusOf)
    return request.operation === 'CREATE' ? this.create(target) : this.update(target)
  }

  /** Gives the object of the same name the status of a document that is never stored, as an update of its status would. */
  private writeStatus({info, namespace, object, request}: Target, of: Pick<AnyKind, 'apiVersion' | 'kind'>): Answer {
    if (request.operation !== 'CREATE') return {status: methodNotAllowed}
    const errors = this.inItsWords(validateCreate(info, object, this.flags))
    if (errors.length > 0) return invalid(info, object, errors)
    const {name = '', resourceVersion} = object.metadata
    const stored = this.get({...of, namespace, name})
    const owner = lookUpKind(of.apiVersion, of.kind)
    if (stored === undefined) return {status: notFoundRequest(owner?.resource ?? info.resource, name)}
    const metadata = {...stored['metadata'] as object, ...resourceVersion && {resourceVersion}}
    const document = encodeObject(info, object)
    const status = {...stored['status'] as object, ...document['status'] as object}
    const answer = this.write({...request, operation: 'UPDATE', subresource: 'status', object: {...stored, metadata, status}})
    return isSuccess(answer.status) ? {...answer, status: created, object: document} : answer
  }

  private create(target: Target): Answer {
    const outcome = this.passCreate(target)
    if (target.object.metadata.name) return 'status' in outcome ? outcome : this.storeNamed(target, outcome)
    return this.storeGenerated(target, outcome)
  }

  private passCreate(target: Target): Passed | Answer {
    this.discover(target)
    const suffix = this.options.nameSuffix?.() ?? suffixStandIn
    return refuseVersion(target, passCreate(this.plugins, target, suffix, this.surroundings(target)))
  }

  private storeGenerated({info, namespace, object: {metadata}, request}: Target, outcome: Passed | Answer): Answer {
    const answer = 'status' in outcome ? outcome : {...outcome, status: created, object: stored(info, outcome.object)}
    const shown = showStandIn(answer, 'status' in outcome ? outcome.status.details?.name : outcome.object.metadata.name, metadata)
    if (shown.object === undefined || request.dryRun === true || !isStored(info)) return shown
    const key = this.store.putGenerated(info, namespace, shown.object)
    this.writer.tell({operation: 'CREATE', info, namespace, key})
    return {...shown, storedAs: key}
  }

  private storeNamed({info, namespace, request}: Target, {object, steps, warnings}: Passed): Answer {
    const name = object.metadata.name ?? ''
    const existing = this.store.get(info, namespace, name)
    if (existing !== undefined) return {status: nameTaken(info, existing), steps, warnings}
    const json = stored(info, object)
    if (request.dryRun !== true && isStored(info)) this.writer.put({operation: 'CREATE', info, namespace, key: name}, json)
    return {status: created, object: json, steps, warnings}
  }

  private update(target: Target): Answer {
    const {info, namespace, object: {metadata: {name = ''}}, request} = target
    const strategy = endpoint(info, request.subresource ?? '')
    if (strategy === undefined) return {status: noSuchResource}
    const old = this.store.get(info, namespace, name)
    if (old === undefined) return this.updateAbsent(target, strategy)
    const outcome = passUpdate(this.plugins, target, old, strategy, this.surroundings(target))
    if ('status' in outcome) return outcome
    const {object} = outcome
    const isKept = request.dryRun === true || semanticEqual(object, old)
    const json = stored(info, isKept ? object : atNextVersion(object))
    if (request.dryRun === true) return {...outcome, status: ok, object: json}
    const event: StoreEvent = {operation: 'UPDATE', info, namespace, key: name, old}
    if (isFreed(object)) this.writer.erase(event)
    else this.writer.put(event, json)
    return {...outcome, status: ok, object: json}
  }

  /** An update of what is not there: objects of some kinds are made then, as by a create, whatever version they are of. */
  private updateAbsent({info, object, ...target}: Target, strategy: UpdateStrategy<KubeObject>): Answer {
    const {name = ''} = object.metadata
    if (name === '' || info.definition.createdByUpdate !== true || strategy !== info.definition) return {status: notFoundRequest(info.resource, name)}
    const refusal = refuseUid({...target, info, object}, '')
    return refusal ? {status: refusal} : this.create({...target, info, object: objectToCreate(object), request: {...target.request, operation: 'CREATE'}})
  }

  /** Gives a stored workload the replicas of a Scale. */
  private scale(request: Request, {apiVersion, kind}: Pick<AnyKind, 'apiVersion' | 'kind'>): Answer {
    const info = lookUpKind(apiVersion, kind)
    if (info === undefined || !isScalable(info)) return {status: noSuchResource}
    const {name, namespace: given} = (request.object['metadata'] ?? {}) as {readonly name?: unknown, readonly namespace?: unknown}
    const namespace = request.namespace ?? (textOf(given) || 'default')
    const old = this.store.get(info, namespace, textOf(name))
    if (old === undefined) return {status: notFoundRequest(info.resource, textOf(name))}
    const object = scaledObject(request, old)
    return 'metadata' in object ? this.update({info, namespace, object, request: {...request, subresource: 'scale'}}) : object
  }

  private delete(request: Request, count = 1): Answer {
    const info = identify(request.object)
    if ('code' in info) return {status: info}
    const {name, namespace: given} = (request.object['metadata'] ?? {}) as {readonly name?: unknown, readonly namespace?: unknown}
    const namespace = info.namespaced ? request.namespace ?? (textOf(given) || 'default') : ''
    const key = textOf(name)
    const object = this.store.get(info, namespace, key)
    if (object === undefined) return {status: notFoundRequest(info.resource, key)}
    const refusal = refuseDelete(this.plugins, {info, namespace, object, request})
    if (refusal === undefined && request.dryRun !== true) this.writer.remove({operation: 'DELETE', info, namespace, key, old: object, count})
    return refusal ?? {status: ok}
  }

  private inItsWords(errors: readonly FieldError[]): readonly FieldError[] {
    return errorsInWordsOf(this.flags.version, errors)
  }

  private surroundings({info, namespace: name}: Target): Surroundings {
    return {
      stored: () => this.store.listEverywhere(info),
      flags: this.flags,
      namespaceLabels: () => this.store.list(namespaceKind).find(({metadata}) => metadata.name === name)?.metadata.labels ?? {},
    }
  }

  private discover({info, namespace}: Target): void {
    for (const controller of this.controllers) controller.discover(info.resource, namespace)
  }

  private restore(target: Target): Answer {
    const {info, namespace} = target
    this.discover(target)
    const object = info.definition.canonicalize?.(target.object) ?? target.object
    const errors = this.inItsWords(validateExisting(info, object, this.flags))
    if (errors.length > 0) return invalid(info, object, errors)
    const json = stored(info, object)
    this.store.put(info, namespace, object.metadata.name ?? '', json)
    for (const controller of this.controllers) controller.loaded()
    return {status: created, object: json}
  }
}

const withWarnings = ({warnings = []}: Target, answer: Answer): Answer =>
  warnings.length === 0 ? answer : {...answer, warnings: [...warnings, ...answer.warnings ?? []]}

const review = ({operation}: Request, answer: Answer): Review =>
  ({operation, allowed: isSuccess(answer.status), steps: [], problems: [], errors: [], ...answer, warnings: sentWarnings(answer.warnings ?? [])})

/** The JSON that is stored and answered. Defaulting runs once more when the server reads it back (limitranger spec 2.1). */
function stored(info: KindInfo, object: KubeObject): JsonObject {
  const json = encodeObject(info, object)
  const {definition} = info
  if (definition.setDefaults === undefined || definition.setDefaults(object) === object) return json
  return encodeObject(info, definition.setDefaults(decodeObject(info, json).object))
}

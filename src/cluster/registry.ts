import type {AdmissionPlugin} from '../admission/plugin.js'
import type {Controller} from '../controllers/controller.js'
import type {AnyKind, KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {namespace as namespaceKind} from '../kinds/namespace/index.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import type {FieldError} from '../machinery/field/error.js'
import {textOf} from '../machinery/go/json-value.js'
import {suffixStandIn} from '../machinery/meta/name-suffix.js'
import {errorsInWordsOf} from '../machinery/older-texts.js'
import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import {created, isSuccess, notFoundRequest, ok} from '../machinery/meta/status.js'
import {decodeObject, encodeObject} from './codec.js'
import {endpoint, nameTaken, refuseMethod} from './endpoints.js'
import type {ClusterOptions} from './options.js'
import {invalid, passCreate, passUpdate, refuseDelete, type Surroundings} from './pipeline.js'
import {showStandIn} from './placeholder.js'
import {refuseUid, refuseVersion} from './preconditions.js'
import {atNextVersion, isFreed, objectToCreate} from './prepare.js'
import type {Answer, Passed, Request, Review} from './review.js'
import {isScalable, scaledObject} from './scale.js'
import {isStored, type KindInfo, lookUpKind} from './scheme.js'
import type {Store} from './store.js'
import type {StoreEvent, StoreWriter} from './store-writer.js'
import {identify, methodNotAllowed, noSuchResource, type Target, targetOf} from './target.js'
import {type ServerFlags, validateCreate, validateExisting} from './validation.js'
import {sentWarnings} from './warning-headers.js'

/** The parts of the server that requests pass through. */
export interface Server {
  readonly flags: ServerFlags
  readonly plugins: readonly AdmissionPlugin[]
  readonly controllers: readonly Controller[]
  readonly store: Store
  readonly writer: StoreWriter
  readonly options: Pick<ClusterOptions, 'injector' | 'nameSuffix'>
}

/** The answer to a create, and the request that admission let pass. */
export interface CreatedOne {
  readonly review: Review
  /** Undefined if the request was rejected before admission let it pass. */
  readonly target?: Target
}

/**
 * Answers requests for single objects: decodes each, passes it through the pipeline and stores the result
 * (k8s.io/apiserver, pkg/registry/generic/registry, store.go).
 */
export class Registry {
  constructor(private readonly server: Server) {}

  /** Answers a request and stores its changes. No body makes this throw. */
  handle(request: Request): Review {
    if (request.scaled !== undefined) return review(request, this.scale(request, request.scaled))
    return review(request, refuseMethod(request) ?? (request.operation === 'DELETE' ? this.removal(request, 1) : this.write(request)))
  }

  /** Deletes `count` of the objects that the store keeps under one key. */
  delete(request: Request, count: number): Review {
    return review(request, this.removal(request, count))
  }

  /** Stores an object that exists already, without admission; an object that breaks the rules of its kind is rejected. */
  load(request: Request): Review {
    const target = targetOf(request, this.server.flags.version)
    return review(request, 'info' in target ? this.restore(target) : target)
  }

  /** Creates an object as `handle` does, and returns the admitted request with it. */
  createOne(given: Request): CreatedOne {
    const request = this.injected(given)
    const target = targetOf(request, this.server.flags.version)
    if (!('info' in target) || refuseMethod(request) !== undefined || target.info.definition.statusOf !== undefined) return {review: this.handle(given)}
    const outcome = this.passCreate(target)
    const made = review(request, withWarnings(target, this.storeNew(target, outcome)))
    return 'status' in outcome ? {review: made} : {review: made, target: {...target, object: outcome.object}}
  }

  private write(given: Request): Answer {
    const target = targetOf(this.injected(given), this.server.flags.version)
    return 'info' in target ? withWarnings(target, this.answer(target)) : target
  }

  private injected(request: Request): Request {
    const {operation, object, subresource = ''} = request
    const {injector} = this.server.options
    const isNewPod = operation === 'CREATE' && subresource === '' && object['kind'] === 'Pod' && object['apiVersion'] === 'v1'
    return injector !== undefined && isNewPod ? {...request, object: injector(object)} : request
  }

  private answer(target: Target): Answer {
    const {info: {definition: {statusOf}}, request} = target
    if (statusOf !== undefined) return this.writeStatus(target, statusOf)
    return request.operation === 'CREATE' ? this.create(target) : this.update(target)
  }

  /** Writes the status of a document that is never stored into the object of the same name, like an update of its status. */
  private writeStatus({info, namespace, object, request}: Target, of: Pick<AnyKind, 'apiVersion' | 'kind'>): Answer {
    if (request.operation !== 'CREATE') return {status: methodNotAllowed}
    const errors = this.inItsWords(validateCreate(info, object, this.server.flags))
    if (errors.length > 0) return invalid(info, object, errors)
    const {name = '', resourceVersion} = object.metadata
    const owner = lookUpKind(of.apiVersion, of.kind)
    const stored = owner && this.server.store.getJson(owner, namespace, name)
    if (stored === undefined) return {status: notFoundRequest(owner?.resource ?? info.resource, name)}
    const metadata = {...stored['metadata'] as object, ...resourceVersion && {resourceVersion}}
    const document = encodeObject(info, object)
    const status = {...stored['status'] as object, ...document['status'] as object}
    const answer = this.write({...request, operation: 'UPDATE', subresource: 'status', object: {...stored, metadata, status}})
    return isSuccess(answer.status) ? {...answer, status: created, object: document} : answer
  }

  private create(target: Target): Answer {
    return this.storeNew(target, this.passCreate(target))
  }

  private storeNew(target: Target, outcome: Passed | Answer): Answer {
    if (target.object.metadata.name) return 'status' in outcome ? outcome : this.storeNamed(target, outcome)
    return this.storeGenerated(target, outcome)
  }

  private passCreate(target: Target): Passed | Answer {
    this.discover(target)
    const suffix = this.server.options.nameSuffix?.() ?? suffixStandIn
    return refuseVersion(target, passCreate(this.server.plugins, target, suffix, this.surroundings(target)))
  }

  private storeGenerated({info, namespace, object: {metadata}, request}: Target, outcome: Passed | Answer): Answer {
    const answer = 'status' in outcome ? outcome : {...outcome, status: created, object: stored(info, outcome.object)}
    const shown = showStandIn(answer, 'status' in outcome ? outcome.status.details?.name : outcome.object.metadata.name, metadata)
    if (shown.object === undefined || request.dryRun === true || !isStored(info)) return shown
    const key = this.server.store.putGenerated(info, namespace, shown.object)
    this.server.writer.notify({operation: 'CREATE', info, namespace, key})
    return {...shown, storedAs: key}
  }

  private storeNamed({info, namespace, request}: Target, {object, steps, warnings}: Passed): Answer {
    const name = object.metadata.name ?? ''
    const existing = this.server.store.get(info, namespace, name)
    if (existing !== undefined) return {status: nameTaken(info, existing), steps, warnings}
    const json = stored(info, object)
    if (request.dryRun !== true && isStored(info)) this.server.writer.put({operation: 'CREATE', info, namespace, key: name}, json)
    return {status: created, object: json, steps, warnings}
  }

  private update(target: Target): Answer {
    const {info, namespace, object: {metadata: {name = ''}}, request} = target
    const strategy = endpoint(info, request.subresource ?? '')
    if (strategy === undefined) return {status: noSuchResource}
    const old = this.server.store.get(info, namespace, name)
    if (old === undefined) return this.updateAbsent(target, strategy)
    const outcome = passUpdate(this.server.plugins, target, old, strategy, this.surroundings(target))
    if ('status' in outcome) return outcome
    const {object} = outcome
    const isKept = request.dryRun === true || semanticEqual(object, old)
    const json = stored(info, isKept ? object : atNextVersion(object))
    if (request.dryRun === true) return {...outcome, status: ok, object: json}
    const event: StoreEvent = {operation: 'UPDATE', info, namespace, key: name, old}
    if (isFreed(object)) this.server.writer.erase(event)
    else this.server.writer.put(event, json)
    return {...outcome, status: ok, object: json}
  }

  /** Answers an update of an object that does not exist: some kinds then create it, with any resourceVersion. */
  private updateAbsent({info, object, ...target}: Target, strategy: UpdateStrategy<KubeObject>): Answer {
    const {name = ''} = object.metadata
    if (name === '' || info.definition.createdByUpdate !== true || strategy !== info.definition) return {status: notFoundRequest(info.resource, name)}
    const refusal = refuseUid({...target, info, object}, '')
    return refusal ? {status: refusal} : this.create({...target, info, object: objectToCreate(object), request: {...target.request, operation: 'CREATE'}})
  }

  /** Sets the replicas of a stored workload to those of a Scale. */
  private scale(request: Request, {apiVersion, kind}: Pick<AnyKind, 'apiVersion' | 'kind'>): Answer {
    const info = lookUpKind(apiVersion, kind)
    if (info === undefined || !isScalable(info)) return {status: noSuchResource}
    const {name, namespace: given} = (request.object['metadata'] ?? {}) as {readonly name?: unknown, readonly namespace?: unknown}
    const namespace = request.namespace ?? (textOf(given) || 'default')
    const old = this.server.store.get(info, namespace, textOf(name))
    if (old === undefined) return {status: notFoundRequest(info.resource, textOf(name))}
    const object = scaledObject(request, old)
    return 'metadata' in object ? this.update({info, namespace, object, request: {...request, subresource: 'scale'}}) : object
  }

  private removal(request: Request, count: number): Answer {
    const info = identify(request.object)
    if ('code' in info) return {status: info}
    const {name, namespace: given} = (request.object['metadata'] ?? {}) as {readonly name?: unknown, readonly namespace?: unknown}
    const namespace = info.namespaced ? request.namespace ?? (textOf(given) || 'default') : ''
    const key = textOf(name)
    const object = this.server.store.get(info, namespace, key)
    if (object === undefined) return {status: notFoundRequest(info.resource, key)}
    const refusal = refuseDelete(this.server.plugins, {info, namespace, object, request})
    if (refusal === undefined && request.dryRun !== true) this.server.writer.remove({operation: 'DELETE', info, namespace, key, old: object, count})
    return refusal ?? {status: ok}
  }

  private inItsWords(errors: readonly FieldError[]): readonly FieldError[] {
    return errorsInWordsOf(this.server.flags.version, errors)
  }

  private surroundings({info, namespace: name}: Target): Surroundings {
    return {
      stored: () => this.server.store.listEverywhere(info),
      flags: this.server.flags,
      namespaceLabels: () => this.server.store.list(namespaceKind).find(({metadata}) => metadata.name === name)?.metadata.labels ?? {},
    }
  }

  private discover({info, namespace}: Target): void {
    for (const controller of this.server.controllers) controller.discover(info.resource, namespace)
  }

  private restore(target: Target): Answer {
    const {info, namespace} = target
    this.discover(target)
    const object = info.definition.canonicalize?.(target.object) ?? target.object
    const errors = this.inItsWords(validateExisting(info, object, this.server.flags))
    if (errors.length > 0) return invalid(info, object, errors)
    const json = stored(info, object)
    this.server.store.put(info, namespace, object.metadata.name ?? '', json)
    for (const controller of this.server.controllers) controller.loaded()
    return {status: created, object: json}
  }
}

const withWarnings = ({warnings = []}: Target, answer: Answer): Answer =>
  warnings.length === 0 ? answer : {...answer, warnings: [...warnings, ...answer.warnings ?? []]}

const review = ({operation}: Request, answer: Answer): Review =>
  ({operation, allowed: isSuccess(answer.status), steps: [], problems: [], errors: [], ...answer, warnings: sentWarnings(answer.warnings ?? [])})

/** Returns the JSON that the server stores and answers. The server sets defaults once more when it reads an object back (spec limitranger 2.1). */
function stored(info: KindInfo, object: KubeObject): JsonObject {
  const json = encodeObject(info, object)
  const {definition} = info
  if (definition.setDefaults === undefined || definition.setDefaults(object) === object) return json
  return encodeObject(info, definition.setDefaults(decodeObject(info, json).object))
}

import {declaredNamespace} from '../admission/known-namespaces.js'
import type {AdmissionPlugin} from '../admission/plugin.js'
import type {Controller} from '../controllers/controller.js'
import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import {merge} from '../machinery/collections/immutable.js'
import {semanticEqual} from '../machinery/collections/semantic-equal.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import type {FieldError} from '../machinery/field/error.js'
import {suffixPlaceholder} from '../machinery/meta/names.js'
import {created, isSuccess, notFoundRequest, ok} from '../machinery/meta/status.js'
import {errorsOfVersion} from '../machinery/version/older-texts.js'
import {decodeObject, encodeObject} from './codec.js'
import {endpoint, nameTaken} from './endpoints.js'
import type {ClusterOptions} from './options.js'
import {evaluateCreate, evaluateDelete, evaluateUpdate, invalid, type StoredState} from './pipeline.js'
import {showPlaceholder} from './placeholder.js'
import {rejectUid, rejectVersion} from './preconditions.js'
import {atNextVersion, isFullyDeleted, objectToCreate} from './prepare.js'
import type {Accepted, Answer, Request} from './review.js'
import {isStored, type KindInfo} from './scheme.js'
import type {StoreEvent, StoreWriter} from './store-writer.js'
import type {Store} from './store.js'
import {noSuchResource, type Target} from './target.js'
import {type ServerFlags, validateCreate, validateExisting} from './validation.js'

/** The parts of the server that requests pass through. */
export interface Server {
  readonly flags: ServerFlags
  readonly plugins: readonly AdmissionPlugin[]
  readonly controllers: Controller
  readonly store: Store
  readonly writer: StoreWriter
  readonly options: Pick<ClusterOptions, 'injector' | 'nameSuffix' | 'explains' | 'work' | 'clock'>
}

/**
 * Stores single objects: passes each through the pipeline and writes the result to the store (k8s.io/apiserver,
 * pkg/registry/generic/registry, store.go).
 */
export class Registry {
  constructor(private readonly server: Server) {}

  /** Answers the create of an object. */
  create(target: Target): Answer {
    return this.storeNew(target, this.evaluateCreate(target))
  }

  /** Stores an object that passed its create, and answers for one that did not. */
  storeNew(target: Target, outcome: Accepted | Answer): Answer {
    if (target.object.metadata.name) return 'status' in outcome ? outcome : this.storeNamed(target, outcome)
    return this.storeGenerated(target, outcome)
  }

  /** Passes a create through admission and validation, and stores nothing. */
  evaluateCreate(target: Target): Accepted | Answer {
    this.discover(target)
    const suffix = this.server.options.nameSuffix?.() ?? suffixPlaceholder
    return rejectVersion(target, evaluateCreate(this.server.plugins, target, suffix, this.storedState(target)))
  }

  private storeGenerated({info, namespace, object: {metadata}, request}: Target, outcome: Accepted | Answer): Answer {
    const answer = 'status' in outcome ? outcome : withFacts({status: created, object: stored(info, outcome.object), steps: outcome.steps, warnings: outcome.warnings}, outcome)
    const shown = showPlaceholder(answer, 'status' in outcome ? outcome.status.details?.name : outcome.object.metadata.name, metadata)
    if (shown.object === undefined || request.dryRun === true || !isStored(info)) return shown
    const key = this.server.store.putGenerated(info, namespace, shown.object)
    this.server.writer.notify({operation: 'CREATE', info, namespace, key})
    return merge(shown, {storedAs: key})
  }

  private storeNamed({info, namespace, request}: Target, accepted: Accepted): Answer {
    const {object, steps, warnings} = accepted
    const name = object.metadata.name ?? ''
    const existing = this.server.store.get(info, namespace, name)
    if (existing !== undefined) return withFacts({status: nameTaken(info, existing), steps, warnings}, accepted)
    const json = stored(info, object)
    if (request.dryRun !== true && isStored(info)) this.server.writer.put({operation: 'CREATE', info, namespace, key: name}, json)
    return withFacts({status: created, object: json, steps, warnings}, accepted)
  }

  /** Answers the update of an object through one of its endpoints. */
  update(target: Target): Answer {
    const {info, namespace, object: {metadata: {name = ''}}, request} = target
    const strategy = endpoint(info, request.subresource ?? '')
    if (strategy === undefined) return {status: noSuchResource}
    const old = this.server.store.get(info, namespace, name)
    if (old === undefined) return this.updateAbsent(target, strategy)
    const outcome = evaluateUpdate(this.server.plugins, target, old, strategy, this.storedState(target))
    if ('status' in outcome) return outcome
    const {object} = outcome
    const isKept = request.dryRun === true || semanticEqual(object, old)
    const json = stored(info, isKept ? object : atNextVersion(object))
    if (request.dryRun === true) return {...outcome, status: ok, object: json}
    const event: StoreEvent = {operation: 'UPDATE', info, namespace, key: name, old}
    if (isFullyDeleted(object)) this.server.writer.erase(event)
    else this.server.writer.put(event, json)
    return {...outcome, status: ok, object: json}
  }

  /** Answers an update of an object that does not exist: some kinds then create it, with any resourceVersion. */
  private updateAbsent({info, object, ...target}: Target, strategy: UpdateStrategy<KubeObject>): Answer {
    const {name = ''} = object.metadata
    if (name === '' || info.definition.createdByUpdate !== true || strategy !== info.definition) return {status: notFoundRequest(info.resource, name)}
    const rejection = rejectUid({...target, info, object}, '')
    return rejection ? {status: rejection} : this.create({...target, info, object: objectToCreate(object), request: {...target.request, operation: 'CREATE'}})
  }

  /** Deletes `count` of the objects that the store keeps under one key. */
  remove(request: Request, info: KindInfo, namespace: string, key: string, count: number): Answer {
    const object = this.server.store.get(info, namespace, key)
    if (object === undefined) return {status: notFoundRequest(info.resource, key)}
    const answer = evaluateDelete(this.server.plugins, {info, namespace, object, request}, this.server.options.explains === true)
    if (isSuccess(answer.status) && request.dryRun !== true) this.server.writer.remove({operation: 'DELETE', info, namespace, key, old: object, count})
    return answer
  }

  /** Returns the errors of an object that is validated and never stored. */
  errorsOf({info, object}: Target): readonly FieldError[] {
    return this.inItsWords(validateCreate(info, object, this.server.flags))
  }

  private inItsWords(errors: readonly FieldError[]): readonly FieldError[] {
    return errorsOfVersion(this.server.flags.version, errors)
  }

  private storedState({info, namespace: name}: Target): StoredState {
    return {
      stored: () => this.server.store.listEverywhere(info),
      flags: this.server.flags,
      explains: this.server.options.explains === true,
      namespaceLabels: () => declaredNamespace(this.server.store, name)?.metadata.labels ?? {},
    }
  }

  private discover({info, namespace}: Target): void {
    this.server.controllers.discover(info.resource, namespace)
  }

  /** Stores an object that exists already, without admission; an object that breaks the rules of its kind is rejected. */
  restore(target: Target): Answer {
    const {info, namespace} = target
    this.discover(target)
    const object = info.definition.canonicalize?.(target.object) ?? target.object
    const errors = this.inItsWords(validateExisting(info, object, this.server.flags))
    if (errors.length > 0) return invalid(info, object, errors)
    const json = stored(info, object)
    this.server.store.put(info, namespace, object.metadata.name ?? '', json)
    this.server.controllers.loaded()
    return {status: created, object: json}
  }
}

/** The answer with the trace of its request, if there is one. */
const withFacts = (answer: Answer, {trace, auditAnnotations}: Accepted): Answer =>
  trace === undefined && auditAnnotations === undefined ? answer : {...answer, ...trace && {trace}, ...auditAnnotations && {auditAnnotations}}

/** Returns the JSON that the server stores and answers. The server sets defaults again when it reads an object back (spec limitranger 2.1). */
function stored(info: KindInfo, object: KubeObject): JsonObject {
  const json = encodeObject(info, object)
  const {definition, emulated} = info
  if (definition.setDefaults === undefined || definition.setDefaults(object, emulated) === object) return json
  return encodeObject(info, definition.setDefaults(decodeObject(info, json).object, emulated))
}

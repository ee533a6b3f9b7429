import type {AnyKind} from '../kinds/kind.js'
import {textOf} from '../machinery/go/json-value.js'
import {created, isSuccess, notFoundRequest, type Status} from '../machinery/meta/status.js'
import {bind} from './binding.js'
import {encodeObject} from './codec.js'
import {isBinding, rejectMethod} from './endpoints.js'
import {invalid} from './pipeline.js'
import type {Registry, Server} from './registry.js'
import type {Answer, Request, Review} from './review.js'
import {isScalable, scaledObject} from './scale.js'
import {type KindInfo, lookUpKind} from './scheme.js'
import {identify, methodNotAllowed, noSuchResource, type Target, targetOf} from './target.js'
import {sentWarnings} from './warning-headers.js'
import {workOf} from './work-limit.js'

/** The answer to a create, and the request that admission let pass. */
export interface CreatedOne {
  readonly review: Review
  /** Undefined if the request was rejected before admission let it pass. */
  readonly target?: Target
}

/**
 * Finds the kind and the endpoint of each request, and has the registry answer it (k8s.io/apiserver, pkg/endpoints/handlers). No body
 * makes this throw.
 */
export class Router {
  constructor(private readonly server: Server, private readonly registry: Registry) {}

  /** Answers a request and stores its changes. No body makes this throw. */
  handle(request: Request): Review {
    if (request.scaled !== undefined) return this.review(request, this.scale(request, request.scaled))
    return this.review(request, rejectMethod(request, this.server.flags.version) ?? (request.operation === 'DELETE' ? this.removal(request, 1) : this.write(request)))
  }

  /** Deletes `count` of the objects that the store keeps under one key. */
  delete(request: Request, count: number): Review {
    return this.review(request, this.removal(request, count))
  }

  /** Stores an object that exists already, without admission; an object that breaks the rules of its kind is rejected. */
  load(request: Request): Review {
    const target = this.target(request)
    return review(request, 'info' in target ? this.registry.restore(target) : target)
  }

  /** Creates an object as `handle` does, and returns the admitted request with it. */
  createOne(given: Request): CreatedOne {
    const request = this.injected(given)
    const target = this.target(request)
    if (!('info' in target) || rejectMethod(request, this.server.flags.version) !== undefined || target.info.definition.statusOf !== undefined) return {review: this.handle(given)}
    const outcome = this.registry.evaluateCreate(target)
    const made = this.review(request, withWarnings(target, this.registry.storeNew(target, outcome)))
    return 'status' in outcome ? {review: made} : {review: made, target: {...target, object: outcome.object}}
  }

  private target(request: Request): Target | Answer {
    return targetOf(request, this.server.flags.version, this.server.options.clock)
  }

  /** The answer to a request, which counts as work. */
  private review(request: Request, answer: Answer): Review {
    this.server.options.work?.spend(workOf(request, answer))
    return review(request, withDeprecation(identify(request.object, this.server.flags.version), answer))
  }

  private write(given: Request): Answer {
    const target = this.target(this.injected(given))
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
    if (isBinding(target.info)) return bind(target, this.server)
    if (statusOf !== undefined) return this.writeStatus(target, statusOf)
    return request.operation === 'CREATE' ? this.registry.create(target) : this.registry.update(target)
  }

  /** Writes the status of a document that is never stored into the object of the same name, like an update of its status. */
  private writeStatus(target: Target, of: Pick<AnyKind, 'apiVersion' | 'kind'>): Answer {
    const {info, namespace, object, request} = target
    if (request.operation !== 'CREATE') return {status: methodNotAllowed}
    const errors = this.registry.errorsOf(target)
    if (errors.length > 0) return invalid(info, object, errors)
    const {name = '', resourceVersion} = object.metadata
    const owner = lookUpKind(of.apiVersion, of.kind, this.server.flags.version)
    const stored = owner && this.server.store.getJson(owner, namespace, name)
    if (stored === undefined) return {status: notFoundRequest(owner?.resource ?? info.resource, name)}
    const metadata = {...stored['metadata'] as object, ...resourceVersion && {resourceVersion}}
    const document = encodeObject(info, object)
    const status = {...stored['status'] as object, ...document['status'] as object}
    const answer = this.write({...request, operation: 'UPDATE', subresource: 'status', object: {...stored, metadata, status}})
    return isSuccess(answer.status) ? {...answer, status: created, object: document} : answer
  }

  /** Sets the replicas of a stored workload to those of a Scale. */
  private scale(request: Request, {apiVersion, kind}: Pick<AnyKind, 'apiVersion' | 'kind'>): Answer {
    const info = lookUpKind(apiVersion, kind, this.server.flags.version)
    if (info === undefined || !isScalable(info)) return {status: noSuchResource}
    const {name, namespace: given} = (request.object['metadata'] ?? {}) as {readonly name?: unknown, readonly namespace?: unknown}
    const namespace = request.namespace ?? (textOf(given) || 'default')
    const old = this.server.store.get(info, namespace, textOf(name))
    if (old === undefined) return {status: notFoundRequest(info.resource, textOf(name))}
    const object = scaledObject(request, old)
    return 'metadata' in object ? this.registry.update({info, namespace, object, request: {...request, subresource: 'scale'}}) : object
  }

  private removal(request: Request, count: number): Answer {
    const info = identify(request.object, this.server.flags.version)
    if ('code' in info) return {status: info}
    const {name, namespace: given} = (request.object['metadata'] ?? {}) as {readonly name?: unknown, readonly namespace?: unknown}
    const namespace = info.namespaced ? request.namespace ?? (textOf(given) || 'default') : ''
    return this.registry.remove(request, info, namespace, textOf(name), count)
  }
}

const withWarnings = ({warnings = []}: Target, answer: Answer): Answer =>
  warnings.length === 0 ? answer : {...answer, warnings: [...warnings, ...answer.warnings ?? []]}

/** Adds the warning of a deprecated kind, which comes first, to any verdict (apiserver, endpoints `installer.go`). */
const withDeprecation = (info: KindInfo | Status, answer: Answer): Answer =>
  'code' in info || info.definition.deprecation === undefined ? answer : {...answer, warnings: [info.definition.deprecation, ...answer.warnings ?? []]}

const review = ({operation}: Request, answer: Answer): Review =>
  ({operation, allowed: isSuccess(answer.status), steps: [], problems: [], errors: [], ...answer, warnings: sentWarnings(answer.warnings ?? [])})

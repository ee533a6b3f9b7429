import {type Clock, stoppedClock, timestamp} from '../admission/clock.js'
import type {KubeObject} from '../kinds/kind.js'
import {defaultVersion} from '../machinery/version/kubernetes-version.js'
import {distinctOwners} from '../machinery/meta/owner-references.js'
import {badRequest, type Status} from '../machinery/meta/status.js'
import {type Body, typeOf} from './body-type.js'
import {type DecodedObject, decodeObject, decodeStatus, validateFields} from './codec.js'
import {withMetadata, withNamespace} from './prepare.js'
import {rejectSize} from './request-size.js'
import type {Answer, Request} from './review.js'
import {type KindInfo, lookUpKind} from './scheme.js'

/** A request with its object decoded, defaulted and put into its namespace. */
export interface Target {
  readonly info: KindInfo
  readonly namespace: string
  readonly object: KubeObject
  readonly request: Request
  /** Warnings that are returned with any verdict. */
  readonly warnings?: readonly string[]
  /** By default a stopped clock: the endpoints `scale` and DELETE set no times. */
  readonly clock?: Clock
}

/** The API server's answer at an unknown URL. */
export const noSuchResource: Status = {code: 404, reason: 'NotFound', message: 'the server could not find the requested resource'}

/** The API server's answer to a method that a URL does not support. */
export const methodNotAllowed: Status = {code: 405, reason: 'MethodNotAllowed', message: 'the server does not allow this method on the requested resource'}

/** The kind of a body, or the API server's answer to a body without a kind or of an unknown one. */
export function identify(body: Body, version = defaultVersion): KindInfo | Status {
  const {apiVersion, kind} = typeOf(body)
  return kind === '' ? badRequest("Object 'Kind' is missing") : lookUpKind(apiVersion, kind, version) ?? noSuchResource
}

/** Decodes and defaults the object of a request and finds its namespace, or returns the error. */
export function targetOf(request: Request, version = defaultVersion, clock: Clock = stoppedClock): Target | Answer {
  const info = identify(request.object, version)
  if ('code' in info) return {status: info}
  const tooLarge = rejectSize(request.object)
  if (tooLarge !== undefined) return {status: tooLarge}
  const decoded = decodeObject(info, request.object)
  const {problems, warnings} = validateFields(decoded.problems, request.fieldValidation)
  const rejection = decodeStatus(info, request.object, problems)
  if (rejection !== undefined) return {status: rejection, problems}
  const given = decoded.object.metadata.namespace ?? ''
  const namespace = info.namespaced ? request.namespace ?? (given || 'default') : ''
  if (info.namespaced && given !== '' && given !== namespace) {
    return {status: badRequest('the namespace of the provided object does not match the namespace sent on the request')}
  }
  const placed = objectInNamespace(info, decoded, namespace, request, clock)
  const target = info.definition.setTimes === undefined ? placed : {...placed, object: info.definition.setTimes(placed.object, timestamp(clock))}
  return warnings.length === 0 ? target : {...target, warnings: [...warnings, ...target.warnings ?? []]}
}

/** A decoded object in its namespace, with its defaults and without duplicate owners. */
export function objectInNamespace(info: KindInfo, {object}: DecodedObject, namespace: string, request: Request, clock = stoppedClock): Target {
  const placed = withNamespace(object, namespace)
  const {references, repeated} = distinctOwners(object.metadata.ownerReferences ?? [])
  const distinct = repeated.length === 0 ? placed : withMetadata(placed, {ownerReferences: references})
  const warnings = repeated.length === 0 ? [] : [ownersWarning(repeated)]
  return {info, namespace, object: info.definition.setDefaults?.(distinct, info.emulated) ?? distinct, request, warnings, clock}
}

const ownersWarning = (uids: readonly string[]): string =>
  '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; '
  + `please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`

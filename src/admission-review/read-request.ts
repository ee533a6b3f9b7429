import type {JsonObject} from '../machinery/decode/encode.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {type AdmissionRequest, AdmissionReviewError} from './types.js'

const operations = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'] as const

/**
 * Reads the request of a review.
 *
 * @throws AdmissionReviewError that names the field, for anything else than a review of `admission.k8s.io/v1`
 */
export function readRequest(body: unknown): AdmissionRequest {
  if (!isObject(body)) throw new AdmissionReviewError('the body must be an AdmissionReview: a JSON object')
  const {apiVersion, kind, request} = body
  if (kind !== 'AdmissionReview') throw error('kind', 'must be AdmissionReview', kind)
  if (apiVersion !== 'admission.k8s.io/v1') throw error('apiVersion', 'must be admission.k8s.io/v1', apiVersion)
  if (!isObject(request)) throw error('request', 'must be an object', request)
  const operation = operations.find((each) => each === request['operation'])
  if (textOf(request['uid']) === '') throw error('request.uid', 'must be a text', request['uid'])
  if (operation === undefined) throw error('request.operation', `must be one of ${operations.join(', ')}`, request['operation'])
  if (!isObject(request['kind']) || textOf(request['kind']['kind']) === '') throw error('request.kind.kind', 'must be a text', request['kind'])
  const [object, oldObject] = [objectIn(request, 'object'), objectIn(request, 'oldObject')]
  if (object === undefined && (operation === 'CREATE' || operation === 'UPDATE')) throw error('request.object', `must be an object for ${operation}`, undefined)
  if (oldObject === undefined && (operation === 'UPDATE' || operation === 'DELETE')) throw error('request.oldObject', `must be an object for ${operation}`, undefined)
  const {group, resource} = isObject(request['resource']) ? request['resource'] : {}
  return {
    uid: textOf(request['uid']), operation, kind: {kind: textOf(request['kind']['kind'])}, subResource: textOf(request['subResource']),
    resource: {group: textOf(group), resource: textOf(resource)},
    name: textOf(request['name']), namespace: textOf(request['namespace']), userInfo: userIn(request['userInfo']), dryRun: request['dryRun'] === true,
    ...object && {object}, ...oldObject && {oldObject},
  }
}

/** The user; an uid, groups and extra fields of a wrong type are ignored. */
function userIn(info: unknown): NonNullable<AdmissionRequest['userInfo']> {
  const {username, uid, groups, extra} = isObject(info) ? info : {}
  const lists = isObject(extra) ? Object.entries(extra).flatMap(([key, values]) => isTexts(values) ? [[key, values] as const] : []) : []
  return {username: textOf(username), ...textOf(uid) !== '' && {uid: textOf(uid)}, ...isTexts(groups) && {groups}, ...lists.length > 0 && {extra: Object.fromEntries(lists)}}
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((item) => typeof item === 'string')

function objectIn(request: Readonly<Record<string, unknown>>, field: 'object' | 'oldObject'): JsonObject | undefined {
  const {[field]: value} = request
  if (value === undefined || value === null) return undefined
  if (isObject(value)) return value as JsonObject
  throw error(`request.${field}`, 'must be an object', value)
}

/** At most this number of characters of a wrong value is shown. */
const maxShown = 60

function error(field: string, what: string, value: unknown): AdmissionReviewError {
  const shown = value === undefined ? 'missing' : JSON.stringify(value).slice(0, maxShown)
  return new AdmissionReviewError(`${field} ${what}, and is ${shown}`)
}

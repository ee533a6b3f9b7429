import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import {alreadyExists, type Status} from '../machinery/meta/status.js'
import {statusEndpoint} from './prepare.js'
import type {Answer, Request} from './review.js'
import {isScalable} from './scale.js'
import {allows, type KindInfo} from './scheme.js'
import {identify, methodNotAllowed, noSuchResource} from './target.js'

/** The update strategy of a kind's endpoint; undefined if the endpoint does not exist. */
export function endpoint(info: KindInfo, subresource: string): UpdateStrategy<KubeObject> | undefined {
  const {definition, hasStatus} = info
  if (subresource === '' || (subresource === 'scale' && isScalable(info))) return definition
  const own = new Map(Object.entries(definition.subresources ?? {})).get(subresource)
  return own ?? (subresource === 'status' && hasStatus ? statusEndpoint : undefined)
}

/** True for the kind of objects that assign pods to nodes. */
export const isBinding = ({apiVersion, kind}: KindInfo): boolean => apiVersion === 'v1' && kind === 'Binding'

/** The answer to an operation that the kind or endpoint does not support; endpoints only support updates. */
export function rejectMethod({operation, object, subresource = ''}: Request, version: KubernetesVersion): Answer | undefined {
  const info = identify(object, version)
  if ('code' in info) return undefined
  if (subresource === '' || (subresource === 'binding' && isBinding(info))) return allows(info, operation) ? undefined : {status: methodNotAllowed}
  if (operation === 'UPDATE') return undefined
  return {status: endpoint(info, subresource) === undefined ? noSuchResource : methodNotAllowed}
}

/** The answer to a create with the name of a stored object. */
export function nameTaken({resource}: KindInfo, {metadata: {name = '', deletionTimestamp}}: KubeObject): Status {
  const status = alreadyExists(resource, name)
  return deletionTimestamp === undefined ? status : {...status, message: `object is being deleted: ${status.message}`}
}

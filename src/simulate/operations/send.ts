import type {Cluster} from '../../cluster/cluster.js'
import {decodeObject, encodeObject} from '../../cluster/codec.js'
import type {Review} from '../../cluster/review.js'
import type {KindInfo} from '../../cluster/scheme.js'
import {identify} from '../../cluster/target.js'
import type {Requester} from '../../kinds/kind.js'
import {merge} from '../../machinery/collections/immutable.js'
import type {Json, JsonObject} from '../../machinery/decode/encode.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {goText, jsonEqual} from '../../machinery/patch/json.js'
import type {Manifest} from '../../manifests/manifest.js'
import {forCreate} from '../../manifests/namespace.js'
import type {ManifestReview} from '../manifest-review.js'
import {applyTo} from './apply.js'
import {lastAppliedOf, withLastApplied, withoutNulls} from './last-applied.js'
import type {SendOptions, Subresource} from './operation.js'
import {notSent} from './patch-rejection.js'
import {patchStored} from './patch.js'
import {sendScale} from './scale.js'

/** Sends one object like kubectl, and returns its review. */
export function send(cluster: Cluster, manifest: Manifest, options: SendOptions): ManifestReview {
  const info = identify(manifest.body, cluster.kubernetesVersion)
  const {operation, subresource, patch, user, groups} = options
  const who: Requester = {...user !== undefined && {user}, ...groups && {groups}}
  if (subresource === 'scale') return sendScale(cluster, manifest, who)
  if ('code' in info) return merge(cluster.handle({operation: 'CREATE', object: manifest.body, ...who}), {manifest})
  const object: Sending = {cluster, manifest, info, ...placeOf(manifest, info), who}
  const stored = storedObject(object)
  if (subresource !== undefined) return replace(object, stored, subresource)
  if (patch !== undefined && stored !== undefined) {
    return {...patchStored(cluster, {info, namespace: object.namespace, stored, who}, patch), manifest, before: stored}
  }
  // The server answers a patch for an object that does not exist like an update.
  if (patch !== undefined) return replace(object, stored)
  switch (operation ?? (stored === undefined ? 'create' : 'apply')) {
    case 'create': return merge(cluster.handle({operation: 'CREATE', object: forCreate(manifest).body, ...who}), {manifest})
    case 'apply': return stored === undefined ? createApplied(object) : apply(object, stored)
    case 'replace': return replace(object, stored)
    case 'delete': return {...cluster.handle({operation: 'DELETE', object: manifest.body, namespace: object.namespace, ...who}), manifest, ...stored && {before: stored}}
  }
}

/** False if sending an object only creates it, or changes nothing. */
export function mayChange(cluster: Cluster, manifest: Manifest, {operation, subresource, patch}: SendOptions): boolean {
  if (operation !== undefined || subresource !== undefined || patch !== undefined) return true
  const info = identify(manifest.body, cluster.kubernetesVersion)
  return !('code' in info) && storedObject({cluster, info, ...placeOf(manifest, info)}) !== undefined
}

/** An object to send. */
interface Sending {
  readonly cluster: Cluster
  readonly manifest: Manifest
  readonly info: KindInfo
  readonly namespace: string
  readonly name: string
  readonly who: Requester
}

function placeOf({body: {metadata}}: Manifest, {namespaced}: KindInfo): Pick<Sending, 'namespace' | 'name'> {
  const {namespace, name} = isObject(metadata) ? metadata : {}
  return {namespace: namespaced ? textOf(namespace) || 'default' : '', name: textOf(name)}
}

const storedObject = ({cluster, info: {apiVersion, kind}, namespace, name}: Pick<Sending, 'cluster' | 'info' | 'namespace' | 'name'>): JsonObject | undefined =>
  name === '' ? undefined : cluster.get({apiVersion, kind, namespace, name})

/** Emulates `kubectl apply` for an object that does not exist. */
function createApplied({cluster, manifest, name, who}: Sending): ManifestReview {
  const prefix = isObject(manifest.body['metadata']) ? textOf(manifest.body['metadata']['generateName']) : ''
  if (name === '' && prefix !== '') return {...notSent(`from ${prefix}: cannot use generate name with apply`), operation: 'CREATE', manifest}
  return merge(cluster.handle({operation: 'CREATE', object: withoutNulls(withLastApplied(forCreate(manifest).body)), ...who}), {manifest})
}

/** Applies an object; one that is stored in another API version is replaced. */
function apply(object: Sending, stored: JsonObject): ManifestReview {
  const {cluster, manifest, info, namespace, who} = object
  if (stored['apiVersion'] !== info.apiVersion) return replace({...object, manifest: {...manifest, body: withLastApplied(manifest.body)}}, stored)
  const review = applyTo(cluster, {info, namespace, body: manifest.body, stored, who})
  return {...review, manifest, before: stored, applied: true, ...resizeHint(review, stored, review.sent)}
}

/**
 * Emulates `kubectl replace`: sends the whole object, with the stored version if the file has none (kubectl
 * `Helper.Replace`), and keeps the last-applied record if the file has one.
 */
function replace({cluster, manifest, namespace, who}: Sending, stored: JsonObject | undefined, subresource?: Subresource): ManifestReview {
  const body: JsonObject = lastAppliedOf(manifest.body) === undefined ? manifest.body : withLastApplied(manifest.body)
  const sent = withVersionOf(body, stored)
  const review: Review = cluster.handle({operation: 'UPDATE', namespace, object: sent, ...subresource && {subresource}, ...who})
  return {...review, manifest, sent, ...stored && {before: stored, ...resizeHint(review, stored, sent)}, ...subresource && {subresource}}
}

function withVersionOf(body: JsonObject, stored: JsonObject | undefined): JsonObject {
  const metadata = isObject(body['metadata']) ? body['metadata'] as JsonObject : {}
  const version = isObject(stored?.['metadata']) ? stored['metadata']['resourceVersion'] : undefined
  return textOf(metadata['resourceVersion']) !== '' || typeof version !== 'string' ? body : {...body, metadata: {...metadata, resourceVersion: version}}
}

const hint = 'the resources of a running pod change through its resize endpoint: send the pod with --subresource resize'

/** A hint if a pod update is rejected because it changes resources, which only the resize endpoint may change. */
function resizeHint({allowed, errors}: Review, stored: JsonObject, sent: JsonObject | undefined): {readonly hint?: string} {
  const isRejected = !allowed && errors.some((error) => String(error).includes('pod updates may not change fields'))
  return isRejected && sent !== undefined && !jsonEqual(resourcesOf(canonical(stored)), resourcesOf(canonical(sent))) ? {hint} : {}
}

/** An object with its amounts in their canonical form. */
function canonical(object: JsonObject): JsonObject {
  const info = identify(object)
  return 'code' in info ? object : encodeObject(info, decodeObject(info, object).object)
}

/** The resources of a pod and of its containers, by their names. */
function resourcesOf({spec}: JsonObject): JsonObject {
  if (!isObject(spec)) return {}
  const {resources = null, containers = [], initContainers = []} = spec as JsonObject
  const all = [containers, initContainers].flatMap((list) => Array.isArray(list) ? list as readonly Json[] : []).filter(isObject) as JsonObject[]
  return {resources, ...Object.fromEntries(all.map(({name, resources: own = null}) => [`container ${goText(name)}`, own]))}
}

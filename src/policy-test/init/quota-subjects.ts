import type {JsonObject} from '../../source/json-value.js'
import type {Subject} from './draft.js'
import {filled} from './limit-range-tests.js'
import type {Materials} from './materials.js'
import {type Amounts, otherAmounts} from './pods.js'
import {kindOf} from './subjects.js'

const none = {requests: {}, limits: {}}

/** The kinds of resources of the core group that quotas count by their own names. */
const coreResources: ReadonlySet<string> = new Set(['configmaps', 'secrets', 'replicationcontrollers', 'resourcequotas'])

const serviceTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['services', ['ClusterIP', 'NodePort']], ['services.nodeports', ['NodePort']], ['services.loadbalancers', ['LoadBalancer']],
])

/**
 * Returns objects that a resource of a quota can count, best first.
 *
 * @param resource The name in `hard`: `count/deployments.apps`
 * @param spec Further fields of their spec, which put them into scopes
 */
export function subjectsFor(resource: string, spec: JsonObject, materials: Materials): readonly Subject[] {
  const {objects} = materials
  const counted = resource.startsWith('count/') ? resource.slice('count/'.length) : coreResources.has(resource) ? resource : undefined
  if (counted !== undefined && counted !== 'pods' && counted !== 'persistentvolumeclaims') {
    const [apiVersion, kind] = kindOf(counted)
    return objects(apiVersion, kind, spec)
  }
  const types = serviceTypes.get(resource)
  if (types !== undefined) return types.flatMap((type) => objects('v1', 'Service', {...spec, type}))
  return isOfClaims(resource) ? claims(resource, spec, materials) : pods(ofContainer(resource), spec, materials)
}

const isOfClaims = (resource: string): boolean =>
  /(?:^|\/)persistentvolumeclaims$|^requests\.storage$|\.(?:storageclass|volumeattributesclass)\.storage\.k8s\.io\//.test(resource)

/** Returns claims of the class that a resource names: `gold.storageclass.storage.k8s.io/requests.storage`. */
function claims(resource: string, spec: JsonObject, {objects, storage}: Materials): readonly Subject[] {
  const storageClassName = /^(.+)\.storageclass\.storage\.k8s\.io\//.exec(resource)?.[1]
  const fields = {...spec, ...storageClassName !== undefined && {storageClassName}, resources: {requests: {storage}}}
  return objects('v1', 'PersistentVolumeClaim', fields)
}

/** Returns the amount of a resource that containers state only if a quota bounds it: an extended resource, or huge pages. */
function ofContainer(resource: string): Amounts {
  const name = resource.replace(/^(?:requests|limits)\./, '')
  const size = /^hugepages-(.+)$/.exec(name)?.[1]
  if (size !== undefined) return {[name]: size, memory: '64Mi'}
  return name.includes('/') && !name.startsWith('count/') ? {[name]: '1'} : {}
}

/**
 * Returns pods that state the usual amounts but the one that a resource of a quota counts, best first. Without a request they have no limit
 * either, as the API server takes it for the request.
 *
 * @param resource The name in `hard`: `limits.cpu`
 */
export function podsWithout(resource: string, spec: JsonObject, {makers, fills}: Materials): readonly Subject[] {
  const name = resource.replace(/^(?:requests|limits)\./, '')
  const isLimit = resource.startsWith('limits.')
  return makers.flatMap((make) => [...fills.toReversed(), ...otherAmounts].flatMap((fill) => {
    const others = Object.fromEntries(Object.entries(fill).filter(([key]) => key !== name))
    return make([{requests: isLimit ? fill : others, limits: others}], spec) ?? []
  }))
}

function pods(own: Amounts, spec: JsonObject, {makers, fills}: Materials): Subject[] {
  return makers.flatMap((make) => [...fills, ...otherAmounts].flatMap((fill) => make([filled(none, {...own, ...fill})], spec) ?? []))
}

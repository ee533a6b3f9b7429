import type {Cluster} from '../../cluster/cluster.js'
import {scalableKinds, scaleKind} from '../../cluster/scale.js'
import {identify, noSuchResource} from '../../cluster/target.js'
import type {Requester} from '../../kinds/kind.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import type {Manifest} from '../../manifests/manifest.js'
import {isScale} from '../../manifests/namespace.js'
import type {ManifestReview} from '../manifest-review.js'
import {notSent} from './patch-rejection.js'

type Kind = typeof scalableKinds[number]

/**
 * Sends the replicas of a manifest to the scale endpoint of a workload, like `kubectl scale`. The manifest is
 * that of the workload, or a Scale with the workload's name.
 */
export function sendScale(cluster: Cluster, manifest: Manifest, who: Requester): ManifestReview {
  const {metadata, spec} = manifest.body as JsonObject
  const {name, namespace} = isObject(metadata) ? metadata : {}
  const place = {namespace: textOf(namespace) || 'default', name: textOf(name)}
  const isItself = isScale(manifest.body)
  const isTarget = (one: Kind): boolean => isItself ? cluster.get({...one, ...place}) !== undefined : isOf(manifest, one)
  const [scaled, ...others] = scalableKinds.filter(isTarget)
  if (others.length > 0 && scaled !== undefined) return {...notSent(severalText(place.name, [scaled, ...others])), manifest, subresource: 'scale'}
  const of = scaled ?? (isItself ? scalableKinds[0] : undefined)
  if (of === undefined) return {...notSent(''), status: noSuchResource, manifest, subresource: 'scale'}
  const replicas = isObject(spec) ? (spec as JsonObject)['replicas'] : undefined
  const object: JsonObject = isItself ? manifest.body : {...scaleKind, metadata: place, spec: replicas === undefined ? {} : {replicas}}
  const before = cluster.get({...of, ...place})
  const review = cluster.handle({operation: 'UPDATE', subresource: 'scale', scaled: of, namespace: place.namespace, object, ...who})
  return {...review, manifest, subresource: 'scale', ...before && {before, sent: withReplicas(before, replicas)}}
}

function isOf({body}: Manifest, {apiVersion, kind}: Kind): boolean {
  const info = identify(body)
  return !('code' in info) && info.apiVersion === apiVersion && info.kind === kind
}

const severalText = (name: string, kinds: readonly Kind[]): string =>
  `${kinds.map(({kind}) => kind).join(' and ')} are both named ${name}: send the manifest of the one to scale`

const withReplicas = (object: JsonObject, replicas: JsonObject[string] | undefined): JsonObject =>
  ({...object, spec: {...isObject(object['spec']) ? object['spec'] : {}, ...replicas !== undefined && {replicas}}})

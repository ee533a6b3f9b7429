import type {BoundCheck} from '../admission/explanation.js'
import {checksOfClaim, checksOfPod, withDefaults} from '../admission/plugins/limit-ranger/index.js'
import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import {limitRange} from '../kinds/limit-range/index.js'
import {setPodDefaults} from '../kinds/pod/defaults.js'
import type {LimitRange} from '../machinery/api/core-v1.js'
import {textOf} from '../machinery/go/json-value.js'
import {encode} from '../machinery/decode/encode.js'
import type {ManifestReview} from './manifest-review.js'
import {namespaceOf, valueAt} from './object-fields.js'
import type {Simulation} from './simulate.js'

/** The comparisons of a LimitRange with one pod or claim of a simulation. */
export interface ComparedObject {
  readonly policy: LimitRange
  /** The object that was sent: the workload of a pod that a controller makes. */
  readonly kind: string
  readonly name: string
  readonly checks: readonly BoundCheck[]
}

/**
 * Compares the pods and claims of a simulation with the LimitRanges of their namespaces: admitted ones as they are stored, and denied
 * ones with the defaults of the LimitRanges.
 */
export function comparedObjects({reviews, workloads, cluster}: Pick<Simulation, 'reviews' | 'workloads' | 'cluster'>): ComparedObject[] {
  const all = [
    ...reviews.map((review) => ({review, namespace: namespaceOf(review.object ?? review.manifest.body) ?? 'default'})),
    ...workloads.flatMap(({owned, namespace}) => owned.map((review) => ({review, namespace}))),
  ]
  return all.filter(({review}) => isCompared(review)).flatMap(({review, namespace}) => {
    const policies = cluster.list(limitRange, namespace)
    const compare = policies.length === 0 ? undefined : comparisonOf(review, policies)
    if (compare === undefined) return []
    const body = review.object ?? review.manifest.body
    const {kind, name} = review.owner ?? {kind: textOf(body['kind']), name: textOf(valueAt(body, ['metadata', 'name']) ?? valueAt(body, ['metadata', 'generateName']))}
    return policies.map((policy) => ({policy, kind, name, checks: compare(policy)})).filter(({checks}) => checks.length > 0)
  })
}

const isCompared = ({manifest: {body}, operation, subresource}: ManifestReview): boolean =>
  operation !== 'DELETE' && subresource === undefined && (body['kind'] === 'Pod' || body['kind'] === 'PersistentVolumeClaim')

/** Returns the comparison with an object; undefined for one that the server cannot decode. */
function comparisonOf({object, manifest: {body}}: ManifestReview, policies: readonly LimitRange[]): ((policy: LimitRange) => BoundCheck[]) | undefined {
  // The object that a controller sends is decoded already.
  const json = object ?? encode(body)
  const info = identify(json)
  if ('code' in info) return undefined
  const decoded = decodeObject(info, json)
  if (decoded.problems.length > 0) return undefined
  if (json['kind'] === 'PersistentVolumeClaim') return (policy) => checksOfClaim(decoded.object, policy)
  const pod = object === undefined ? withDefaults(setPodDefaults(decoded.object), policies) : decoded.object
  return (policy) => checksOfPod(pod, policy)
}

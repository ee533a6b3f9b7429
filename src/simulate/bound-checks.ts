import type {BoundCheck} from '../admission/explanation.js'
import {checksOfClaim, checksOfPod, withDefaults} from '../admission/plugins/limit-ranger/index.js'
import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import {groupBy} from '../machinery/collections/group-by.js'
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

/** The comparisons of a simulation. */
export interface Comparisons {
  readonly objects: readonly ComparedObject[]
  /** The number of LimitRanges that are left out, as they have too many bounds for the containers of their namespace. */
  readonly left: number
}

/** The maximum of comparisons of a container with a bound. Each one takes about 2 kB of memory. */
export const maxComparisons = 100_000

/** An object to compare, with its namespace. */
interface Candidate {
  readonly review: ManifestReview
  readonly namespace: string
}

/**
 * Compares the pods and claims of a simulation with the LimitRanges of their namespaces: admitted ones as they are stored, and denied
 * ones with the defaults of the LimitRanges.
 */
export function comparedObjects({reviews, workloads, cluster}: Pick<Simulation, 'reviews' | 'workloads' | 'cluster'>): Comparisons {
  const candidates = [
    ...reviews.map((review) => ({review, namespace: namespaceOf(review.object ?? review.manifest.body) ?? 'default'})),
    ...workloads.flatMap(({owned, namespace}) => owned.map((review) => ({review, namespace}))),
  ].filter(({review}) => isCompared(review))
  let [room, left] = [maxComparisons, 0]
  const objects = [...groupBy(candidates, ({namespace}) => namespace)].flatMap(([namespace, all]) => {
    const policies = cluster.list(limitRange, namespace)
    const containers = policies.length === 0 ? 0 : all.reduce((sum, {review}) => sum + containersIn(review), 0)
    const chosen = policies.filter((policy) => {
      const comparisons = containers * boundsOf(policy)
      const fits = comparisons <= room
      if (fits) room -= comparisons
      else left++
      return fits
    })
    return chosen.length === 0 ? [] : all.flatMap((one) => comparisonsOf(one, policies, chosen))
  })
  return {objects, left}
}

/** The comparisons of an object with the chosen policies. */
function comparisonsOf({review}: Candidate, policies: readonly LimitRange[], chosen: readonly LimitRange[]): ComparedObject[] {
  const compare = comparisonOf(review, policies)
  if (compare === undefined) return []
  const body = review.object ?? review.manifest.body
  const {kind, name} = review.owner ?? {kind: textOf(body['kind']), name: textOf(valueAt(body, ['metadata', 'name']) ?? valueAt(body, ['metadata', 'generateName']))}
  return chosen.map((policy) => ({policy, kind, name, checks: compare(policy)})).filter(({checks}) => checks.length > 0)
}

/** The pod itself, or the claim, and its containers: all of them can have amounts. */
function containersIn({object, manifest: {body}}: ManifestReview): number {
  const lists = ['containers', 'initContainers'].map((list) => valueAt(object ?? body, ['spec', list]))
  return lists.reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 1)
}

const boundsOf = ({spec: {limits = []} = {}}: LimitRange): number => limits.reduce((sum, {min = {}, max = {}, maxLimitRequestRatio = {}}) =>
  sum + [min, max, maxLimitRequestRatio].reduce((count, list) => count + Object.keys(list).length, 0), 0)

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

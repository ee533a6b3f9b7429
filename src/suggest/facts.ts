import {decodeObject} from '../cluster/codec.js'
import {identify} from '../cluster/target.js'
import type {KubeObject} from '../kinds/kind.js'
import type {Place} from '../lint/diagnostic.js'
import type {Container, PersistentVolumeClaim, Pod} from '../machinery/api/core-v1.js'
import {groupBy} from '../machinery/collections/group-by.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import {noResources, type ResourceList} from '../machinery/quantity/resource-list.js'
import {locate} from '../manifests/locate.js'
import type {Manifest} from '../manifests/manifest.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {Simulation} from '../simulate/simulate.js'
import {type ContainerUsage, percentile, type Usage, type UsageSubject} from './usage/usage.js'

/** A container as the server has stored it, with defaults. */
export interface ContainerFact {
  readonly namespace: string
  /** `container app of Deployment web` */
  readonly text: string
  readonly place: Place
  readonly requests: ResourceList
  readonly limits: ResourceList
  /** The fields that a LimitRange has filled in: `limits[memory]`. */
  readonly filled: ReadonlySet<string>
  readonly usage: ContainerUsage | undefined
}

/** A pod as the server has stored it. */
export interface PodFact {
  readonly namespace: string
  /** `the pods of Deployment web` */
  readonly text: string
  readonly place: Place
  readonly pod: Pod
  readonly containers: readonly ContainerFact[]
}

/** A claim as the server has stored it. */
export interface ClaimFact {
  readonly namespace: string
  readonly text: string
  readonly place: Place
  readonly storage: Quantity | undefined
}

/** The pods and claims that a simulation has stored. */
export interface Facts {
  readonly pods: readonly PodFact[]
  readonly claims: readonly ClaimFact[]
  /** The workloads and pods, to which measured usage belongs. */
  readonly subjects: readonly UsageSubject[]
}

/**
 * Collects the admitted pods and claims of a simulation, one for each different answer.
 *
 * @param existing answers for objects that existed before
 */
export function factsOf({reviews, workloads}: Pick<Simulation, 'reviews' | 'workloads'>, existing: readonly ManifestReview[], usage: Usage | undefined): Facts {
  const all = [...existing, ...reviews, ...workloads.flatMap(({owned}) => owned)].filter(({allowed}) => allowed)
  const subjects = all.flatMap((review) => review.object === undefined ? [] : [subjectOf(review)])
  const own = usage?.among(subjects)
  const pods = all.flatMap((review) => podFact(review, own) ?? [])
  const claims = all.flatMap((review) => claimFact(review) ?? [])
  return {pods, claims, subjects}
}

/** The owner of a pod, or the object itself. */
function subjectOf({object, owner}: ManifestReview): UsageSubject {
  const {kind = '', metadata: {namespace = '', name = ''} = {}} = (object ?? {}) as Partial<KubeObject>
  return owner === undefined ? {kind, namespace, name} : {...owner, namespace}
}

const decoded = ({object}: ManifestReview): KubeObject | undefined => {
  const info = object && identify(object)
  return info === undefined || object === undefined || 'code' in info ? undefined : decodeObject(info, object).object
}

function podFact(review: ManifestReview, usage: Usage | undefined): PodFact | undefined {
  if (review.object?.['kind'] !== 'Pod') return undefined
  const pod = decoded(review) as Pod | undefined
  if (pod?.spec === undefined || ['Succeeded', 'Failed'].includes(pod.status?.phase ?? '')) return undefined
  const {spec} = pod
  const subject = subjectOf(review)
  const filled = filledOf(review)
  const containers = (['containers', 'initContainers'] as const).flatMap((list) => (spec[list] ?? []).map((container, i): ContainerFact => ({
    namespace: subject.namespace,
    text: `${list === 'containers' ? 'container' : 'init container'} ${container.name ?? ''} of ${subject.kind} ${subject.name}`,
    place: placeIn(review.manifest, ['spec', list, i]),
    ...amountsOf(container),
    filled: filled.get(`spec.${list}[${i}]`) ?? new Set(),
    usage: usage?.of(subject, container.name ?? ''),
  })))
  return {
    namespace: subject.namespace, text: review.owner === undefined ? `pod ${subject.name}` : `the pods of ${subject.kind} ${subject.name}`,
    place: placeIn(review.manifest, []), pod, containers,
  }
}

const amountsOf = ({resources}: Container): Pick<ContainerFact, 'requests' | 'limits'> =>
  ({requests: resources?.requests ?? noResources, limits: resources?.limits ?? noResources})

/** The fields of resources that a LimitRange has filled in, for each container: `limits[memory]` of `spec.containers[0]`. */
function filledOf({steps}: ManifestReview): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = steps.filter(({plugin}) => plugin === 'LimitRanger').flatMap(({changes}) => changes.map(({field}) => String(field).split('.resources.')))
  return new Map([...groupBy(fields, ([owner]) => owner ?? '')].map(([owner, own]) => [owner, new Set(own.map(([, ...rest]) => rest.join('.resources.')))]))
}

function claimFact(review: ManifestReview): ClaimFact | undefined {
  if (review.object?.['kind'] !== 'PersistentVolumeClaim') return undefined
  const claim = decoded(review) as PersistentVolumeClaim | undefined
  if (claim === undefined) return undefined
  const {namespace, kind, name} = subjectOf(review)
  const text = review.owner === undefined ? `claim ${name}` : `claim of ${kind} ${name}`
  return {namespace, text, place: placeIn(review.manifest, []), storage: claim.spec?.resources?.requests?.['storage']}
}

/** The place of a field in a manifest, or of the object. */
export const placeIn = ({document: {file}, node}: Manifest, steps: readonly (string | number)[]): Place => ({file, span: locate(file, node, steps)})

/** The measured usage of a resource that a request has to cover: CPU at the percentile, memory at its maximum. */
export function usedBy({usage}: ContainerFact, resource: string, share: number): Quantity | undefined {
  if (usage === undefined || (resource !== 'cpu' && resource !== 'memory')) return undefined
  return percentile(usage[resource], resource === 'memory' ? 100 : share)
}

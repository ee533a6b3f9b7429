import {textOf} from '../machinery/go/json-value.js'
import {oneLine, someOf} from '../machinery/output/printable.js'
import type {Manifest} from '../manifests/manifest.js'
import {explain, type PolicyCause} from './explain.js'
import type {ManifestReview} from './manifest-review.js'
import type {PolicyReport} from './policies.js'
import type {QuotaChange} from './quotas.js'
import type {WorkloadReport} from './workloads/types.js'

/** A workload with its answer and those to its controller. */
interface AnsweredWorkload extends Pick<WorkloadReport, 'event' | 'isRefused'> {
  readonly review: ManifestReview
  readonly owned: readonly ManifestReview[]
}

/** The result of sending objects in one order. */
interface SentObjects {
  readonly reviews: readonly ManifestReview[]
  readonly workloads: readonly AnsweredWorkload[]
  readonly policies: Pick<PolicyReport, 'manifests'>
}

/** The result of sending objects that were all admitted. */
interface AdmittedObjects {
  readonly reviews: readonly ManifestReview[]
  readonly workloads: readonly Pick<WorkloadReport, 'claims'>[]
  readonly quotas: readonly Pick<QuotaChange, 'stale'>[]
  readonly incomplete: readonly string[]
}

/** A review, with its workload if it has one. */
interface ReviewedObject {
  readonly review: ManifestReview
  readonly workload?: AnsweredWorkload | undefined
}

/** Kinds whose new objects change nothing for other objects but the usage of quotas: no plugin reads them, and no controller of others. */
const independentKinds: ReadonlySet<string> = new Set([
  'v1 ConfigMap', 'v1 Pod', 'v1 ReplicationController', 'v1 Secret', 'v1 Service', 'apps/v1 DaemonSet', 'apps/v1 Deployment', 'apps/v1 ReplicaSet',
  'apps/v1 StatefulSet', 'autoscaling/v1 HorizontalPodAutoscaler', 'autoscaling/v2 HorizontalPodAutoscaler', 'networking.k8s.io/v1 Ingress',
  'networking.k8s.io/v1 NetworkPolicy', 'policy/v1 PodDisruptionBudget', 'rbac.authorization.k8s.io/v1 Role', 'rbac.authorization.k8s.io/v1 RoleBinding',
])

/**
 * True if objects that were all admitted are certainly admitted in any order: then the quotas have room for all, so that no part of them
 * is too much. A StatefulSet with claims may use claims that are sent.
 */
export const admitsInAnyOrder = ({reviews, workloads, quotas, incomplete}: AdmittedObjects): boolean =>
  incomplete.length === 0 && quotas.every(({stale}) => stale === undefined) && workloads.every(({claims}) => claims.wanted === 0)
  && reviews.every((review) => review.operation === 'CREATE' && review.subresource === undefined && isIndependent(review))

/** True for an object that changes nothing for other objects but the usage of quotas. */
export const isIndependent = ({manifest: {body}}: Pick<ManifestReview, 'manifest'>): boolean =>
  independentKinds.has(`${textOf(body['apiVersion'])} ${textOf(body['kind'])}`)

/**
 * Names the objects whose verdict differs in the order of the files, with the reason. Objects with the same
 * reason share a note.
 *
 * @param installed the simulation in install order
 * @param written the simulation of the same objects in the order of the files
 */
export function orderNotes(installed: SentObjects, inFileOrder: SentObjects): string[] {
  const others = new Map(reviewedObjects(inFileOrder).map((twin) => [twin.review.manifest.node, twin]))
  const order = inFileOrder.reviews.map(({manifest}) => manifest)
  const reasons = new Map<string, Reason>()
  for (const twin of reviewedObjects(installed)) {
    const other = others.get(twin.review.manifest.node)
    if (other === undefined || isDenied(twin) === isDenied(other)) continue
    const direction = isDenied(other) ? 'denied' : 'admitted'
    const text = isDenied(other) ? denialOf(other) : admissionReason(twin, installed, order)
    const key = `${direction} ${text}`
    reasons.set(key, {direction, text, subjects: [...reasons.get(key)?.subjects ?? [], twin.review.manifest]})
  }
  return [...reasons.values()].map(({direction, text, subjects}) =>
    `${subjectsText(subjects)} ${subjects.length === 1 ? 'is' : 'are'} ${direction} with --order files: ${text}`)
}

/** Why the verdicts on some objects differ. */
interface Reason {
  readonly direction: 'denied' | 'admitted'
  readonly text: string
  readonly subjects: readonly Manifest[]
}

/** Maximum number of objects named in a note. */
const maxNamed = 5

const subjectsText = (subjects: readonly Manifest[]): string => someOf(subjects.slice(0, maxNamed).map(titleOf), maxNamed, subjects.length)

function reviewedObjects({reviews, workloads}: SentObjects): ReviewedObject[] {
  const byReview = new Map(workloads.map((workload) => [workload.review, workload]))
  return reviews.map((review) => ({review, workload: byReview.get(review)}))
}

/** True if the object, or one that its controller creates, is rejected. */
const isDenied = ({review, workload}: ReviewedObject): boolean => !review.allowed || workload?.isRefused === true

function titleOf({body, node, document: {file}}: Manifest): string {
  const {name, generateName} = (body['metadata'] ?? {}) as {readonly name?: unknown, readonly generateName?: unknown}
  return `${oneLine(textOf(body['kind']))} ${oneLine(textOf(name) || textOf(generateName))} (${oneLine(file.path)}:${file.position(node.start).line})`
}

/** The server's message about the first denial. */
function denialOf({review, workload}: ReviewedObject): string {
  const denied = review.allowed ? workload?.owned.find(({allowed}) => !allowed) : review
  return oneLine(denied?.status.message ?? workload?.event?.message ?? 'an object that it creates is denied')
}

/** Why an object is admitted in the order of the files: a policy is not in force yet, or a quota is not used up. */
function admissionReason({review, workload}: ReviewedObject, {policies}: SentObjects, order: readonly Manifest[]): string {
  const explanations = [review, ...workload?.owned ?? []].flatMap((one) => explain(one, policies.manifests))
  const causes = explanations.flatMap(({policy, setBy}) => [policy ?? [], setBy].flat())
  const [first] = causes
  const place = order.findIndex(({node}) => node === review.manifest.node)
  const later = order.find((manifest, i) => i > place && causes.some((cause) => isIn(manifest, cause)))
  if (later !== undefined) return `${titleOf(later)} comes later in the files`
  return first?.kind === 'ResourceQuota' ? `ResourceQuota ${oneLine(first.name)} then still has room` : 'other objects then come first'
}

const isIn = ({document, node}: Manifest, {place}: PolicyCause): boolean =>
  place?.file === document.file && node.start <= place.span.start && place.span.start < node.end

import type {QuotaSum} from '../../admission/explanation.js'
import type {Cluster} from '../../cluster/cluster.js'
import type {KubeObject} from '../../kinds/kind.js'
import type {Json} from '../../machinery/decode/encode.js'
import {FieldPath} from '../../machinery/field/path.js'
import {isObject, textOf} from '../../machinery/go/json-value.js'
import {goJson} from '../../machinery/go/text.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {oneStepToward} from '../../machinery/quantity/steps.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {objectKey} from '../../simulate/object-key.js'
import {sourceField} from '../../simulate/operations/source-field.js'
import {valueAt} from '../../simulate/object-fields.js'
import type {Simulation, WorkloadOutcome} from '../../simulate/simulate.js'
import {templateOf} from '../../simulate/workloads/owned-reviews.js'
import type {FieldEdit, Remedy} from '../types.js'
import {classEdits} from './classes.js'
import {findDelay} from './delay.js'
import {type Edit, merged, withEdits} from './edit.js'
import {errorEdits, problemEdits} from './invalid.js'
import {metadataEdits} from './metadata.js'
import {repair} from './repair.js'
import type {Trials} from './trials.js'

/** Maximum number of times that a changed object is changed again because something else denies it. */
const maxRounds = 5

/** A denied object: the answer to it, and the denied request, which its controller can have sent. */
export interface Denied {
  readonly review: ManifestReview
  readonly request: ManifestReview
  readonly workload?: WorkloadOutcome | undefined
}

/** Maximum number of changes to offer. */
const maxOffered = 2

/**
 * Finds changes with which the server admits an object: of the object itself, of the quotas that it exceeds, or of the time at which it is
 * sent. Each has been sent.
 */
export const findRemedies = (denied: Denied, simulation: Simulation, trials: Trials): Remedy[] => [
  ...fewerReplicas(denied, trials), ...objectRemedies(denied, simulation, trials), ...quotaRemedy(denied, simulation, trials), ...laterRemedy(denied, trials),
].slice(0, maxOffered)

/** Changes of the fields of the object, one for each alternative. */
const objectRemedies = (denied: Denied, {cluster}: Simulation, trials: Trials): Remedy[] =>
  alternativesFor(denied.request, denied.review, cluster).slice(0, maxOffered).flatMap((edits) => objectRemedy(denied, edits, {cluster, trials}))

/** Changes an object until the server admits it: to change one field can show another reason for a denial. */
function objectRemedy({review}: Denied, first: readonly Edit[], {cluster, trials}: {readonly cluster: Cluster, readonly trials: Trials}): Remedy[] {
  const {manifest} = review
  let [edits, more] = [[] as readonly Edit[], first]
  for (let round = 0; round < maxRounds && more.length > 0; round++) {
    edits = merged(edits, more)
    if (!trials.accepts(edits)) return []
    const trial = trials.send(review, new Map([[manifest, withEdits(manifest.body, edits)]]))
    if (trial?.isAdmitted === true) {
      const needed = withoutNeedless(review, edits, trials)
      return [remedyOf(manifest, needed, isSmallest(review, needed, trials))]
    }
    if (trial?.denied === undefined) return []
    more = alternativesFor(trial.denied, review, cluster)[0] ?? []
  }
  return []
}

/** Leaves out edits that state the amount which a default sets anyway, if the server admits the object without them. */
function withoutNeedless(review: ManifestReview, edits: readonly Edit[], trials: Trials): readonly Edit[] {
  const needed = edits.filter(({from, to}) => !(from instanceof Quantity && to instanceof Quantity && from.equals(to)))
  if (needed.length === edits.length) return edits
  return trials.send(review, new Map([[review.manifest, withEdits(review.manifest.body, needed)]]))?.isAdmitted === true ? needed : edits
}

/** Alternative edits of the manifest that satisfy what denies a request of it or of its controller. */
function alternativesFor(request: ManifestReview, review: ManifestReview, cluster: Cluster): Edit[][] {
  const template = request.owner && templateOf(review.manifest.body, request.manifest.body as unknown as KubeObject)
  if (request.owner !== undefined && template === undefined) return []
  return ownAlternatives(request, cluster).map((edits) => edits.flatMap((edit) => {
    const field = template === undefined ? sourceField(request, edit.field) : edit.field.below(template)
    // A field of a list item that only the stored object has is not in the manifest.
    return field.steps().length < edit.field.steps().length ? [] : [{...edit, field}]
  }))
}

/** Alternative edits of the object of a request. What the server checks first comes first. */
function ownAlternatives(request: ManifestReview, cluster: Cluster): Edit[][] {
  if (request.problems.length > 0) return [problemEdits(request)]
  if (request.errors.length > 0) return [errorEdits(request)]
  return metadataEdits(request).map((edits) => [...edits, ...statedEdits(request), ...classEdits(request, cluster), ...repair(request)])
}

/** The same object, sent later. */
function laterRemedy({review, request}: Denied, trials: Trials): Remedy[] {
  const delay = findDelay(request, trials)
  return delay === undefined ? [] : [{...remedyOf(review.manifest, [], delay.isSmallest), delayMilliseconds: delay.milliseconds}]
}

/** True if each edit is necessary: with one step less, the server denies the object. */
const isSmallest = (review: ManifestReview, edits: readonly Edit[], trials: Trials): boolean => edits.every((edit) => {
  const less = oneStepLess(edit)
  if (less === undefined) return false
  return trials.send(review, new Map([[review.manifest, withEdits(review.manifest.body, merged(edits, [less]))]]))?.isAdmitted === false
})

/** The edit with a value that is one step closer to the first value: a thousandth for cpu, else 1. */
function oneStepLess(edit: Edit): Edit | undefined {
  const {field, from, to} = edit
  if (typeof from === 'number' && typeof to === 'number') return {...edit, to: to + Math.sign(from - to)}
  if (!(from instanceof Quantity) || !(to instanceof Quantity) || from.equals(to)) return undefined
  return {...edit, to: oneStepToward(from, to, String(field.step))}
}

/** As many replicas as the quotas admit. */
function fewerReplicas({review, workload}: Denied, trials: Trials): Remedy[] {
  const {manifest} = review
  const {spec} = manifest.body
  const replicas = isObject(spec) ? spec['replicas'] : undefined
  if (workload === undefined || workload.created === 0 || typeof replicas !== 'number' || workload.created >= replicas) return []
  const edits: Edit[] = [{field: FieldPath.of('spec', 'replicas'), operation: 'set', from: replicas, to: workload.created}]
  const trial = trials.send(review, new Map([[manifest, withEdits(manifest.body, edits)]]))
  return trial?.isAdmitted === true ? [remedyOf(manifest, edits, isSmallest(review, edits, trials))] : []
}

/** Greater bounds of the quotas that the request exceeds, or that the requests of its controller after it would. */
function quotaRemedy(denied: Denied, {policies: {manifests}}: Simulation, trials: Trials): Remedy[] {
  const {review, request} = denied
  const later = laterRequests(denied)
  const changes = new Map<Manifest, Edit[]>()
  const edits: Edit[] = []
  for (const {cause: {policy}, resource, requested, total, hard, excess} of sumsOf(request)) {
    const manifest = manifests.get(objectKey({...policy}))
    const needed = total.add(requested.times(later))
    if (excess === undefined && needed.compare(hard) <= 0) continue
    if (manifest === undefined || (changes.size > 0 && !changes.has(manifest))) return []
    const edit = (place: FieldPath): Edit => ({field: place.child('hard').key(resource), operation: 'set', from: hard, to: needed})
    const isRecorded = isObject(manifest.body['status']) && manifest.body['status']['hard'] !== undefined
    changes.set(manifest, [...changes.get(manifest) ?? [], edit(FieldPath.of('spec')), ...isRecorded ? [edit(FieldPath.of('status'))] : []])
    edits.push(edit(FieldPath.of('spec')))
  }
  const [manifest] = changes.keys()
  // A quota may have thousands of bounds, and most objects may find no trial left.
  if (manifest === undefined || !trials.hasSimulation()) return []
  const bodies = new Map([...changes].map(([one, own]) => [one, withEdits(one.body, own)]))
  return trials.send(review, bodies)?.isAdmitted === true ? [{...remedyOf(manifest, edits, false), isPolicy: true}] : []
}

/** The number of requests that the controller still has to send after the denied one: a pod, or a claim of a template, for each pod that is missing. */
const laterRequests = ({workload}: Denied): bigint => workload === undefined ? 0n : BigInt(Math.max(workload.wanted - workload.created - 1, 0))

const sumsOf = ({trace}: ManifestReview): QuotaSum[] =>
  trace?.explanations.flatMap(({policies}) => policies.flatMap((policy) => policy.type === 'quota' ? policy.sums : [])) ?? []

const remedyOf = ({body}: Manifest, edits: readonly Edit[], isLeast: boolean): Remedy => ({
  target: {kind: textOf(body['kind']), name: isObject(body['metadata']) ? textOf(body['metadata']['name']) : ''},
  isPolicy: false,
  edits: edits.map(({field, operation, from, to, caution}): FieldEdit =>
    ({field: String(field), operation, from: valueText(from), to: valueText(to), ...caution !== undefined && {caution}})),
  isSmallest: isLeast,
  isOneOfSeveral: edits.some((edit) => edit.isOneOfSeveral === true),
})

function valueText(value: Quantity | Json | undefined): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  return value instanceof Quantity ? String(value) : goJson(value)
}

/** Returns the edits that the plugin which denies a request states as the only possible ones. */
const statedEdits = (request: ManifestReview): Edit[] => (request.trace?.explanations ?? []).filter(({isReached}) => isReached)
  .flatMap(({rejection}) => rejection?.reasons ?? [])
  .flatMap(({repairs = []}) => repairs.map(({field, to, caution}): Edit => (
    {field, operation: to === undefined ? 'remove' : 'set', from: valueBefore(request, field.steps()), to, ...caution !== undefined && {caution}}
  )))

/** The value that the server compared: a quantity, or the value in the manifest. */
function valueBefore({trace, sent, manifest}: ManifestReview, steps: readonly (string | number)[]): Edit['from'] {
  const value = valueAt(trace?.mutated, steps)
  return value instanceof Quantity ? value : valueAt(sent ?? manifest.body, steps) as Edit['from']
}

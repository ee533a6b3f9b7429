import {identify} from '../cluster/target.js'
import type {ObjectRef} from '../lint/diagnostic.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {jsonEqual} from '../machinery/patch/json.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {Manifest} from '../manifests/manifest.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {Simulation, WorkloadOutcome} from '../simulate/simulate.js'
import type {ObjectClass} from './types.js'

/** An object on one side. */
export interface Subject {
  readonly manifest: Manifest
  /** The answer of the server; undefined for a policy in force. */
  readonly review?: ManifestReview
  readonly workload?: WorkloadOutcome
  /** The namespace of a policy whose manifest may lack one. */
  readonly namespace?: string
}

/** An object that at least one side has. */
export interface Pair {
  readonly object: ObjectRef
  readonly before?: Subject
  readonly after?: Subject
}

/** Pairs the objects of two simulations, in the order of the second one. Policies in force on all sides that have them are left out. */
export function pairsOf(before: Simulation, after: Simulation): Pair[] {
  const [old, now] = [subjectsOf(before), subjectsOf(after)]
  const keys = [...now.keys(), ...[...old.keys()].filter((key) => !now.has(key))]
  const inForce = {before: policiesInForce(before), after: policiesInForce(after)}
  return keys.flatMap((key): Pair[] => {
    const pair = {before: old.get(key) ?? inForce.before.get(key), after: now.get(key) ?? inForce.after.get(key)}
    const any = pair.after ?? pair.before
    return any === undefined ? [] : [{object: referenceTo(any), ...pair.before && {before: pair.before}, ...pair.after && {after: pair.after}}]
  })
}

/** The objects that were sent, and the policies that were rejected, by key. */
function subjectsOf({reviews, workloads, policies}: Simulation): Map<string, Subject> {
  const byReview = new Map(workloads.map((workload) => [workload.review, workload]))
  const refused = policies.refused.map(({manifest, review, namespace}): Subject => ({manifest, review: {...review, manifest}, namespace}))
  const sent = reviews.map((review): Subject => {
    const workload = byReview.get(review)
    return {manifest: review.manifest, review, ...workload && {workload}}
  })
  const subjects = new Map<string, Subject>()
  for (const subject of [...refused, ...sent]) subjects.set(freeKey(subjects, keyOf(referenceTo(subject))), subject)
  return subjects
}

/** The key with a number if an object of that name was sent before, as with Events and generated names. */
function freeKey(taken: ReadonlyMap<string, unknown>, key: string): string {
  let free = key
  for (let i = 2; taken.has(free); i++) free = `${key}\u0000${i}`
  return free
}

function policiesInForce({policies: {manifests}}: Simulation): Map<string, Subject> {
  return new Map([...manifests].map(([key, manifest]) => {
    const [, , namespace = ''] = key.split('\u0000')
    return [keyOf(referenceTo({manifest, namespace})), {manifest, namespace}]
  }))
}

/** The group instead of the version: a manifest may move to another version. */
const keyOf = ({apiVersion, kind, namespace = '', name}: ObjectRef): string =>
  [parseApiVersion(apiVersion)?.group ?? apiVersion, kind, namespace, name].join('\u0000')

/** The identity of an object as it was sent. */
export function referenceTo({manifest: {body}, namespace: given = ''}: Pick<Subject, 'manifest' | 'namespace'>): ObjectRef {
  const {apiVersion, kind, metadata} = body
  const {namespace, name, generateName} = isObject(metadata) ? metadata : {}
  const info = identify(body)
  const own = textOf(namespace) || ('code' in info || info.namespaced ? given : '')
  return {apiVersion: textOf(apiVersion), kind: textOf(kind), ...own !== '' && {namespace: own}, name: textOf(name) || textOf(generateName)}
}

/** True if both sides have the object and its manifests differ. */
export const isEdited = ({before, after}: Pair): boolean =>
  before !== undefined && after !== undefined && !jsonEqual(before.manifest.body, after.manifest.body)

/** True unless the server denied the object. */
export const isAllowed = ({review}: Subject): boolean => review?.allowed ?? true

/** True if the server denied the object, or pods or claims of it. */
export const isIncomplete = (subject: Subject): boolean => !isAllowed(subject) || subject.workload?.event !== undefined

/** The class in which an object is counted. */
export function classOf({object, before, after}: Pair): ObjectClass {
  if (object.kind === 'Pod') return 'pod'
  const info = identify({...object})
  const hasPods = !('code' in info) && info.definition.podTemplate !== undefined && object.kind !== 'PodTemplate'
  return hasPods || before?.workload !== undefined || after?.workload !== undefined ? 'workload' : 'object'
}

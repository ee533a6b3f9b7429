import type {Diagnostic} from '../lint/diagnostic.js'
import {isObject, textOf} from '../machinery/go/json-value.js'
import {oneLine} from '../machinery/output/printable.js'
import type {Capacity} from '../simulate/capacity/types.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {objectKey} from '../simulate/object-key.js'
import type {Simulation, WorkloadOutcome} from '../simulate/simulate.js'
import type {Verdict} from '../simulate/workloads/types.js'
import {keyIn} from './keys.js'
import type {Proof, SuggestedObject} from './types.js'

/** Something that ran before and does not run any more. */
export interface Regression {
  readonly namespace: string
  readonly message: string
  /** The answer that causes it, if there is one. */
  readonly review: ManifestReview | undefined
}

/** The comparison of two simulations of the same objects. */
export interface Comparison {
  readonly regressions: readonly Regression[]
  /** The number of objects that are admitted in both, policies left out. */
  readonly admitted: number
  /** The number of workloads with at least as many pods in the second one. */
  readonly workloads: number
}

/** The proof of a suggestion. */
export const proofOf = ({admitted, workloads, regressions}: Comparison, findings: readonly Diagnostic[]): Proof =>
  ({admitted, workloads, regressions: regressions.map(({message}) => message), findings})

/** Compares two simulations of the same objects: each object that was admitted must stay admitted, and each workload needs at least as many pods in all situations. */
export function compareSimulations(before: Simulation, after: Simulation): Comparison {
  const answers = keyed(after.reviews, ({manifest: {body}}) => objectKey(body))
  const denied = [...keyed(before.reviews, ({manifest: {body}}) => objectKey(body))].flatMap(([key, {allowed}]): Regression[] => {
    const review = answers.get(key)
    return review === undefined || !allowed || review.allowed ? [] : [{namespace: namespaceOf(review), message: `${nameOf(review)} is denied: ${review.status.message}`, review}]
  })
  const outcomes = keyed(after.workloads, workloadKey)
  const worse = [...keyed(before.workloads, workloadKey)].flatMap(([key, outcome]): Regression[] => {
    const next = outcomes.get(key)
    const message = next && worsening(outcome, next)
    return next === undefined || message === undefined ? []
      : [{namespace: next.namespace, message: `${next.kind} ${next.name} ${message}`, review: next.owned.find(({allowed}) => !allowed)}]
  })
  return {
    regressions: [...denied, ...worse].map((regression) => ({...regression, message: oneLine(regression.message)})),
    admitted: after.reviews.filter(({allowed}) => allowed).length, workloads: after.workloads.length - worse.length,
  }
}

/** The suggested quotas that are too small for all rollouts at once and all autoscalers at their maximum. */
export const shortages = ({namespaces}: Capacity, objects: readonly Pick<SuggestedObject, 'namespace' | 'name'>[]): Regression[] => namespaces.flatMap(({namespace, quotas}) =>
  quotas.filter(({quota, breaks}) => breaks !== undefined && objects.some((object) => object.namespace === namespace && object.name === quota))
    .map(({quota, resource, hard, needed}) => ({namespace, message: `quota ${quota} is too small: ${resource} ${hard}, and ${needed.maxWorst} is needed`, review: undefined})))

/** A comparison, and sentences about what the suggestion changes for the worse only because more runs with it. */
export interface Verification extends Comparison {
  readonly notes: readonly string[]
}

/**
 * Compares a simulation with one that has the suggestion. What is denied before and runs with the suggestion can use up quotas. If
 * something else then runs no more, this is no regression, and a note states it: regressions are those without such objects.
 *
 * @param run simulates the input with the suggestion, and leaves out objects with these keys
 * @param namespace the namespace of objects without one
 */
export function verified(before: Simulation, run: (without: ReadonlySet<string>) => Simulation, namespace = 'default'): Verification {
  const after = run(new Set())
  const comparison = compareSimulations(before, after)
  const gained = comparison.regressions.length === 0 ? [] : gainedIn(before, after, namespace)
  if (gained.length === 0) return {...comparison, notes: []}
  const others = run(new Set(gained.map(({manifest: {body}}) => keyIn(body, namespace))))
  const {regressions} = compareSimulations(before, others)
  const names = gained.map(nameOf)
  const more = names.length - maxNamed
  const text = `${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return {
    ...comparison, regressions,
    notes: regressions.length > 0 ? [] : comparison.regressions.map(({message}) =>
      oneLine(`with the suggestion, more of ${text} runs than now, and uses the quotas, too: ${message}`)),
  }
}

/** At most this number of objects is named. */
const maxNamed = 3

/** The answers to objects that are denied before, and to workloads that have fewer pods before. */
function gainedIn(before: Simulation, after: Simulation, namespace: string): ManifestReview[] {
  const admitted = new Set(before.reviews.filter(({allowed}) => allowed).map(({manifest: {body}}) => keyIn(body, namespace)))
  const created = new Map(before.workloads.map((workload) => [workloadKey(workload), workload.created]))
  const objects = after.reviews.filter(({allowed, manifest: {body}}) => allowed && !admitted.has(keyIn(body, namespace)))
  const workloads = after.workloads.filter((workload) => workload.created > (created.get(workloadKey(workload)) ?? 0))
  return [...new Set([...objects, ...workloads.map(({review}) => review)])]
}

const metadataOf = ({manifest: {body: {metadata}}}: ManifestReview): {readonly namespace?: string, readonly name?: string} => isObject(metadata) ? metadata : {}

const namespaceOf = (review: ManifestReview): string => metadataOf(review).namespace ?? ''

const nameOf = (review: ManifestReview): string => `${textOf(review.manifest.body['kind'])} ${metadataOf(review).name ?? ''}`

const workloadKey = ({kind, namespace, name}: WorkloadOutcome): string => JSON.stringify([kind, namespace, name])

/** Items by their keys; of equal keys each with its number, as objects with generated names have none. */
function keyed<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T> {
  const counts = new Map<string, number>()
  return new Map(items.map((item) => {
    const key = keyOf(item)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return [`${key} ${count}`, item]
  }))
}

const ranks: Readonly<Record<Verdict, number>> = {fits: 0, slow: 1, blocked: 2}

/** Describes the change for the worse of a workload; undefined if there is none. */
function worsening(before: WorkloadOutcome, after: WorkloadOutcome): string | undefined {
  const why = after.event === undefined ? '' : `: ${after.event.message}`
  if (after.created < before.created) return `gets ${after.created} of ${before.created} pods${why}`
  if (isWorse(before.rollout?.verdict, after.rollout?.verdict)) return `does not roll out as before: ${after.rollout?.reason ?? after.rollout?.verdict ?? ''}`
  if ((after.secondRun?.created ?? 0) < (before.secondRun?.created ?? 0)) return `gets fewer pods for its second run: ${after.secondRun?.event?.message ?? ''}`
  if ((after.completion?.created ?? 0) < (before.completion?.created ?? 0)) return `gets fewer pods to complete: ${after.completion?.event?.message ?? ''}`
  const lost = after.autoscaler?.levels.find(({level, created, rollout}) => {
    const known = before.autoscaler?.levels.find((other) => other.level === level)
    return known !== undefined && (created < known.created || isWorse(known.rollout?.verdict, rollout?.verdict))
  })
  return lost === undefined ? undefined : `does not scale to ${lost.replicas} replicas as before: ${lost.event?.message ?? lost.rollout?.reason ?? ''}`
}

const isWorse = (before: Verdict = 'fits', after: Verdict = 'fits'): boolean => ranks[after] > ranks[before]

import type {WorkloadOutcome} from '../simulate/simulate.js'
import type {AutoscalerLevel, Completion, SecondRun, Verdict} from '../simulate/workloads/types.js'
import {denialPlaces, exceededQuota, isCountedBy, quotaPlaces} from './causes.js'
import type {Found} from './found.js'
import type {PolicyComparison, SidedPlace} from './policy-changes.js'
import type {Pair} from './subjects.js'
import type {PodCount, Replicas, Side} from './types.js'

/** A workload on both sides; on one side it may not exist. */
interface Outcomes {
  readonly before: WorkloadOutcome | undefined
  readonly after: WorkloadOutcome
  /** True for a workload that is new among the objects: everything that it does not get counts as newly denied. */
  readonly isNew: boolean
  /** The Nodes that changed, if the number of pods depends on them. */
  readonly nodes: readonly SidedPlace[]
}

/** The differences between what a workload gets: pods and claims, rollouts, the maximum of its autoscaler, the end of a Job, and overlapping runs. */
export function workloadEffects(pair: Pair, {nodes}: Pick<PolicyComparison, 'nodes'>): Found[] {
  const after = pair.after?.workload
  if (after === undefined) return []
  // What a denied workload would get is unknown.
  const before = pair.before?.workload
  const outcomes = {before, after, isNew: pair.before === undefined, nodes: pair.object.kind === 'DaemonSet' ? nodes : []}
  const started = replicas(outcomes)
  const isExplained = started.length > 0
  return [
    ...started, ...[rollout, autoscaler, rolloutAtMaximum, job, secondRun].flatMap((compare) => compare(outcomes, isExplained)),
  ]
}

const replicasOf = ({wanted, created, claims, event}: WorkloadOutcome): Replicas =>
  ({wanted, created, claimsWanted: claims.wanted, claimsCreated: claims.created, ...event && {message: event.message}})

const missing = ({wanted, created, claimsWanted, claimsCreated}: Replicas): number => wanted - created + claimsWanted - claimsCreated

function replicas({before, after, isNew, nodes}: Outcomes): Found[] {
  const [from, to] = [before && replicasOf(before), replicasOf(after)]
  const [lost, stillLost] = [from === undefined ? 0 : missing(from), missing(to)]
  const own = placesOf({before, after})
  const hasOtherNodes = nodes.length > 0 && from?.wanted !== to.wanted
  const isSame = lost === stillLost && from?.message === to.message && !hasOtherNodes
  if (isSame || (from === undefined && to.message === undefined && stillLost === 0)) return []
  const isWorse = stillLost > lost || (to.message !== undefined && from?.message === undefined)
  const isNewlyDenied = isWorse && (isNew || before !== undefined)
  // All DaemonSets share the list of nodes, so that its changes are looked up once.
  const places = own.length === 0 && hasOtherNodes ? nodes : [...own, ...hasOtherNodes ? nodes : []]
  return [{difference: {type: 'replicas', ...from && {from}, to}, isNewlyDenied, places}]
}

/** @param isExplained true if other pods start, which gives what follows another reason */
function rollout({before, after, isNew}: Outcomes, isExplained: boolean): Found[] {
  const [from, to] = [before?.rollout, after.rollout]
  if (from?.verdict === to?.verdict && (isExplained || from?.reason === to?.reason)) return []
  if (from === undefined && (to === undefined || to.verdict === 'fits')) return []
  const isWorse = rank(to?.verdict) > rank(from?.verdict)
  return [{
    difference: {type: 'rollout', ...from && {from: from.verdict}, ...to && {to: to.verdict}, ...to?.reason !== undefined && to.reason !== after.event?.message && {reason: to.reason}},
    isNewlyDenied: isWorse && (isNew || before !== undefined), places: placesOf({before, after}, rolloutMessage),
  }]
}

const rolloutMessage = ({rollout: result}: WorkloadOutcome): string | undefined => result?.event?.message ?? result?.reason

const rank = (verdict: Verdict | undefined): number => verdict === 'blocked' ? 2 : verdict === 'slow' ? 1 : 0

function autoscaler({before, after, isNew}: Outcomes, isExplained: boolean): Found[] {
  const [from, to] = [before?.autoscaler?.stopsAt, after.autoscaler?.stopsAt]
  const message = maximumMessage(after)
  if (from === to && (isExplained || message === (before && maximumMessage(before)))) return []
  const isWorse = to !== undefined && (from === undefined || to < from)
  return [{
    difference: {type: 'autoscaler', ...from !== undefined && {from}, ...to !== undefined && {to}, ...message !== undefined && {message}},
    isNewlyDenied: isWorse && (isNew || before !== undefined), places: placesOf({before, after}, maximumMessage),
  }]
}

const maximumOf = ({autoscaler: scaled}: WorkloadOutcome): AutoscalerLevel | undefined => scaled?.levels.find(({level}) => level === 'max')

const maximumMessage = (outcome: WorkloadOutcome): string | undefined => maximumOf(outcome)?.event?.message

/** A rollout at a maximum that is reached after the change, and before it if there was such a workload. */
function rolloutAtMaximum({before, after, isNew}: Outcomes, isExplained: boolean): Found[] {
  const [from, to] = [before && maximumOf(before)?.rollout, maximumOf(after)?.rollout]
  if (to === undefined || (before === undefined ? to.verdict === 'fits' : from === undefined)) return []
  if (from?.verdict === to.verdict && (isExplained || from.reason === to.reason)) return []
  return [{
    difference: {type: 'rollout-at-maximum', ...from && {from: from.verdict}, to: to.verdict, ...to.reason !== undefined && {reason: to.reason}},
    isNewlyDenied: rank(to.verdict) > rank(from?.verdict) && (isNew || before !== undefined),
    places: placesOf({before, after}, (outcome) => maximumOf(outcome)?.rollout?.reason),
  }]
}

function job({before, after, isNew}: Outcomes, isExplained: boolean): Found[] {
  const [from, to] = [before?.completion, after.completion]
  const message = stopMessage(to)
  if (from?.completes === to?.completes && (isExplained || message === stopMessage(from))) return []
  if (from === undefined && to?.completes === true) return []
  return [{
    difference: {type: 'job', ...from && {from: from.completes}, ...to && {to: to.completes}, ...message !== undefined && {message}},
    isNewlyDenied: from?.completes !== false && to?.completes === false && (isNew || before !== undefined),
    places: placesOf({before, after}, ({completion}) => completion?.event?.message),
  }]
}

/** The rejection that keeps a Job from its end. */
const stopMessage = (completion: Completion | undefined): string | undefined => completion?.completes === false ? completion.event?.message : undefined

function secondRun({before, after, isNew}: Outcomes, isExplained: boolean): Found[] {
  const [from, to] = [before?.secondRun, after.secondRun]
  const [lost, stillLost] = [missingRun(from), missingRun(to)]
  if (lost === stillLost && (isExplained || lost === 0 || from?.event?.message === to?.event?.message)) return []
  return [{
    difference: {type: 'second-run', ...from && {from: podsOf(from)}, ...to && {to: podsOf(to)}, ...to?.event && stillLost > 0 && {message: to.event.message}},
    isNewlyDenied: stillLost > lost && (isNew || before !== undefined), places: placesOf({before, after}, ({secondRun: run}) => run?.event?.message),
  }]
}

const podsOf = ({wanted, created}: SecondRun): PodCount => ({wanted, created})

const missingRun = (run: SecondRun | undefined): number => run === undefined ? 0 : run.wanted - run.created

type MessageOf = (outcome: WorkloadOutcome) => string | undefined

/**
 * The places in policies that bear on what a workload gets: those that deny pods and claims, or that a message names, on both sides;
 * then those that set the resources of pods. If messages say what was denied, only the resources of the quotas that they name count.
 */
function placesOf({before, after}: Pick<Outcomes, 'before' | 'after'>, messageOf: MessageOf = () => undefined): SidedPlace[] {
  const sides = [{side: 'after', outcome: after} as const, ...before === undefined ? [] : [{side: 'before', outcome: before} as const]]
  const messages = sides.flatMap(({outcome}) => messageOf(outcome) ?? outcome.event?.message ?? [])
  const bounds = messages.length === 0 ? undefined : messages.flatMap((message) => exceededQuota(message)?.bounds ?? [])
  const denied = sides.flatMap(({side, outcome}) => deniedBy(side, outcome, side === 'after' ? before : after, messageOf))
  return [...denied, ...sides.flatMap(({side, outcome}) => defaultPlaces(outcome, side, bounds))]
}

const deniedBy = (side: Side, outcome: WorkloadOutcome, other: WorkloadOutcome | undefined, messageOf: MessageOf): SidedPlace[] => [
  ...quotaPlaces(messageOf(outcome), outcome.namespace, side),
  ...outcome.owned.flatMap((review) => denialPlaces(review, {side, namespace: outcome.namespace}, other?.owned ?? [])),
]

/**
 * The policies that set requests and limits of the pods, which determine what the pods use of quotas.
 *
 * @param bounds the bounds of quotas for which they matter; undefined for all
 */
function defaultPlaces({owned}: WorkloadOutcome, side: Side, bounds: readonly string[] | undefined): SidedPlace[] {
  const changes = owned.filter(({allowed}) => allowed).flatMap(({steps}) => steps.flatMap((step) => step.changes))
  return changes.filter(({field}) => field.steps().includes('resources') && (bounds?.some((bound) => isCountedBy(bound, field)) ?? true))
    .flatMap(({cause}) => cause === undefined ? [] : [{...cause, side}])
}

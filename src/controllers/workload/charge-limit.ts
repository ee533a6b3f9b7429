import {goJson} from '../../machinery/go/text.js'
import {isObject} from '../../machinery/go/json-value.js'

/** Limit on the charges of a simulation, as {@link chargesOf} estimates them. */
export const maxCharges = 500_000

/** Quotas of a namespace whose charges are not counted: with so few, the charges take little time for any number of objects. */
export const fewQuotas = 10

/**
 * The charges of a workload to each quota, in the time that one charge of a pod takes: for what its controllers create, for the
 * separate simulation of its runs, and for a rollout with its needs and remedies.
 */
export const chargesOfWorkload = {
  created: 4,
  runs: {Job: 40, CronJob: 40},
  rollout: {Deployment: 16, StatefulSet: 150, DaemonSet: 150},
}

/** The simulations of workloads beyond the creation of their pods. */
export interface Simulated {
  /** True if Jobs and CronJobs run to their end. */
  readonly runs: boolean
  /** True if rollouts are simulated with their needs, which are computed for each quota. */
  readonly rollouts: boolean
}

const workloads: ReadonlySet<unknown> = new Set(['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'])

/** An object, decoded or as JSON. */
interface Chargeable {
  readonly kind?: unknown
  readonly spec?: unknown
  readonly status?: unknown
}

/** The estimated charges of objects. */
export interface Charges {
  readonly count: number
  readonly objects: number
  readonly quotas: number
}

/** False if no charges are counted: there are at most {@link fewQuotas} quotas. */
export const hasManyQuotas = (objects: readonly Chargeable[]): boolean => beyondFew(objects.filter(({kind}) => kind === 'ResourceQuota').length) > 0

/**
 * Estimates how often the objects of a namespace are charged to its quotas beyond the first {@link fewQuotas}. Each object is charged to
 * each quota; quotas that count the same are charged together.
 */
export function chargesOf(objects: readonly Chargeable[], {runs, rollouts}: Simulated): Charges {
  const quotas = objects.filter(({kind}) => kind === 'ResourceQuota')
  const different = beyondFew(new Set(quotas.map(countingOf)).size)
  const {length: made} = objects.filter(({kind}) => workloads.has(kind))
  const {length: all} = objects
  const others = all - quotas.length - made
  const inRuns = runs ? weightOf(objects, chargesOfWorkload.runs) : 0
  const inRollouts = rollouts ? weightOf(objects, chargesOfWorkload.rollout) : 0
  const count = (others + chargesOfWorkload.created * made + inRuns) * different + inRollouts * beyondFew(quotas.length)
  return {count, objects: all - quotas.length, quotas: quotas.length}
}

/** The sum of the weights of the objects' kinds. */
function weightOf(objects: readonly Chargeable[], weights: Readonly<Record<string, number>>): number {
  const byKind = new Map<unknown, number>(Object.entries(weights))
  return objects.reduce((sum, {kind}) => sum + (byKind.get(kind) ?? 0), 0)
}

const beyondFew = (quotas: number): number => Math.max(quotas - fewQuotas, 0)

/** A text that is the same for quotas that count the same objects and resources from the same usage. */
function countingOf({spec, status}: Chargeable): string {
  const {hard, scopes, scopeSelector} = isObject(spec) ? spec : {}
  return goJson([Object.keys(isObject(hard) ? hard : {}), scopes, scopeSelector, isObject(status) ? status['used'] : undefined])
}

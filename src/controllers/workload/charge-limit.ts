import {isObject} from '../../machinery/go/json-value.js'

/** Limit on the charges of a simulation, as {@link chargesOf} estimates them. */
export const maxCharges = 500_000

/** Quotas of a namespace whose charges are not counted: with so few, the charges take little time for any number of objects. */
export const fewQuotas = 10

/** The charges of a workload to each quota: for what its controllers create, and for a rollout with its needs and remedies. */
export const chargesOfWorkload = {created: 4, rollout: 16}

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

/**
 * Estimates how often the objects of a namespace are charged to its quotas beyond the first {@link fewQuotas}. Each object is charged to
 * each quota; quotas that count the same are charged together.
 *
 * @param hasRollouts true if rollouts are simulated with their needs, which are computed for each quota
 */
export function chargesOf(objects: readonly Chargeable[], hasRollouts = false): Charges {
  const quotas = objects.filter(({kind}) => kind === 'ResourceQuota')
  const different = beyondFew(new Set(quotas.map(countingOf)).size)
  const {length: made} = objects.filter(({kind}) => workloads.has(kind))
  const {length: all} = objects
  const others = all - quotas.length - made
  const inRollouts = hasRollouts ? chargesOfWorkload.rollout * made * beyondFew(quotas.length) : 0
  return {count: (others + chargesOfWorkload.created * made) * different + inRollouts, objects: all - quotas.length, quotas: quotas.length}
}

const beyondFew = (quotas: number): number => Math.max(quotas - fewQuotas, 0)

/** A text that is the same for quotas that count the same objects and resources from the same usage. */
function countingOf({spec, status}: Chargeable): string {
  const {hard, scopes, scopeSelector} = isObject(spec) ? spec : {}
  return JSON.stringify([Object.keys(isObject(hard) ? hard : {}), scopes, scopeSelector, isObject(status) ? status['used'] : undefined])
}

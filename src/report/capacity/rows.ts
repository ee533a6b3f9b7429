import {merge} from '../../machinery/collections/immutable.js'
import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import type {Capacity, NamespaceCapacity, ObjectNeeds, PerPhase, QuotaNeeds} from '../../simulate/capacity/types.js'
import {perPhase} from '../../simulate/capacity/types.js'

/** One resource of an object, of a whole namespace or of a quota, as texts; empty where there is no value. */
export interface CapacityRow {
  readonly namespace: string
  /** `Deployment/web`; empty for the namespace as a whole. */
  readonly object: string
  readonly resource: string
  readonly needed: PerPhase<string>
  readonly quota: string
  readonly used: string
  readonly hard: string
  /** The problem, if any. */
  readonly problem: string
}

/** The resources shown for every object that needs them; others are shown only if a quota counts them. */
const shown = ['pods', 'requests.cpu', 'limits.cpu', 'requests.memory', 'limits.memory', 'requests.storage']

/** The phases in words. */
export const phaseNames: PerPhase<string> =
  {steady: 'all the time', peak: 'in a rollout', worst: 'in a rollout, with terminating pods', max: 'at the autoscaler maximum', maxWorst: 'in a rollout at the autoscaler maximum'}

/** All rows by namespace: objects first, then totals and quotas. */
export const capacityRows = ({namespaces}: Capacity): CapacityRow[] => namespaces.flatMap(namespaceRows)

function namespaceRows({namespace, objects, total, quotas}: NamespaceCapacity): CapacityRow[] {
  const bounded = new Set(quotas.map(({resource}) => resource))
  const resources = [...shown, ...[...bounded].filter((resource) => !shown.includes(resource))]
  const blank = {namespace, quota: '', used: '', hard: '', problem: ''}
  return [
    ...objects.flatMap((object) => objectRows(object, resources).map((row) => merge(blank, row))),
    ...quotas.map((quota) => ({namespace, object: '', ...quotaRow(quota)})),
    ...shown.filter((resource) => !bounded.has(resource) && hasAny(total, resource))
      .map((resource) => ({...blank, object: '', resource, needed: textsOf(total, resource)})),
  ]
}

function objectRows({kind, name, needs, event, ...rollout}: ObjectNeeds, resources: readonly string[]): Pick<CapacityRow, 'object' | 'resource' | 'needed' | 'problem'>[] {
  const problem = event !== undefined ? event.message : rolloutProblem(rollout)
  const needed = resources.filter((resource) => hasAny(needs, resource))
  // A rejected object needs nothing, but its problem is shown anyway.
  return (needed.length === 0 && problem !== '' ? ['pods'] : needed)
    .map((resource, i) => ({object: `${kind}/${name}`, resource, needed: textsOf(needs, resource), problem: i === 0 ? problem : ''}))
}

/** The verdict and reason of a rollout that does not fit; else empty. */
export const rolloutProblem = ({verdict, reason}: Pick<ObjectNeeds, 'verdict' | 'reason'>): string =>
  verdict === undefined || verdict === 'fits' ? '' : `rollout ${verdict}${reason === undefined ? '' : `: ${reason}`}`

function quotaRow({quota, resource, hard, used, needed, breaks}: QuotaNeeds): Omit<CapacityRow, 'namespace' | 'object'> {
  const problem = breaks === undefined ? '' : `too small ${phaseNames[breaks.phase]}`
  return {resource, needed: perPhase((phase) => String(needed[phase])), quota, used: String(used), hard: String(hard), problem}
}

const hasAny = (needs: PerPhase<ResourceList>, resource: string): boolean => needs.maxWorst[resource]?.isZero() === false

const textsOf = (needs: PerPhase<ResourceList>, resource: string): PerPhase<string> => perPhase((phase) => String(needs[phase][resource] ?? '0'))

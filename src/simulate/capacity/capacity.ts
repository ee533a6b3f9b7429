import {groupBy} from '../../machinery/collections/group-by.js'
import {TooMuchWorkError} from '../../cluster/too-much-work-error.js'
import {fewQuotas} from '../../controllers/workload/charge-limit.js'
import {compareText} from '../../machinery/go/text.js'
import {objectKey} from '../object-key.js'
import type {SimulateInput} from '../prepare.js'
import {boundsOf, type QuotaChange} from '../quotas.js'
import {simulate, type SimulateOptions, type Simulation, workFor, type WorkloadOutcome} from '../simulate.js'
import type {Rollout} from '../workloads/types.js'
import {type Need, needsOf, totalOf} from './needs.js'
import {isAllUsage, quotaNeeds} from './quota-needs.js'
import type {Capacity, NamespaceCapacity, ObjectNeeds} from './types.js'

/**
 * Computes what the objects of files need of the quotas: steady, in rollouts and at the maximum of autoscalers. If the quotas reject
 * anything, the simulation continues without their bounds to determine the needs, and sends denied objects again; if that may depend on
 * the order of rejections, a second simulation without bounds does.
 *
 * @throws DuplicateObjectsError as simulate does
 * @throws TooMuchWorkError if there are too many objects for the quotas, or the simulation would take too many requests
 */
export function capacity(input: SimulateInput, {onProgress, work = workFor(input), ...options}: SimulateOptions = {}): Capacity {
  const simulateOptions = {...options, work, rollout: true, comparesOrders: false, remedies: false}
  const simulation = simulate(input, {...simulateOptions, ...onProgress && {onProgress}, continues: (result) => !admitsEverything(result)})
  const {free, needs: allNeeds} = withoutBounds(simulation, () => simulate(input, {...simulateOptions, unbounded: true}))
  const needs = groupBy(allNeeds, ({identity: {namespace}}) => namespace)
  const quotas = groupBy(free.quotas, ({quota}) => quota.metadata.namespace ?? '')
  checkComparisons(needs, simulation.quotas)
  const real = new Map(simulation.quotas.map((change) => [objectKey({...change.quota}), change]))
  const outcomes = new Map(simulation.workloads.map((workload) => [workloadKey(workload), workload]))
  const namespaces = [...new Set([...needs.keys(), ...quotas.keys()])].filter((namespace) => namespace !== '').sort(compareText)
  return {
    denied: simulation.reviews.flatMap((review, i) => review.allowed ? [] : [{review, isCounted: free.reviews[i]?.allowed === true}]),
    simulation: {...simulation, incomplete: [...new Set([...simulation.incomplete, ...free.incomplete])]},
    namespaces: namespaces.map((namespace): NamespaceCapacity => {
      const own = needs.get(namespace) ?? []
      return {
        namespace,
        objects: own.map((need) => objectNeeds(need, outcomes)),
        total: totalOf(own.map((need) => need.usage())).lists,
        quotas: quotaNeeds(quotas.get(namespace) ?? [], (change) => real.get(objectKey({...change.quota})), own),
      }
    }),
  }
}

/** Maximum number of comparisons of a need with a resource of a quota beyond the first {@link fewQuotas} of its namespace. */
const maxComparisons = 2_000_000

/**
 * Checks that there are not too many objects for the quotas: the needs of each are compared with each resource of each quota.
 *
 * @param needs by namespace
 * @throws TooMuchWorkError
 */
function checkComparisons(needs: ReadonlyMap<string, readonly Need[]>, quotas: readonly QuotaChange[]): void {
  let comparisons = 0
  for (const [namespace, own] of groupBy(quotas, ({quota}) => quota.metadata.namespace ?? '')) {
    const resources = own.slice(fewQuotas).reduce((sum, change) => sum + Object.keys(boundsOf(change)).length, 0)
    const objects = needs.get(namespace)?.length ?? 0
    comparisons += resources * objects
    if (comparisons > maxComparisons) throw new TooMuchWorkError(tooManyText(namespace, own.length, objects))
  }
}

const tooManyText = (namespace: string, quotas: number, objects: number): string =>
  `namespace ${namespace} has ${quotas} ResourceQuotas for ${objects} objects: kadm compares the needs of objects with the resources of quotas beyond the first ${fewQuotas} of a namespace `
  + `at most ${maxComparisons.toLocaleString('en')} times in a run; give fewer objects at a time, or fewer quotas`

/** The result without the bounds of quotas, and the needs: from the same simulation if that is certain, else from another one. */
function withoutBounds(simulation: Simulation, simulateAgain: () => Simulation): {readonly free: Simulation, readonly needs: readonly Need[]} {
  const {unbounded, reviews, workloads} = simulation
  if (unbounded !== undefined || admitsEverything(simulation)) {
    const free = {...simulation, ...unbounded}
    const needs = needsOf(free)
    // What was created later is in another order, on which the formats of other objects' usage may depend.
    const isInOrder = unbounded === undefined || (reviews.every(({allowed}) => allowed) && workloads.every(({event}) => event === undefined))
    if (isInOrder || isAllUsage(free.quotas, needs)) return {free, needs}
  }
  const free = simulateAgain()
  return {free, needs: needsOf(free)}
}

/** True if nothing was rejected in any phase: unbounded quotas would not change the result. */
export const admitsEverything = ({reviews, policies, workloads}: Simulation): boolean =>
  reviews.every(({allowed}) => allowed) && policies.refused.length === 0
  && workloads.every(({isRefused, rollout, autoscaler, secondRun}) => !isRefused && secondRun?.event === undefined
    && [{rollout}, ...autoscaler?.levels ?? []].every((level) => (level.rollout?.verdict ?? 'fits') === 'fits'))

/** True if everything desired exists, and would exist in all phases. */
export const isEnough = ({namespaces}: Capacity): boolean => namespaces.every(({quotas, objects}) =>
  quotas.every(({breaks}) => breaks === undefined) && objects.every(({event}) => event === undefined))

const workloadKey = ({kind, namespace, name}: Pick<WorkloadOutcome, 'kind' | 'namespace' | 'name'>): string => `${kind}/${namespace}/${name}`

function objectNeeds(need: Need, outcomes: ReadonlyMap<string, WorkloadOutcome>): ObjectNeeds {
  const {kind, name, namespace} = need.identity
  const outcome = outcomes.get(workloadKey({kind, name, namespace}))
  return {
    kind, namespace, name,
    needs: need.usage().lists,
    ...outcome?.event && {event: outcome.event},
    ...outcome?.rollout && rolloutOf(outcome.rollout),
  }
}

const rolloutOf = ({verdict, reason}: Pick<Rollout, 'verdict' | 'reason'>): Pick<ObjectNeeds, 'verdict' | 'reason'> =>
  ({verdict, ...verdict !== 'fits' && reason !== undefined && {reason}})

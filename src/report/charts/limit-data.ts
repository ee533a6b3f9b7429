import type {BoundCheck} from '../../admission/explanation.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {type ComparedObject, comparedObjects} from '../../simulate/bound-checks.js'
import type {Simulation} from '../../simulate/simulate.js'
import {counted} from '../counted.js'
import type {LimitRange} from '../../machinery/api/core-v1.js'
import type {Defaults, Standing, Strip, StripData, StripPoint} from './strip.js'

/** The comparisons of an amount of an object with the bounds of a resource. */
interface Compared {
  readonly name: string
  readonly checks: readonly BoundCheck[]
}

/** The amounts under LimitRanges, and the number of LimitRanges that are left out as they take too many comparisons. */
export interface SimulationStrips {
  readonly all: readonly StripData[]
  readonly left: number
}

/** The amounts of the pods and claims of a simulation, for each LimitRange. */
export function simulationStrips(simulation: Pick<Simulation, 'reviews' | 'workloads' | 'cluster'>): SimulationStrips {
  const {objects, left} = comparedObjects(simulation)
  const all = [...groupBy(objects, ({policy}) => policy)].map(([{metadata: {name = '', namespace = ''}, spec}, compared]) => ({
    namespace, title: `Amounts under LimitRange ${name} in namespace ${namespace}`, strips: stripsOf(compared, spec),
  })).filter(({strips}) => strips.length > 0)
  return {all, left}
}

/** The note on LimitRanges that are left out. */
export const leftNote = (left: number): string[] =>
  left === 0 ? [] : [`${counted(left, 'more LimitRange')} ${left === 1 ? 'has' : 'have'} too many bounds for the containers of the namespace, and no chart`]

function stripsOf(objects: readonly ComparedObject[], spec: LimitRange['spec']): Strip[] {
  const subjects = objects.flatMap(({kind, name, checks}) =>
    [...groupBy(checks, ({type, resource, path}) => JSON.stringify([type, resource, String(path)])).values()].map((same): Compared => ({name: `${kind}/${name}`, checks: same})))
  return [...groupBy(subjects, ({checks: [check]}) => `${check?.type ?? ''} ${check?.resource ?? ''}`)].flatMap(([label, compared]) => {
    const [check] = compared[0]?.checks ?? []
    const ratios = compared.map(({name, checks}) => ({name, checks: checks.filter(({bound}) => bound === 'maxLimitRequestRatio')})).filter(hasChecks)
    const amounts = compared.map(({name, checks}) => ({name, checks: checks.filter(({bound}) => bound !== 'maxLimitRequestRatio')})).filter(hasChecks)
    return [
      ...amounts.length === 0 ? [] : [{...amountStrip(label, amounts), ...check && {defaults: defaultsOf(spec, check)}}],
      ...ratios.length === 0 ? [] : [ratioStrip(`${label} ratio`, ratios)],
    ]
  })
}

/** The defaults of a resource. */
function defaultsOf({limits = []}: NonNullable<LimitRange['spec']> = {}, {type, resource}: BoundCheck): Defaults | undefined {
  const item = limits.find((each) => each.type === type)
  const [request, limit] = [item?.defaultRequest?.[resource], item?.default?.[resource]]
  return request === undefined && limit === undefined ? undefined : {request, limit}
}

const hasChecks = ({checks}: Compared): boolean => checks.length > 0

function amountStrip(label: string, compared: readonly Compared[]): Strip {
  const all = compared.flatMap(({checks}) => checks)
  const points = compared.flatMap(({name, checks}) => ([['request', 'requests'], ['limit', 'limits']] as const).flatMap(([side, list]) => {
    const amount = checks[0]?.[side]
    return amount === undefined ? [] : [{name, side, amount, standing: standingOf(amount, checks, list)}]
  }))
  return {
    label, min: boundOf(all, 'min'), max: boundOf(all, 'max'), points: merged(points),
    missing: compared.filter(({checks}) => checks.some(({violation, request, limit}) =>
      violation !== undefined && (violation.side === 'requests' ? request : limit) === undefined)).length,
  }
}

function ratioStrip(label: string, compared: readonly Compared[]): Strip {
  const all = compared.flatMap(({name, checks}) => checks.map((check) => ({name, check})))
  const points = all.flatMap(({name, check: {ratio, enforced, violation}}) => ratio === undefined ? [] : [{
    name, side: 'ratio' as const, amount: ratio, standing: violation !== undefined ? 'outside' as const : String(ratio) === String(enforced) ? 'edge' as const : 'inside' as const,
  }])
  const missing = all.filter(({check: {ratio, violation}}) => ratio === undefined && violation !== undefined).length
  return {label, max: boundOf(all.map(({check}) => check), 'maxLimitRequestRatio'), points: merged(points), missing}
}

/** The bound that is enforced: the strictest, if an item of the LimitRange repeats another. */
function boundOf(checks: readonly BoundCheck[], wanted: BoundCheck['bound']): Quantity | undefined {
  const bounds = checks.filter(({bound}) => bound === wanted).map(({enforced}) => enforced)
  return bounds.reduce<Quantity | undefined>((strictest, bound) => {
    if (strictest === undefined) return bound
    return (wanted === 'min' ? bound.compare(strictest) > 0 : bound.compare(strictest) < 0) ? bound : strictest
  }, undefined)
}

function standingOf(amount: Quantity, checks: readonly BoundCheck[], list: 'requests' | 'limits'): Standing {
  if (checks.some(({violation}) => violation?.side === list)) return 'outside'
  return checks.some(({enforced}) => enforced.equals(amount)) ? 'edge' : 'inside'
}

/** Objects with the same amount as one point. */
function merged(points: readonly (Omit<StripPoint, 'names' | 'count'> & {readonly name: string})[]): StripPoint[] {
  return [...groupBy(points, ({side, amount, standing}) => `${side} ${standing} ${String(amount)}`).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const {side, amount, standing} = first
    return [{side, amount, standing, names: [...new Set(same.map(({name}) => name))], count: same.length}]
  })
}

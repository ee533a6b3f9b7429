import type {Capacity, ObjectNeeds, PerPhase, Phase, QuotaNeeds} from '../simulate/capacity/types.js'
import {perPhase, phases} from '../simulate/capacity/types.js'
import {remember} from '../machinery/collections/remember.js'
import {compareText} from '../machinery/go/text.js'
import {Quantity} from '../machinery/quantity/quantity.js'
import type {QuotaDifference, QuotaState, TotalDifference} from './types.js'

/** The part of a run that is compared here. */
type Run = Pick<Capacity, 'namespaces'>

/** The quotas of a namespace that differ, by quota and resource. */
export function quotaDifferences(before: Run, after: Run, namespace: string): QuotaDifference[] {
  const [old, now] = [quotasIn(before, namespace), quotasIn(after, namespace)]
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort(compareText)
  return keys.flatMap((key) => quotaDifference(old.get(key), now.get(key)))
}

const quotasIn = ({namespaces}: Run, name: string): ReadonlyMap<string, QuotaNeeds> =>
  new Map(namespaces.filter(({namespace}) => namespace === name).flatMap(({quotas}) => quotas.map((needs) => [`${needs.quota}/${needs.resource}`, needs])))

function quotaDifference(old: QuotaNeeds | undefined, now: QuotaNeeds | undefined): QuotaDifference[] {
  const any = now ?? old
  const unfit = phases.map((phase) => ({phase, objects: newlyUnfit(old, now, phase)})).filter(({objects}) => objects.length > 0)
  const isSame = old !== undefined && now !== undefined && unfit.length === 0 && isEqual(old, now)
  if (any === undefined || isSame) return []
  return [{
    quota: any.quota, resource: any.resource, ...old && {before: stateOf(old)}, ...now && {after: stateOf(now), headroom: headroomOf(now)}, unfit,
  }]
}

const stateOf = ({hard, used, needed}: QuotaNeeds): QuotaState => ({hard, used, needed})

const headroomOf = ({hard, needed}: QuotaNeeds): PerPhase<Quantity> => perPhase((phase) => hard.sub(needed[phase]))

const isEqual = (a: QuotaNeeds, b: QuotaNeeds): boolean =>
  a.hard.equals(b.hard) && a.used.equals(b.used) && phases.every((phase) => a.needed[phase].equals(b.needed[phase]))

/** The objects that fitted in a phase, or did not exist, and do not fit any more. */
function newlyUnfit(old: QuotaNeeds | undefined, now: QuotaNeeds | undefined, phase: Phase): Pick<ObjectNeeds, 'kind' | 'name'>[] {
  const known = new Set(old?.unfitIn?.(phase).map(keyOf))
  return (now?.unfitIn?.(phase) ?? []).filter((object) => !known.has(keyOf(object)))
}

/** Thousands of quotas may have the same objects. */
const keyOf = remember(({kind, name}: Pick<ObjectNeeds, 'kind' | 'name'>): string => `${kind}/${name}`)

/** The resources of totals. Others are counted twice: `cpu` is `requests.cpu`, too. */
const inTotals = /^(?:pods$|requests\.|limits\.)/

/** The totals of a namespace in steady state that differ, by resource. */
export function totalDifferences(before: Run, after: Run, namespace: string): TotalDifference[] {
  const totalOf = ({namespaces}: Run): Readonly<Record<string, Quantity>> => namespaces.find((each) => each.namespace === namespace)?.total.steady ?? {}
  const [old, now] = [new Map(Object.entries(totalOf(before))), new Map(Object.entries(totalOf(after)))]
  return [...new Set([...old.keys(), ...now.keys()])].filter((resource) => inTotals.test(resource)).sort(compareText)
    .map((resource) => totalDifference(resource, old.get(resource) ?? Quantity.zero, now.get(resource) ?? Quantity.zero))
    .filter(({change}) => !change.isZero())
}

const totalDifference = (resource: string, before: Quantity, after: Quantity): TotalDifference => ({resource, before, after, change: after.sub(before)})

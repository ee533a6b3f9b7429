import type {QuotaDifference} from '../../diff/types.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {type PerPhase, phases} from '../../simulate/capacity/types.js'
import {oneLine} from '../../machinery/output/printable.js'

/** One amount of a quota, as texts; empty where there is no value. */
export interface QuotaRow {
  readonly quota: string
  readonly resource: string
  readonly what: string
  readonly before: string
  readonly after: string
  readonly headroom: string
}

/** The names of the phases in rows. */
const phaseWords: PerPhase<string> = {steady: 'steady', peak: 'rollout', worst: 'rollout, terminating', max: 'maximum', maxWorst: 'maximum, rollout'}

/** The bound, the usage before the objects are sent, and the needs of each phase. A phase that needs as much as an earlier one has no row. */
export function quotaRows({quota, resource, before, after, headroom}: QuotaDifference): QuotaRow[] {
  const name = {quota: oneLine(quota), resource: oneLine(resource)}
  const row = (what: string, old: Quantity | undefined, now: Quantity | undefined, room?: Quantity): QuotaRow =>
    ({...name, what, before: textOf(old), after: textOf(now), headroom: room === undefined ? '' : String(room)})
  const shown = phases.filter((phase, i) =>
    !phases.slice(0, i).some((earlier) => isSame(before?.needed, earlier, phase) && isSame(after?.needed, earlier, phase)))
  const usage = [before, after].some((state) => state?.used.isZero() === false) ? [row('used before', before?.used, after?.used)] : []
  return [row('hard', before?.hard, after?.hard), ...usage, ...shown.map((phase) => row(phaseWords[phase], before?.needed[phase], after?.needed[phase], headroom?.[phase]))]
}

/** The objects that no longer fit in a resource of a quota, as kind/name. An object is named once, in the first phase in which it does not fit. */
export interface UnfitRow {
  readonly quota: string
  readonly resource: string
  readonly what: string
  readonly objects: readonly string[]
}

export function unfitRows({quota, resource, unfit}: QuotaDifference): UnfitRow[] {
  const named = new Set<string>()
  return unfit.flatMap(({phase, objects}) => {
    const names = objects.map(({kind, name}) => `${kind}/${name}`).filter((name) => !named.has(name))
    for (const name of names) named.add(name)
    return names.length === 0 ? [] : [{quota, resource, what: phaseWords[phase], objects: names}]
  })
}

const isSame = (needed: PerPhase<Quantity> | undefined, a: keyof PerPhase<Quantity>, b: keyof PerPhase<Quantity>): boolean =>
  needed === undefined || needed[a].equals(needed[b])

const textOf = (amount: Quantity | undefined): string => amount === undefined ? '-' : String(amount)

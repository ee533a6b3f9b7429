import {Quantity} from '../../machinery/quantity/quantity.js'
import {ofSteps, stepOf} from '../../machinery/quantity/steps.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import type {Amounts} from './pods.js'

/** The lists of a LimitRange from which a usual amount is taken, best first. */
const lists = ['defaultRequest', 'default', 'min', 'max'] as const

/** The amounts of resources that no LimitRange sets. */
export const usualAmounts: Amounts = {cpu: '100m', memory: '64Mi', 'ephemeral-storage': '1Gi'}

/**
 * Returns the amounts that containers of a namespace can have: none, so that defaults apply, then a usual amount of each resource that
 * a LimitRange or ResourceQuota bounds.
 */
export function fillsOf(items: readonly PolicyItem[]): readonly [Amounts, Amounts] {
  const resources = new Set(items.flatMap((item) => containerResource(item) ?? []))
  const ofLimitRanges = items.filter(({policy}) => policy.kind === 'LimitRange')
  const firstValues = new Map(ofLimitRanges.toReversed().map(({name, value}) => [name, value]))
  const usual = [...resources].flatMap((resource): [string, string][] => {
    const amount = lists.flatMap((list) => firstValues.get(`${list}.${resource}`) ?? [])[0] ?? usualAmounts[resource]
    return amount === undefined ? [] : [[resource, amount]]
  })
  return [{}, Object.fromEntries(usual)]
}

/** The resource of a container that an item bounds: `cpu` for `hard.limits.cpu`. Of claims, LimitRanges bound only storage. */
function containerResource({name, policy}: PolicyItem): string | undefined {
  const resource = /^(?:hard\.(?:requests\.|limits\.)?|(?:min|max|default|defaultRequest|maxLimitRequestRatio)\.)(.*)$/.exec(name)?.[1] ?? ''
  return Object.hasOwn(usualAmounts, resource) || (policy.kind === 'LimitRange' && resource !== 'storage') ? resource : undefined
}

/** Returns the highest ratio of limit to request that LimitRanges allow for each resource. */
export function ratiosOf(items: readonly PolicyItem[]): Amounts {
  const ratios = new Map<string, Quantity>()
  for (const {name, value} of items) {
    const resource = /^maxLimitRequestRatio\.(.*)$/.exec(name)?.[1]
    if (resource === undefined) continue
    const ratio = Quantity.parse(value)
    const known = ratios.get(resource)
    if (ratio.sign() <= 0) continue
    if (known === undefined || ratio.compare(known) < 0) ratios.set(resource, ratio)
  }
  return Object.fromEntries([...ratios].map(([resource, ratio]) => [resource, String(ratio)]))
}

/** Returns an amount of storage within the bounds of LimitRanges. */
export const storageOf = (items: readonly PolicyItem[]): string =>
  ['min.storage', 'max.storage'].flatMap((bound) => items.find(({name}) => name === bound)?.value ?? [])[0] ?? '1Gi'

/** Splits an amount into equal parts, of which the last one gets the rest; undefined if it is smaller than their number. */
export function split(resource: string, amount: string, count: number): string[] | undefined {
  if (count === 1) return [amount]
  const whole = Quantity.parse(amount)
  const part = ofSteps(whole.quotient(stepOf(resource)) / BigInt(count), whole, resource)
  if (part.isZero()) return undefined
  const last = whole.sub(part.times(BigInt(count - 1)))
  return [...Array.from({length: count - 1}, () => String(part)), String(last)]
}

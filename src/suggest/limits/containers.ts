import {ratioOf} from '../../admission/plugins/limit-ranger/index.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {oneLine} from '../../machinery/output/printable.js'
import {type ContainerFact, usedBy} from '../facts.js'
import {found, type FoundAmount, largest, median, reasonOf, smallest} from '../found.js'
import {percentText, roundDown, roundUp} from '../readable.js'
import type {Reason} from '../types.js'
import type {LimitEntry} from './entries.js'

/** The resources of containers that a suggested LimitRange bounds. A bound on a device would give each container that device. */
export const boundedResources: readonly string[] = ['cpu', 'memory', 'ephemeral-storage']

/** Options for deriving amounts. */
export interface Derivation {
  /** In hundredths of a per cent. */
  readonly headroom: bigint
  readonly percentile: number
  /** The resources whose present defaults stay, as quotas have no room for others. */
  readonly keptDefaults: ReadonlySet<string>
}

interface ContainerItem {
  readonly entries: readonly LimitEntry[]
  readonly notes: readonly string[]
}

/** Suggests the Container item of a namespace, with sentences about what is left out. */
export function containerItem(facts: readonly ContainerFact[], derivation: Derivation): ContainerItem {
  const resources = boundedResources.map((resource) => new ContainerResource(facts, resource, derivation))
  return {entries: resources.flatMap((resource) => resource.entries()), notes: resources.flatMap((resource) => resource.notes())}
}

/** The amounts of one resource of all containers of a namespace. */
class ContainerResource {
  private readonly requests: readonly FoundAmount[]
  private readonly limits: readonly FoundAmount[]
  private readonly used: readonly FoundAmount[]

  constructor(private readonly facts: readonly ContainerFact[], private readonly resource: string, private readonly derivation: Derivation) {
    this.requests = found(facts, ({requests}) => requests[resource])
    this.limits = found(facts, ({limits}) => limits[resource])
    this.used = found(facts, (fact) => usedBy(fact, resource, 100))
  }

  /** Why there is no limit, if containers have been left without one. */
  notes(): string[] {
    const [first, ...others] = this.limits.length === 0 ? [] : this.unbounded()
    if (first === undefined) return []
    const {text, place: {file, span}} = first
    const more = others.length === 0 ? '' : `, as ${others.length === 1 ? 'does 1' : `do ${others.length}`} more`
    const hint = this.resource === 'memory' ? ' Give its measured usage (--usage) to have one suggested.' : ''
    return [`No default limit and no max for ${this.resource}: ${oneLine(text)} (${oneLine(file.path)}:${file.position(span.start).line}) requests it without a limit${more}.${hint}`]
  }

  entries(): LimitEntry[] {
    const {resource} = this
    const request = this.defaultRequest()
    if (request === undefined) return []
    const limit = this.defaultLimit(request)
    const min = this.min(request)
    const max = limit && this.max(limit)
    const ratio = limit && max && this.ratio(request, limit, {min, max})
    const entry = (list: LimitEntry['list'], number: ReasonedAmount | undefined): LimitEntry[] =>
      number === undefined ? [] : [{type: 'Container', list, resource, value: number.value, reasons: number.reasons}]
    return [...entry('default', limit), ...entry('defaultRequest', request), ...entry('max', max), ...entry('maxLimitRequestRatio', ratio), ...entry('min', min)]
  }

  /** The largest usage of the containers that state no request, if it is known for all of them; else the median request, and no less than it. */
  private defaultRequest(): ReasonedAmount | undefined {
    const {resource, facts, derivation: {percentile}} = this
    const kept = this.keptDefault('requests')
    if (kept !== undefined) return kept
    const typical = median(found(facts, (fact) => fact.requests[resource] ?? usedBy(fact, resource, percentile)))
    if (typical === undefined) return undefined
    const unstated = facts.filter(({requests, filled}) => requests[resource] === undefined || filled.has(`requests[${resource}]`))
    const usage = largest(found(unstated, (fact) => usedBy(fact, resource, percentile)))
    const isKnown = unstated.length > 0 && unstated.every((fact) => fact.usage !== undefined) && resource !== 'ephemeral-storage'
    const isUsed = usage !== undefined && (isKnown || usage.amount.compare(typical.amount) >= 0)
    const reasons = isUsed ? [reasonOf(`largest usage${resource === 'cpu' ? ` (${percentile}th percentile)` : ''} of those that state no request`, usage)]
      : [reasonOf('median request', typical)]
    return {value: roundUp(isUsed ? usage.amount : typical.amount, resource), reasons}
  }

  /** The present default, if it stays. */
  private keptDefault(side: 'requests' | 'limits'): ReasonedAmount | undefined {
    const {resource, facts, derivation: {keptDefaults}} = this
    const present = keptDefaults.has(resource) ? largest(found(facts, (fact) => fact.filled.has(`${side}[${resource}]`) ? fact[side][resource] : undefined)) : undefined
    return present && {value: present.amount, reasons: [reasonOf('the present default, as quotas have no room for another one', present)]}
  }

  /**
   * The containers that a default limit might stop: they request the resource without a limit, and it is unknown how much memory they
   * use. With less CPU than they can get, containers slow down.
   */
  private unbounded(): readonly ContainerFact[] {
    const {facts, resource} = this
    return facts.filter((fact) => fact.limits[resource] === undefined && fact.requests[resource] !== undefined && !fact.filled.has(`requests[${resource}]`)
      && (resource !== 'memory' || fact.usage === undefined))
  }

  /**
   * The median of the limits; no less than what the containers that state none have requested, had by default, or used. Without any
   * limit, containers stay without one, except for memory of which the usage is known.
   */
  private defaultLimit(request: ReasonedAmount): ReasonedAmount | undefined {
    const {resource, facts, derivation: {headroom}} = this
    if (this.unbounded().length > 0) return undefined
    const kept = this.keptDefault('limits')
    if (kept !== undefined) return kept
    const used = resource === 'memory' ? this.used : []
    const typical = median(this.limits) ?? largest(used)
    if (typical === undefined) return undefined
    const isMeasured = this.limits.length === 0
    const unlimited = facts.filter(({limits, filled}) => limits[resource] === undefined || filled.has(`limits[${resource}]`))
    const stated = largest(found(unlimited, ({requests, limits}) => limits[resource] ?? requests[resource]))
    const usage = largest(found(unlimited, (fact) => usedBy(fact, resource, 100)))
    const numbers: ReasonedAmount[] = [
      {value: roundUp(typical.amount, resource, isMeasured ? headroom : 0n), reasons: [reasonOf(isMeasured ? 'largest usage' : 'median limit', typical, isMeasured ? headroom : 0n)]},
      ...stated === undefined ? [] : [{value: roundUp(stated.amount, resource), reasons: [reasonOf('largest amount of those that state no limit', stated)]}],
      ...usage === undefined ? [] : [{value: roundUp(usage.amount, resource, headroom), reasons: [reasonOf('largest usage of those that state no limit', usage, headroom)]}],
      {value: request.value, reasons: [{text: 'the default request'}]},
    ]
    const chosen = greatest(numbers)
    return chosen && {...chosen, reasons: [...chosen.reasons, ...getters(unlimited)]}
  }

  /** The largest limit, request or usage, with headroom. */
  private max(limit: ReasonedAmount): ReasonedAmount | undefined {
    const {resource, derivation: {headroom}} = this
    const numbers = ([['limit', this.limits], ['request', this.requests], ['usage', this.used]] as const).flatMap(([what, all]): ReasonedAmount[] => {
      const maximum = largest(all)
      return maximum === undefined ? [] : [{value: roundUp(maximum.amount, resource, headroom), reasons: [reasonOf(`largest ${what}`, maximum, headroom)]}]
    })
    return greatest([...numbers, {value: limit.value, reasons: [{text: 'the default limit'}]}])
  }

  /** The smallest request, rounded down; none if a container requests nothing. */
  private min(request: ReasonedAmount): ReasonedAmount | undefined {
    const minimum = smallest(this.requests)
    const value = minimum && roundDown(minimum.amount, this.resource)
    if (minimum === undefined || value === undefined) return undefined
    return value.compare(request.value) <= 0 ? {value, reasons: [reasonOf('smallest request', minimum)]} : {value: request.value, reasons: [{text: 'the default request'}]}
  }

  /** The largest ratio with headroom; none if an amount is zero, or the bounds allow less. */
  private ratio(
    request: ReasonedAmount, limit: ReasonedAmount, {min, max}: {readonly min: ReasonedAmount | undefined, readonly max: ReasonedAmount},
  ): ReasonedAmount | undefined {
    const {resource, facts, derivation: {headroom}} = this
    const ratioFor = ratioBetween(resource)
    const ratios = facts.map((fact) => {
      const own = fact.filled.has(`limits[${resource}]`) ? undefined : fact.limits[resource]
      const requested = fact.filled.has(`requests[${resource}]`) ? undefined : fact.requests[resource]
      return ratioFor({text: `largest ratio: ${fact.text}`, place: fact.place}, own ?? limit.value, requested ?? request.value)
    })
    const known = [...ratios, ratioFor({text: 'ratio of the defaults'}, limit.value, request.value)].filter((ratio) => ratio !== undefined)
    const [first, ...others] = known
    if (first === undefined || known.length <= facts.length) return undefined
    const largestRatio = others.reduce((greater, next) => next.number > greater.number ? next : greater, first)
    const value = ratioAbove(largestRatio.number, headroom)
    const possible = min && ratioFor({text: ''}, max.value, min.value)
    if (possible !== undefined && Number(value.milliValue()) > possible.number * 1000) return undefined
    return {value, reasons: [{...largestRatio.reason, ...headroom > 0n && {margin: `+ ${percentText(headroom)}`}}]}
  }
}

/** An amount with its reasons. */
interface ReasonedAmount {
  readonly value: Quantity
  readonly reasons: readonly Reason[]
}

/** The first of the greatest numbers. */
const greatest = (numbers: readonly ReasonedAmount[]): ReasonedAmount | undefined =>
  numbers.reduce<ReasonedAmount | undefined>((best, next) => best === undefined || next.value.compare(best.value) > 0 ? next : best, undefined)

/** At most this number of containers is named. */
const maxNamed = 3

/** Names the containers that get a default limit. */
function getters(unlimited: readonly ContainerFact[]): Reason[] {
  const names = [...new Set(unlimited.map(({text}) => text))]
  if (names.length === 0) return []
  const more = names.length - maxNamed
  return [{text: `it becomes the limit of ${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`}]
}

/** A limit divided by a request, and the words for it. */
interface Ratio {
  readonly number: number
  readonly reason: Reason
}

/** Returns the function that divides limits by requests, as the engine does; undefined if one of them is zero. */
const ratioBetween = (resource: string) => ({text, place}: Reason, limit: Quantity, request: Quantity): Ratio | undefined => {
  const number = ratioOf(resource, Quantity.one, {requests: {[resource]: request}, limits: {[resource]: limit}})
  if (number === undefined || number <= 0) return undefined
  return {number, reason: {text: `${text}, limit ${limit} / request ${request} = ${Number(number.toFixed(3))}`, ...place && {place}}}
}

/** Ratios from this one on are whole numbers. */
const minWholeRatio = 8

/** A ratio with headroom that is easy to read: a multiple of a half, or a whole number. */
function ratioAbove(ratio: number, headroom: bigint): Quantity {
  const enough = ratio * Number(10_000n + headroom) / 10_000
  return enough < minWholeRatio ? Quantity.parse(String(Math.ceil(enough * 2) / 2)) : roundUp(Quantity.fromInteger(BigInt(Math.ceil(enough))), '')
}

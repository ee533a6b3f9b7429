import {FieldPath} from '../../../machinery/field/path.js'
import type {EventRateLimitConfiguration, EventRequest, LimitSpec} from '../../../machinery/rate-limit/event-limit.js'
import type {Instant} from '../../../machinery/go/instant.js'
import {limitEnforcer, type ReachedPosition} from './event-limiter.js'

/** A limit with another value of one of its fields. */
interface Variant {
  readonly position: number
  readonly field: 'qps' | 'cacheSize'
  readonly enforcer: ReturnType<typeof limitEnforcer>
}

/** Rates with which a bucket gains no token during a test, or a token each nanosecond. */
const extremeRates = [1e-30, 1e9] as const

const variantsOf = (spec: LimitSpec, position: number): Variant[] => [
  ...extremeRates.map((qps): Variant => ({position, field: 'qps', enforcer: limitEnforcer({...spec, qps})})),
  ...[1, Number.MAX_SAFE_INTEGER].map((cacheSize): Variant => ({position, field: 'cacheSize', enforcer: limitEnforcer({...spec, cacheSize})})),
]

/**
 * Finds the numbers of limits that decide about requests. A burst decides if its limit rejects a request. A `qps` or `cacheSize` decides
 * if the limit would answer otherwise with the smallest or the largest one.
 */
export class DecidingFields {
  private readonly variants: readonly Variant[]

  /** @param configuration a valid one */
  constructor({limits = []}: EventRateLimitConfiguration) {
    this.variants = limits.flatMap(variantsOf)
  }

  /**
   * Returns the deciding fields of the next request.
   *
   * @param reached The limits that reject it
   */
  next(request: EventRequest, now: Instant, reached: readonly ReachedPosition[]): FieldPath[] {
    const rejecting = new Set(reached.map(({position}) => position))
    const deciding = this.variants.filter(({position, enforcer}) => enforcer.tryAccept(enforcer.keyOf(request), now) === rejecting.has(position))
    return [...reached.map(({position}) => fieldOf(position, 'burst')), ...deciding.map(({position, field}) => fieldOf(position, field))]
  }
}

const fieldOf = (position: number, name: string): FieldPath => FieldPath.of('limits').index(position).child(name)

import {FieldPath} from '../../../machinery/field/path.js'
import type {EventRateLimitConfiguration, LimitSpec} from '../../../machinery/rate-limit/event-limit.js'
import type {Advice} from '../../configuration-kind.js'

/** A limit with its place. */
interface Placed {
  readonly type: string
  readonly qps: number
  readonly burst: number
  readonly cacheSize: number
  readonly path: FieldPath
}

/** Reports server limits that at most this number of namespaces exhausts. */
const few = 5

const place = ({type = '', qps = 0, burst = 0, cacheSize = 0}: LimitSpec, i: number): Placed =>
  ({type, qps, burst, cacheSize, path: FieldPath.of('limits').index(i)})

/** Limits beyond this number are not compared. */
const maxLimits = 100

/** Returns the findings about a valid configuration (spec eventratelimit 2.4, spec eventratelimit 3, spec eventratelimit 6.1). */
export function advise({limits: specs = []}: EventRateLimitConfiguration): Advice[] {
  const limits = specs.slice(0, maxLimits).map(place)
  return [
    ...limits.flatMap((limit, i) => repeatedType(limit, limits.slice(0, i))),
    ...limits.flatMap(uselessCacheSize),
    ...limits.flatMap((limit) => ineffective(limit, limits)),
    ...limits.flatMap((limit) => exhaustedServer(limit, limits)),
    {
      ruleId: 'event-rate-limit/events-api',
      severity: 'info',
      field: FieldPath.of('limits'),
      message: 'no limit counts events that are written through events.k8s.io, as newer components write theirs',
    },
  ]
}

function repeatedType({type, path}: Placed, before: readonly Placed[]): Advice[] {
  const first = before.find((other) => other.type === type)
  if (first === undefined) return []
  const message = `this is another limit of type ${type}: every event is charged to both, and either can reject it`
  const related = [{field: first.path.child('type'), message: `the first limit of type ${type} is here`}]
  return [{ruleId: 'event-rate-limit/duplicate-type', severity: 'warning', field: path.child('type'), message, hint: 'keep one of them', related}]
}

function uselessCacheSize({type, cacheSize, path}: Placed): Advice[] {
  if (type !== 'Server' || cacheSize === 0) return []
  const message = `a limit of type Server has only one bucket: cacheSize ${cacheSize} is ignored`
  return [{ruleId: 'event-rate-limit/server-cache-size', severity: 'warning', field: path.child('cacheSize'), message, hint: 'remove cacheSize'}]
}

/** The types of limits that hold for more than one bucket of a type: all that such a bucket counts, they count too. */
const widerTypes: ReadonlyMap<string, readonly string[]> =
  new Map([['Namespace', ['Server']], ['User', ['Server']], ['SourceAndObject', ['Server', 'Namespace']]])

/** The limit that allows to all together no more than a limit allows to each. */
const tighterOne = ({type, qps, burst}: Placed, limits: readonly Placed[]): Placed | undefined =>
  limits.find((wider) => widerTypes.get(type)?.includes(wider.type) === true && wider.qps <= qps && wider.burst <= burst)

function ineffective(limit: Placed, limits: readonly Placed[]): Advice[] {
  const tighter = tighterOne(limit, limits)
  if (tighter === undefined) return []
  const message = `this limit of type ${limit.type} (qps ${limit.qps}, burst ${limit.burst}) does not keep clients from using up `
    + `the limit of type ${tighter.type} (qps ${tighter.qps}, burst ${tighter.burst})`
  const related = [{field: tighter.path, message: `the limit of type ${tighter.type} is here`}]
  return [{ruleId: 'event-rate-limit/ineffective-limit', severity: 'warning', field: limit.path, message, related}]
}

function exhaustedServer(server: Placed, limits: readonly Placed[]): Advice[] {
  if (server.type !== 'Server') return []
  return limits.filter((limit) => limit.type === 'Namespace' && tighterOne(limit, [server]) === undefined).flatMap(({burst, path}) => {
    const count = Math.ceil(server.burst / burst)
    if (count > few) return []
    const namespaces = count === 1 ? '1 namespace exhausts' : `${count} namespaces exhaust`
    const message = `${namespaces} the burst of ${server.burst}, each with its own burst of ${burst}; then the events of all others are rejected too`
    const related = [{field: path.child('burst'), message: 'the burst of each namespace is here'}]
    return [{ruleId: 'event-rate-limit/server-exhausted', severity: 'warning', field: server.path.child('burst'), message, related}]
  })
}

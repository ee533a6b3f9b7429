import {type End, isConflict, roomFor, roomForClaims} from '../../admission/plugins/limit-ranger/checks/room.js'
import {byResource, comparedOf, type Statement, type Statements} from '../../admission/plugins/limit-ranger/checks/statements.js'
import type {LimitRange} from '../../admission/plugins/limit-ranger/types.js'

/** The least that any object uses under a key of a quota, in thousandths, and the statements of LimitRanges that make it so. */
export interface Least {
  readonly what: 'pod' | 'claim'
  readonly amount: bigint
  readonly by: Statement
}

/** The least usage that LimitRanges allow to a pod or a claim, by the keys of quotas; keys without a minimum are left out. */
export const leastUsage = (policies: readonly LimitRange[]): ReadonlyMap<string, Least> => new Map(byResource(comparedOf(policies)).flatMap(leastOf))

function leastOf(said: Statements): [string, Least][] {
  const {name} = said
  const claims = roomForClaims(said)
  if (claims !== undefined && !isConflict(claims) && name === 'storage') return named(['requests.storage'], 'claim', claims.least)
  const room = roomFor(said)
  if (room === undefined || isConflict(room)) return []
  const least = room.container.least.amount > room.pod.least.amount ? room.container.least : room.pod.least
  const isExtended = name.includes('/')
  return [
    ...named([...isExtended ? [] : [name], `requests.${name}`], 'pod', least),
    // A pod may do without a limit where nothing asks for one.
    ...asksForLimit(said) && !isExtended ? named([`limits.${name}`], 'pod', least) : [],
  ]
}

const named = (keys: readonly string[], what: Least['what'], {amount, by}: End): [string, Least][] =>
  by?.list !== 'min' ? [] : keys.map((key) => [key, {what, amount, by}])

const asksForLimit = (said: Statements): boolean => said.of('Container', 'default').length > 0
  || (['Container', 'Pod'] as const).some((type) => (['max', 'maxLimitRequestRatio'] as const).some((list) => said.of(type, list).length > 0))

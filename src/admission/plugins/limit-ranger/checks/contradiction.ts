import type {PolicyFinding} from '../../../policy-check.js'
import {onlyWith, rejecting} from './features.js'
import {type Conflict, countConflict, isConflict, type Room, roomFor, roomForClaims} from './room.js'
import {findingAt, type Statements, statementText} from './statements.js'

/** Reports LimitRanges that reject every pod, or every claim. */
export const checkContradiction = onlyWith(rejecting, (resources: readonly Statements[]): PolicyFinding[] => {
  const rooms = resources.flatMap((resource) => roomFor(resource) ?? [])
  const claims = resources.flatMap((resource) => roomForClaims(resource) ?? [])
  const perResource = rooms.filter(isConflict)
  const counts = countConflict(rooms.filter((room): room is Room => !isConflict(room)))
  return [
    ...[...perResource, ...counts === undefined ? [] : [counts]].flatMap((conflict) => contradiction('pod', conflict)),
    ...claims.filter(isConflict).flatMap((conflict) => contradiction('claim', conflict)),
  ]
})

function contradiction(what: string, {statements, reason}: Conflict): PolicyFinding[] {
  const [first, ...others] = statements
  if (first === undefined) return []
  const message = `no ${what} can satisfy these bounds: ${reason} (${statements.map(statementText).join(', ')})`
  return [findingAt(first, {ruleId: 'limit-range/contradiction', severity: 'error', message}, others)]
}

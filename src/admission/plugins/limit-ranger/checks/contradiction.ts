import type {PolicyFinding} from '../../../policy-check.js'
import {ifAnyFeature, rejectingFeatures} from './features.js'
import {allowedAmounts, type AllowedAmounts, allowedClaimAmounts, type BoundConflict, countConflict, isConflict} from './allowed-amounts.js'
import {findingAt, type Statements, statementText} from './statements.js'

/** Reports LimitRanges that reject every pod, or every claim. */
export const checkContradiction = ifAnyFeature(rejectingFeatures, (resources: readonly Statements[]): PolicyFinding[] => {
  const rooms = resources.flatMap((resource) => allowedAmounts(resource) ?? [])
  const claims = resources.flatMap((resource) => allowedClaimAmounts(resource) ?? [])
  const perResource = rooms.filter(isConflict)
  const counts = countConflict(rooms.filter((room): room is AllowedAmounts => !isConflict(room)))
  return [
    ...[...perResource, ...counts === undefined ? [] : [counts]].flatMap((conflict) => contradiction('pod', conflict)),
    ...claims.filter(isConflict).flatMap((conflict) => contradiction('claim', conflict)),
  ]
})

function contradiction(what: string, {statements, reason}: BoundConflict): PolicyFinding[] {
  const [first, ...others] = statements
  if (first === undefined) return []
  const message = `no ${what} can satisfy these bounds: ${reason} (${statements.map(statementText).join(', ')})`
  return [findingAt(first, {ruleId: 'limit-range/contradiction', severity: 'error', message}, others)]
}

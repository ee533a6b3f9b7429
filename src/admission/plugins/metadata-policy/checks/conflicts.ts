import type {PolicyFinding} from '../../../policy-check.js'
import {conflictsBetween} from '../interplay.js'
import {keyName, nameOf, type PolicyRule, valueText, type Write} from '../policy-rule.js'
import {conjunction} from '../predicate.js'
import {exampleOf, finding, mostRelated, rejectsAll, type RuleSet, writeOf} from './finding.js'

interface Rival {
  readonly rule: PolicyRule
  readonly first: Write
  readonly second: Write
}

/** Rules that set one key to different values for the same objects: no order decides between them. */
export const checkConflicts = (set: RuleSet): PolicyFinding[] => set.updates.flatMap((rule, i) => {
  const rivals = set.updates.slice(i + 1).flatMap((other): Rival[] => {
    const pairs = conflictsBetween(rule, other)
    return pairs.length === 0 || rejectsAll(set, conjunction(rule.predicate, other.predicate)) ? [] : pairs.map((pair) => ({rule: other, ...pair}))
  })
  return rule.writes.flatMap((write) => conflict(rule, rivals.filter(({first}) => first === write)))
})

function conflict(rule: PolicyRule, rivals: readonly Rival[]): PolicyFinding[] {
  const [rival] = rivals
  if (rival === undefined) return []
  const {first, second} = rival
  const message = `${nameOf(rule)} sets ${keyName(first)} to ${valueText(first.value)} and ${nameOf(rival.rule)} to ${valueText(second.value)}: `
    + `both match ${exampleOf(conjunction(rule.predicate, rival.rule.predicate))}, and nothing orders them`
  const hint = 'let their selectors exclude each other, or write the same value'
  const related = rivals.slice(0, mostRelated).map((other) => writeOf(other.rule, other.second))
  return [finding(rule, first.field, {ruleId: 'metadata-policy/conflict', severity: 'warning', message, hint}, related)]
}

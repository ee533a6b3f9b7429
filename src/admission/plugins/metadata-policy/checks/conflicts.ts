import {keyName, nameOf, type PolicyRule, valueText, type Write} from '../../../../kinds/metadata-policy/policy-rule.js'
import {conjunction} from '../../../../kinds/metadata-policy/predicate.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {conflictsBetween} from '../interactions.js'
import {exampleOf, findEach, finding, maxRelated, rejectsAll, type RuleSet, writeOf} from './finding.js'

/** A rule that sets a key to another value, with its write. */
interface Rival {
  readonly rule: PolicyRule
  readonly write: Write
}

/** Reports rules that set one key to different values for the same objects: their order is undefined. */
export const checkConflicts = (set: RuleSet): PolicyFinding[] => findEach(set.updates, (rule, i) => {
  const rivals = new Map<Write, Rival[]>()
  for (const other of set.updates.slice(i + 1)) {
    const pairs = conflictsBetween(rule, other)
    if (pairs.length === 0 || rejectsAll(set, conjunction([rule.predicate, other.predicate]))) continue
    for (const {first, second} of pairs) {
      const known = rivals.get(first)
      if (known === undefined) rivals.set(first, [{rule: other, write: second}])
      else known.push({rule: other, write: second})
    }
  }
  return [...rivals].flatMap(([write, found]) => conflict(rule, write, found))
})

function conflict(rule: PolicyRule, write: Write, rivals: readonly Rival[]): PolicyFinding[] {
  const [rival] = rivals
  if (rival === undefined) return []
  const message = `${nameOf(rule)} sets ${keyName(write)} to ${valueText(write.value)} and ${nameOf(rival.rule)} to ${valueText(rival.write.value)}: `
    + `both match ${exampleOf(conjunction([rule.predicate, rival.rule.predicate]))}, and they have no order`
  const hint = 'let their selectors exclude each other, or write the same value'
  const related = rivals.slice(0, maxRelated).map((other) => writeOf(other.rule, other.write))
  return [finding(rule, write.field, {ruleId: 'metadata-policy/conflict', severity: 'error', message, hint}, related)]
}

import {keyName, nameOf, type PolicyRule, type Write} from '../../../../kinds/metadata-policy/policy-rule.js'
import {conjunction, domainIn, implies, keyId, overlap} from '../../../../kinds/metadata-policy/predicate.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {disablingWrites} from '../interactions.js'
import {exampleOf, findEach, finding, maxRelated, rejectOf, rejectsAll, type RuleSet} from './finding.js'

/** Reports rules that set something for objects that other rules reject: then nothing is set (spec metadatapolicy 5.2). */
export const checkRejections = (set: RuleSet): PolicyFinding[] => findEach(set.updates, (rule) => {
  const reject = rejectsAll(set, rule.predicate)
  if (reject === undefined) return partlyRejected(rule, set)
  const write = rule.writes.find((each) => isDefault(rule, each) && isRequired(reject, each))
  return [write === undefined ? shadowed(rule, reject) : lateDefault(rule, write, reject)]
})

/** Returns true for a write that only sets a missing key. */
function isDefault({predicate}: PolicyRule, write: Write): boolean {
  const {absent, isAllBut, values} = domainIn(predicate, write)
  return absent && !isAllBut && values.size === 0
}

/** Returns true if the only condition of a rejecting rule is that a key is missing. */
const isRequired = ({predicate}: PolicyRule, write: Write): boolean => predicate.size === 1 && predicate.get(keyId(write))?.domain.absent === true

function shadowed(rule: PolicyRule, reject: PolicyRule): PolicyFinding {
  const message = `${nameOf(rule)} has no effect: every object that it matches is rejected by ${nameOf(reject)}, ${exampleOf(rule.predicate)} for example`
  return finding(rule, rule.actionField, {ruleId: 'metadata-policy/reject-shadow', severity: 'warning', message}, [rejectOf(reject)])
}

function lateDefault(rule: PolicyRule, write: Write, reject: PolicyRule): PolicyFinding {
  const message = `${nameOf(rule)} sets ${keyName(write)} where it is missing, and ${nameOf(reject)} rejects objects without it: `
    + `rules see objects as submitted, so that ${exampleOf(rule.predicate)} is rejected and the default never set`
  const hint = 'keep one of the two: a key with a default need not be required'
  return finding(rule, write.field, {ruleId: 'metadata-policy/default-vs-require', severity: 'warning', message, hint}, [rejectOf(reject)])
}

/** Reports rules that reject some of the objects that another rule matches. Ignores the effect of its writes on them. */
function partlyRejected(rule: PolicyRule, {rejects}: RuleSet): PolicyFinding[] {
  const [reject, ...others] = rejects.filter((each) => overlap(rule.predicate, each.predicate) && disablingWrites(rule, each).length === 0)
  if (reject === undefined) return []
  const message = `${nameOf(rule)} does not act on ${exampleOf(conjunction([rule.predicate, reject.predicate]))}, which ${nameOf(reject)} rejects`
  const related = [reject, ...others].slice(0, maxRelated).map(rejectOf)
  return [finding(rule, rule.actionField, {ruleId: 'metadata-policy/partial-reject', severity: 'info', message}, related)]
}

/** Returns true if a rule never acts, because every object that it matches is rejected. */
export const isShadowed = (set: RuleSet, rule: PolicyRule): boolean => set.rejects.some(({predicate}) => implies(rule.predicate, predicate))

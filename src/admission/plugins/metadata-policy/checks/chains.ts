import {keyName, nameOf, type PolicyRule, valueText} from '../../../../kinds/metadata-policy/policy-rule.js'
import {keyId} from '../../../../kinds/metadata-policy/predicate.js'
import type {PolicyFinding} from '../../../policy-check.js'
import {disablingWrites, enablingWrites, type Link} from '../interactions.js'
import {exampleOf, findEach, finding, rejectsAll, relatedTo, type RuleSet} from './finding.js'
import {isShadowed} from './rejections.js'

/**
 * Rules that would make others match, or no longer match, if rules saw what others set. They do not: there is one pass over the
 * object as submitted. Readers of the policies, or an implementation rule by rule, may expect otherwise.
 *
 * @param isReported true for two rules with another finding already
 */
export const checkChains = (set: RuleSet, isReported: (rule: PolicyRule, other: PolicyRule) => boolean): PolicyFinding[] =>
  findEach(set.updates.filter((rule) => !isShadowed(set, rule)), (rule) => set.rules.flatMap((other) => {
    const [enabling] = isReported(rule, other) || setsAll(rule, other) ? [] : linksOf(enablingWrites(rule, other), set)
    const [disabling] = competes(rule, other) ? [] : linksOf(disablingWrites(rule, other), set, other)
    return [...enabling === undefined ? [] : [enables(rule, other, enabling)], ...disabling === undefined ? [] : [disables(rule, other, disabling)]]
  }))

/** True if a rule sets everything that another one sets: whether the other one matches too makes no difference. */
const setsAll = ({writesById}: PolicyRule, {rejects, writes}: PolicyRule): boolean =>
  !rejects && writes.every((write) => writesById.get(keyId(write))?.value === write.value)

/** True if a rule sets all keys that another one sets, to the same or to other values. */
const competes = ({writesById}: PolicyRule, {rejects, writes}: PolicyRule): boolean => !rejects && writes.every((write) => writesById.has(keyId(write)))

/** The links by which something can come about: not all objects are rejected for another reason. */
const linksOf = (links: readonly Link[], set: RuleSet, but?: PolicyRule): Link[] => links.filter(({objects}) => rejectsAll(set, objects, but) === undefined)

const sets = (rule: PolicyRule, {write}: Link): string => `${nameOf(rule)} sets ${keyName(write)} to ${valueText(write.value)}`

const selectorOf = (rule: PolicyRule): PolicyFinding['related'][number] =>
  relatedTo(rule, rule.field.child('policyPredicate'), `${nameOf(rule)} matches it here`)

function enables(rule: PolicyRule, other: PolicyRule, link: Link): PolicyFinding {
  const {write, objects} = link
  const consequence = other.rejects ? 'is admitted now, and rejected at its next update' : 'gets the value of that rule only at its next update'
  const message = `${sets(rule, link)}, and ${nameOf(other)}, which matches that value, does not match yet, as rules see the object as submitted: `
    + `${exampleOf(objects)} ${consequence}`
  return finding(rule, write.field, {ruleId: 'metadata-policy/chain-enables', severity: 'warning', message}, [selectorOf(other)])
}

function disables(rule: PolicyRule, other: PolicyRule, link: Link): PolicyFinding {
  const {write, objects} = link
  const consequence = other.rejects ? 'is rejected anyway' : 'gets the values of both rules'
  const message = `${sets(rule, link)}, and ${nameOf(other)}, which excludes that value, still matches, as rules see the object as submitted: `
    + `${exampleOf(objects)} ${consequence}`
  return finding(rule, write.field, {ruleId: 'metadata-policy/chain-disables', severity: 'warning', message}, [selectorOf(other)])
}

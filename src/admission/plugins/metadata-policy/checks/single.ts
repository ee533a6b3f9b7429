import {isEmpty} from '../../../../kinds/metadata-policy/domain.js'
import {actionFieldOf, fieldOf, keyName, nameOf, type PolicyRule, type Write} from '../../../../kinds/metadata-policy/policy-rule.js'
import {type Criterion, isAlwaysTrue, isSatisfiable} from '../../../../kinds/metadata-policy/predicate.js'
import {selectorFields} from '../../../../kinds/metadata-policy/metadata-maps.js'
import type {MetadataPolicy} from '../../../../machinery/api/design-v1.js'
import {FieldPath} from '../../../../machinery/field/path.js'
import {quote} from '../../../../machinery/go/text.js'
import type {CheckContext, PolicyFinding} from '../../../policy-check.js'
import {changesNothing} from '../interactions.js'
import {exampleOf, finding} from './finding.js'

/** Checks a single rule. */
export const checkRule = (rule: PolicyRule, context: CheckContext): PolicyFinding[] => [
  ...misspeltAction(rule),
  ...neverMatches(rule),
  ...doesNothing(rule),
  ...ignoresUpdates(rule),
  ...rejectsEverything(rule),
  ...invertedCaption(rule, context),
  ...rule.writes.flatMap((write) => reservedPrefix(rule, write)),
]

/** Reports policies without rules. */
export const checkNoRules = (policy: MetadataPolicy): PolicyFinding[] => (policy.spec?.rules ?? []).length > 0 ? [] : [{
  policy, field: FieldPath.of('spec', 'rules'), ruleId: 'metadata-policy/no-rules', severity: 'warning',
  message: 'this MetadataPolicy has no effect: it has no rules', hint: 'write a rule, or remove the policy', related: [],
}]

function misspeltAction(rule: PolicyRule): PolicyFinding[] {
  const {policy, index, actionField} = rule
  if (actionFieldOf(policy.spec?.rules?.[index] ?? {}) === 'policyAction') return []
  const message = 'the design of MetadataPolicy means "policyAction": its Go code reads "PolicyAction" because a quote is missing'
  return [finding(rule, actionField, {ruleId: 'metadata-policy/action-name', severity: 'warning', message, hint: 'write "policyAction"'})]
}

function neverMatches(rule: PolicyRule): PolicyFinding[] {
  const impossible = [...rule.predicate.values()].find(({domain}) => isEmpty(domain))
  if (impossible === undefined) return []
  const message = `${nameOf(rule)} never matches: its selector requires what ${keyName(impossible)} cannot be at once`
  return [finding(rule, selectorOf(rule, impossible), {ruleId: 'metadata-policy/dead-rule', severity: 'warning', message})]
}

const selectorOf = ({field}: PolicyRule, {map}: Criterion): FieldPath => field.child('policyPredicate', selectorFields[map])

function doesNothing(rule: PolicyRule): PolicyFinding[] {
  if (rule.rejects || !isSatisfiable(rule.predicate) || !changesNothing(rule)) return []
  const message = rule.writes.length === 0
    ? `${nameOf(rule)} has no effect: it neither rejects nor sets anything`
    : `${nameOf(rule)} has no effect: every object that it matches already has the values that it sets, such as ${exampleOf(rule.predicate)}`
  return [finding(rule, rule.actionField, {ruleId: 'metadata-policy/no-op-action', severity: 'info', message})]
}

function ignoresUpdates(rule: PolicyRule): PolicyFinding[] {
  const [write] = rule.ignored
  if (write === undefined) return []
  const message = `${nameOf(rule)} rejects, so that ${keyName(write)} is never set: ${exampleOf(rule.predicate)} is rejected, not changed`
  const related = [{policy: rule.policy, field: rule.actionField.child('reject'), message: 'it rejects here'}]
  return [finding(rule, write.field, {ruleId: 'metadata-policy/reject-with-updates', severity: 'warning', message}, related)]
}

function rejectsEverything(rule: PolicyRule): PolicyFinding[] {
  if (!rule.rejects || !isAlwaysTrue(rule.predicate)) return []
  const message = `${nameOf(rule)} rejects everything: nothing but MetadataPolicies can be created or updated in its namespace, `
    + 'not even by controllers, and objects that are being deleted keep their finalizers'
  const hint = 'write in policyPredicate what to reject'
  return [finding(rule, rule.actionField.child('reject'), {ruleId: 'metadata-policy/match-all-reject', severity: 'error', message, hint})]
}

const requiring = /\b(?:require[ds]?|requiring|mandatory)\b/i

const forbidding = /\b(?:forbid(?:s|den)?|prohibit(?:s|ed)?|disallow(?:s|ed)?)\b/i

/** Negations: "forbids objects without a key" means "requires the key". */
const negating = /\b(?:not?|without|unless|except|missing|lack(?:s|ing)?|absen[ct]e?)\b/i

/** Reports a rule whose comment says that it requires a key that it forbids, or the reverse: the design document confuses both. */
function invertedCaption(rule: PolicyRule, {commentsAt}: CheckContext): PolicyFinding[] {
  const [criterion, ...others] = rule.predicate.values()
  if (!rule.rejects || criterion === undefined || others.length > 0) return []
  const {domain: {absent, isAllBut, values}} = criterion
  if (absent === isAllBut || values.size > 0) return []
  const {policy, field} = rule
  const captions = [policy.metadata.name ?? '', ...commentsAt({policy, field})]
  const [claimed, actual] = absent ? [forbidding, requiring] : [requiring, forbidding]
  const caption = captions.find((text) => claimed.test(text) && !actual.test(text) && !negating.test(text))
  if (caption === undefined) return []
  const message = `${nameOf(rule)} rejects objects ${absent ? 'without' : 'with'} ${keyName(criterion)}, which ${absent ? 'requires' : 'forbids'} it, `
    + `and is called ${quote(caption)}: ${exampleOf(rule.predicate)} is rejected`
  return [finding(rule, selectorOf(rule, criterion), {ruleId: 'metadata-policy/inverted-caption', severity: 'info', message})]
}

const reserved = /^(?:.*\.)?(?:kubernetes\.io|k8s\.io)\//i

/** Keys that schedulers no longer read, and their replacements. */
const outdated: ReadonlyMap<string, string> = new Map([
  [String(fieldOf({map: 'annotations', key: 'scheduler.alpha.kubernetes.io/name'})), 'no scheduler reads this annotation any more. Schedulers read spec.schedulerName, which "kadm export --scheduler-name" sets'],
])

function reservedPrefix(rule: PolicyRule, write: Write): PolicyFinding[] {
  if (!reserved.test(write.key)) return []
  const hint = outdated.get(String(fieldOf(write)))
  const message = `${nameOf(rule)} sets ${keyName(write)}: keys of kubernetes.io and k8s.io belong to Kubernetes, which may give them another meaning`
  return [finding(rule, write.field, {ruleId: 'metadata-policy/reserved-prefix', severity: 'info', message, ...hint !== undefined && {hint}})]
}

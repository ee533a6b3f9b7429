import {exampleOf, writeOf} from '../admission/plugins/metadata-policy/checks/finding.js'
import {conflictsBetween, type WritePair} from '../admission/plugins/metadata-policy/interplay.js'
import {keyName, nameOf, type PolicyRule, valueText} from '../admission/plugins/metadata-policy/policy-rule.js'
import {conjunction, implies, keyId} from '../admission/plugins/metadata-policy/predicate.js'
import type {PolicyFinding} from '../admission/policy-check.js'
import {FieldPath} from '../machinery/field-path.js'
import {byteLength} from '../machinery/go-text.js'
import {isTooLong, longestExpression} from './cel.js'
import type {Expression} from './expression.js'
import {marker} from './names.js'
import type {NamespaceRules} from './rule-set.js'

/** Something in a policy that keeps a namespace from being exported. */
export type ExportFault = Pick<PolicyFinding, 'policy' | 'field' | 'message' | 'hint' | 'related'>

/** More rules than that do not go into the expressions that are about all of them. */
const mostRules = 2000

/** More values than that in the selectors of a namespace are not compared. */
const mostValues = 200_000

/** What can be said before anything is compiled: too much of everything, which nothing more is asked of. */
export function sizeFaults({policies: [policy], rules, namespace}: NamespaceRules): ExportFault[] {
  const values = rules.reduce((sum, {predicate}) => [...predicate.values()].reduce((count, {domain}) => count + domain.values.size, sum), 0)
  const told = rules.length > mostRules ? `${rules.length} rules, and ${mostRules}` : values > mostValues ? `${values} values in its selectors, and ${mostValues}` : undefined
  if (told === undefined || policy === undefined) return []
  const message = `namespace ${namespace} has ${told} are the most that kadm puts into one native policy`
  return [{policy, field: FieldPath.of('spec', 'rules'), message, related: []}]
}

/** Each rule that sets something, for clusters in which no native policy can. */
export const updateFaults = ({updates}: NamespaceRules): ExportFault[] => updates.map((rule): ExportFault => ({
  policy: rule.policy, field: rule.actionField, related: [],
  message: `${nameOf(rule)} sets labels or annotations, which takes a MutatingAdmissionPolicy, and --api-version none says that the cluster has none`,
  hint: 'choose v1 for Kubernetes 1.36 and later, or v1beta1 for 1.34 and 1.35',
}))

/** Rules that look at the class of a pod, where nothing can tell it. */
export const annotatorFaults = (rules: readonly PolicyRule[]): ExportFault[] => rules.map((rule): ExportFault => ({
  policy: rule.policy, field: rule.field.child('policyPredicate'), related: [],
  message: `${nameOf(rule)} looks at the quality of service class of pods, which takes a MutatingAdmissionPolicy to annotate them, and --api-version none says that the cluster has none`,
  hint: 'with --no-qos-annotator it is taken for an annotation that somebody else sets',
}))

/** Rules that set what the native policies use among themselves. */
export const markerFaults = ({updates}: NamespaceRules): ExportFault[] => updates.flatMap((rule) => {
  const write = rule.writesById.get(keyId(marker))
  return write === undefined ? [] : [{
    policy: rule.policy, field: write.field, related: [],
    message: `${nameOf(rule)} sets ${keyName(marker)}, by which the native policies tell one another that a rule rejects`,
  }]
})

/** Expressions that are longer than the API server takes, and policies that are larger than etcd does. */
export function lengthFaults(expressions: readonly Expression[]): ExportFault[] {
  const tooLong = expressions.filter(({expression}) => isTooLong(expression)).map((expression) =>
    faultAt(expression, `${subjectOf(expression)} an expression of more than ${longestExpression} characters, which the API server does not take`))
  const [first] = expressions
  const size = expressions.reduce((sum, {expression}) => sum + byteLength(expression), 0)
  if (tooLong.length > 0 || first === undefined || size <= largestObject) return tooLong
  return [faultAt(first, `the rules of namespace ${first.policy.metadata.namespace ?? ''} come to a native policy of more than ${largestObject} bytes, which etcd does not store`)]
}

/** What etcd takes at most, unless it is told otherwise (`--max-request-bytes`). */
const largestObject = 1.5 * 2 ** 20

const faultAt = ({policy, field}: Expression, message: string): ExportFault => ({policy, field, message, related: []})

const subjectOf = ({policy: {metadata: {namespace = '', name = ''}}, field, subject}: Expression): string =>
  `${subject ?? `${String(field)} of MetadataPolicy ${namespace}/${name}`} would be`

/** Rules that set one key to different values for the same objects, for which the original has no answer that could be compiled. */
export function conflictFaults({updates, rejects}: NamespaceRules): ExportFault[] {
  const faults: ExportFault[] = []
  for (const [i, rule] of updates.entries()) {
    for (const other of updates.slice(i + 1)) {
      const [pair] = conflictsBetween(rule, other)
      if (pair === undefined) continue
      const objects = conjunction([rule.predicate, other.predicate])
      if (!rejects.some(({predicate}) => implies(objects, predicate))) faults.push(conflict(rule, pair, other))
      if (faults.length >= mostConflicts) return faults
    }
  }
  return faults
}

const mostConflicts = 20

const conflict = (rule: PolicyRule, {first, second}: WritePair, other: PolicyRule): ExportFault => ({
  policy: rule.policy, field: first.field,
  message: `${nameOf(rule)} sets ${keyName(first)} to ${valueText(first.value)} and ${nameOf(other)} to ${valueText(second.value)}: `
    + `both match ${exampleOf(conjunction([rule.predicate, other.predicate]))}, and nothing orders them`,
  hint: 'let their selectors exclude each other, or let the last rule win with --on-conflict by-name',
  related: [writeOf(other, second)],
})

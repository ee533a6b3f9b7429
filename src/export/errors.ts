import {conflictsBetween, exampleOf, writeOf, type WritePair} from '../admission/plugins/metadata-policy/index.js'
import type {PolicyFinding} from '../admission/policy-check.js'
import {keyName, nameOf, type PolicyRule, valueText} from '../kinds/metadata-policy/policy-rule.js'
import {conjunction, implies, keyId} from '../kinds/metadata-policy/predicate.js'
import {FieldPath} from '../machinery/field/path.js'
import {byteLength} from '../machinery/go/text.js'
import {type Expression, isTooLong, longestExpression} from './cel.js'
import {rejectionMarker} from './names.js'
import type {NamespaceRules} from './rule-set.js'

/** An error in a policy that prevents exporting its namespace. */
export type ExportError = Pick<PolicyFinding, 'policy' | 'field' | 'message' | 'hint' | 'related'>

/** Maximum number of rules in the expressions that cover all rules. */
const maxRules = 2000

/** Maximum number of selector values in a namespace that are compared. */
const maxValues = 200_000

/** Errors of size, checked first: if there are any, nothing else is checked. */
export function sizeErrors({policies: [policy], rules, namespace}: NamespaceRules): ExportError[] {
  const values = rules.reduce((sum, {predicate}) => [...predicate.values()].reduce((count, {domain}) => count + domain.values.size, sum), 0)
  const excess = rules.length > maxRules ? `${rules.length} rules, and ${maxRules}` : values > maxValues ? `${values} values in its selectors, and ${maxValues}` : undefined
  if (excess === undefined || policy === undefined) return []
  const message = `namespace ${namespace} has ${excess} are the most that kadm puts into one native policy`
  return [{policy, field: FieldPath.of('spec', 'rules'), message, related: []}]
}

/** Each rule that sets labels or annotations, for clusters without MutatingAdmissionPolicy. */
export const updateErrors = ({updates}: NamespaceRules): ExportError[] => updates.map((rule): ExportError => ({
  policy: rule.policy, field: rule.actionField, related: [],
  message: `${nameOf(rule)} sets labels or annotations, which needs a MutatingAdmissionPolicy, and --api-version none means that the cluster has none`,
  hint: 'choose v1 for Kubernetes 1.36 and later, or v1beta1 for 1.34 and 1.35',
}))

/** Rules that depend on a pod's quality of service class, for clusters that cannot annotate it. */
export const annotatorErrors = (rules: readonly PolicyRule[]): ExportError[] => rules.map((rule): ExportError => ({
  policy: rule.policy, field: rule.field.child('policyPredicate'), related: [],
  message: `${nameOf(rule)} matches the QoS class of pods, which needs a MutatingAdmissionPolicy to annotate them, and --api-version none means that the cluster has none`,
  hint: 'with --no-qos-annotator, another component must set the annotation',
}))

/** Rules that set the marker key of the native policies. */
export const markerErrors = ({updates}: NamespaceRules): ExportError[] => updates.flatMap((rule) => {
  const write = rule.writesById.get(keyId(rejectionMarker))
  return write === undefined ? [] : [{
    policy: rule.policy, field: write.field, related: [],
    message: `${nameOf(rule)} sets ${keyName(rejectionMarker)}, which the native policies use to pass on rejections`,
  }]
})

/** Expressions over the API server's limit, and policies over etcd's limit. */
export function lengthErrors(expressions: readonly Expression[]): ExportError[] {
  const tooLong = expressions.filter(({expression}) => isTooLong(expression)).map((expression) =>
    errorAt(expression, `${subjectOf(expression)} an expression of more than ${longestExpression} characters, which the API server does not take`))
  const [first] = expressions
  const size = expressions.reduce((sum, {expression}) => sum + byteLength(expression), 0)
  if (tooLong.length > 0 || first === undefined || size <= largestObject) return tooLong
  return [errorAt(first, `the rules of namespace ${first.policy.metadata.namespace ?? ''} come to a native policy of more than ${largestObject} bytes, which etcd does not store`)]
}

/** The default size limit of etcd (`--max-request-bytes`). */
const largestObject = 1.5 * 2 ** 20

const errorAt = ({policy, field}: Expression, message: string): ExportError => ({policy, field, message, related: []})

const subjectOf = ({policy: {metadata: {namespace = '', name = ''}}, field, subject}: Expression): string =>
  `${subject ?? `${String(field)} of MetadataPolicy ${namespace}/${name}`} would be`

/** Rules that set one key to different values for the same objects, a conflict that native policies cannot express. */
export function conflictErrors({updates, rejects}: NamespaceRules): ExportError[] {
  const errors: ExportError[] = []
  for (const [i, rule] of updates.entries()) {
    for (const other of updates.slice(i + 1)) {
      const [pair] = conflictsBetween(rule, other)
      if (pair === undefined) continue
      const objects = conjunction([rule.predicate, other.predicate])
      if (!rejects.some(({predicate}) => implies(objects, predicate))) errors.push(conflict(rule, pair, other))
      if (errors.length >= maxConflicts) return errors
    }
  }
  return errors
}

const maxConflicts = 20

const conflict = (rule: PolicyRule, {first, second}: WritePair, other: PolicyRule): ExportError => ({
  policy: rule.policy, field: first.field,
  message: `${nameOf(rule)} sets ${keyName(first)} to ${valueText(first.value)} and ${nameOf(other)} to ${valueText(second.value)}: `
    + `both match ${exampleOf(conjunction([rule.predicate, other.predicate]))}, and they have no order`,
  hint: 'let their selectors exclude each other, or let the last rule win with --on-conflict by-name',
  related: [writeOf(other, second)],
})

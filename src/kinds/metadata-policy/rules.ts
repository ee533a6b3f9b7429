import type {Rule} from '../../machinery/field/rule.js'

/** The flow form of a rule's selector and action. */
type PolicyRuleText = readonly [predicate: string, action: string]

/** Returns a policy with rules in flow style, each below its comment, if any. */
export const policy = (name: string, ...rules: readonly (PolicyRuleText | readonly [...PolicyRuleText, comment: string])[]): string => `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata:
  name: ${name}
spec:
  rules:
${rules.map(([predicate, action, comment]) => `${comment === undefined ? '' : `    # ${comment}\n`}    - policyPredicate: ${predicate}\n      policyAction: ${action}\n`).join('')}`

/** Returns a predicate with this selector of labels. */
export const labels = (selector: string): string => `{labelSelector: {${selector}}}`

/** Returns a predicate with one condition for a label. */
export const label = (key: string, operator: string): string => labels(`matchExpressions: [{key: ${key}, operator: ${operator}}]`)

/** The source of rules of the design document. */
export const design = 'the design document of MetadataPolicy'

/** The rules for the fields of MetadataPolicies. */
export const rules: readonly Rule[] = [
  {
    id: 'metadata-policy/action-name',
    severity: 'warning',
    summary: 'The field for the action of a rule is policyAction.',
    source: `${design}, whose Go code lacks a quote in the tag of the field`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']).replace('policyAction', 'PolicyAction'),
    fix: 'Write `policyAction`. kadm also accepts `PolicyAction`, the spelling of a design document.',
  },
  {
    id: 'metadata-policy/annotation-selector',
    severity: 'error',
    summary: 'An annotation selector has known operators, with values if they need some.',
    source: 'apimachinery ValidateLabelSelector; keys as ValidateAnnotations has them, any values',
    example: policy('tiers', ['{annotationSelector: {matchExpressions: [{key: tier, operator: in, values: [web]}]}}', '{reject: true}']),
    fix: 'The operators are `In` and `NotIn` with values, and `Exists` and `DoesNotExist` without. Keys are like label keys, but can have capital letters.',
  },
  {
    id: 'metadata-policy/not-served',
    severity: 'info',
    summary: 'MetadataPolicy is a kind of kadm that no API server serves.',
    source: `${design} ("Status: Not Implemented")`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']),
    fix: 'Run `kadm export --to native`, and apply its output: MutatingAdmissionPolicies and ValidatingAdmissionPolicies, which a cluster enforces. '
      + 'Use MetadataPolicies only with `kadm simulate`, and do not apply them.',
  },
  {
    id: 'metadata-policy/repeated-action',
    severity: 'error',
    summary: 'A rule has one action.',
    source: `${design}; its field was read under two names`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']) + '      PolicyAction: {reject: false}\n',
    fix: 'Move all fields to `policyAction`, and remove `PolicyAction`.',
  },
]

import type {Rule} from '../../machinery/field/rule.js'
import {design, label, policy} from './rule-examples.js'

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

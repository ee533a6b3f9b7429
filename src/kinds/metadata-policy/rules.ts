import type {Rule} from '../../machinery/field/rule.js'
import {design, label, policy} from './rule-examples.js'

/** The rules for the fields of MetadataPolicies. */
export const rules: readonly Rule[] = [
  {
    id: 'metadata-policy/action-name',
    severity: 'warning',
    summary: 'The action of a rule stands under policyAction.',
    source: `${design}, whose Go code lacks a quote in the tag of the field`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']).replace('policyAction', 'PolicyAction'),
    fix: 'Write `policyAction`. The other spelling is read too, as the Go code of the design document would have read it.',
  },
  {
    id: 'metadata-policy/annotation-selector',
    severity: 'error',
    summary: 'The selector of annotations has known operators, with values where they take some.',
    source: 'apimachinery ValidateLabelSelector; keys as ValidateAnnotations has them, any values',
    example: policy('tiers', ['{annotationSelector: {matchExpressions: [{key: tier, operator: in, values: [web]}]}}', '{reject: true}']),
    fix: 'The operators are `In` and `NotIn`, with values, and `Exists` and `DoesNotExist`, without. Keys are like those of labels, in any case.',
  },
  {
    id: 'metadata-policy/not-served',
    severity: 'info',
    summary: 'A MetadataPolicy is for kadm: no API server serves the kind.',
    source: `${design} ("Status: Not Implemented")`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']),
    fix: 'Run `kadm export --to native`, and apply what it prints: MutatingAdmissionPolicies and ValidatingAdmissionPolicies, which a cluster enforces. '
      + 'Keep the MetadataPolicies for `kadm simulate`, and out of what you apply.',
  },
  {
    id: 'metadata-policy/repeated-action',
    severity: 'error',
    summary: 'A rule has one action.',
    source: `${design}; its field was read under two names`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']) + '      PolicyAction: {reject: false}\n',
    fix: 'Keep `policyAction`, with everything in it.',
  },
]

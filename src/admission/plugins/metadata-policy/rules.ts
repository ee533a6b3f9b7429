import {design, label, labels, policy} from '../../../kinds/metadata-policy/rules.js'
import type {Rule} from '../../../machinery/field/rule.js'

const onePass = `${design}: rules are applied in no order, and none when one rejects`

const large = 'x'.repeat(140_000)

/** The rules for the rules of MetadataPolicies, each by itself and combined. */
export const rules: readonly Rule[] = [
  {
    id: 'metadata-policy/chain-disables',
    severity: 'warning',
    summary: 'No rule sets a value that another matching rule excludes.',
    source: onePass,
    example: policy('tiers', [labels('matchLabels: {app: web}'), '{updatedLabels: {tier: frontend}}'], [label('tier', 'DoesNotExist'), '{updatedLabels: {public: "no"}}']),
    fix: 'Let the selector of the other rule exclude the objects that the first one matches. All rules see the object as submitted.',
  },
  {
    id: 'metadata-policy/chain-enables',
    severity: 'warning',
    summary: 'No rule sets a value that makes another rule match at the next update.',
    source: onePass,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}'], [labels('matchLabels: {tier: backend}'), '{reject: true}']),
    fix: 'Let the other rule match labels that the object has when submitted. All rules see the object as submitted, so the other rule first applies at the next update.',
  },
  {
    id: 'metadata-policy/conflict',
    severity: 'error',
    summary: 'No two rules set one key of the same object to different values.',
    source: onePass,
    example: policy('zones', [label('app', 'Exists'), '{updatedLabels: {zone: a}}'], [labels('matchLabels: {tier: web}'), '{updatedLabels: {zone: b}}']),
    fix: 'Let the selectors exclude each other, for example with `tier NotIn [web]` in the first rule. `kadm simulate` rejects such objects, and `kadm export` such rules, unless '
      + '`--on-conflict by-name` uses the value of the last policy by name.',
  },
  {
    id: 'metadata-policy/dead-rule',
    severity: 'warning',
    summary: 'A rule can match objects.',
    source: 'apimachinery LabelSelectorAsSelector: all terms of a selector must hold',
    example: policy('tiers', [labels('matchLabels: {tier: web}, matchExpressions: [{key: tier, operator: In, values: [cache]}]'), '{updatedLabels: {zone: a}}']),
    fix: 'Write several values in one term: `operator: In, values: [web, cache]`. For alternatives, write two rules.',
  },
  {
    id: 'metadata-policy/default-vs-require',
    severity: 'warning',
    summary: 'No label or annotation both has a default and is required.',
    source: onePass,
    example: policy('teams', [label('team', 'DoesNotExist'), '{updatedLabels: {team: none}}'], [label('team', 'DoesNotExist'), '{reject: true}']),
    fix: 'Keep one of the two rules. Rejections are decided first, and rejected objects get no defaults.',
  },
  {
    id: 'metadata-policy/flapping',
    severity: 'warning',
    summary: 'Rules do not change an object again at its next update.',
    source: `${design}: rules are applied when objects are created and when they are updated`,
    example: policy('turns', [labels('matchLabels: {turn: left}'), '{updatedLabels: {turn: right}}'], [labels('matchLabels: {turn: right}'), '{updatedLabels: {turn: left}}']),
    fix: 'Let rules set only keys that no rule matches, or that they match themselves: otherwise the object changes at each apply of its manifest.',
  },
  {
    id: 'metadata-policy/inverted-caption',
    severity: 'info',
    summary: 'The caption of a rule does not require what the rule forbids, or the reverse.',
    source: `${design}, whose examples are mixed up`,
    example: policy('teams', [label('team', 'Exists'), '{reject: true}', 'require label team']),
    fix: 'To require a label, reject objects where it `DoesNotExist`; to forbid it, where it `Exists`.',
  },
  {
    id: 'metadata-policy/match-all-reject',
    severity: 'error',
    summary: 'No rule rejects everything.',
    source: `${design}: policies are applied to all objects of a namespace`,
    example: policy('closed', ['{}', '{reject: true}']),
    fix: 'Select the objects to reject in `policyPredicate`. Events, Leases and all objects that controllers write are affected, and finalizers are removed by updates.',
  },
  {
    id: 'metadata-policy/no-op-action',
    severity: 'info',
    summary: 'A rule rejects objects, or sets a value that they may lack.',
    source: design,
    example: policy('tiers', [labels('matchLabels: {tier: web}'), '{updatedLabels: {tier: web}}']),
    fix: 'Write the action of the rule into `policyAction`, or remove the rule.',
  },
  {
    id: 'metadata-policy/no-rules',
    severity: 'warning',
    summary: 'A policy has rules.',
    source: design,
    example: policy('tiers').replace('rules:\n', 'rules: []\n'),
    fix: 'Write a rule, or remove the policy.',
  },
  {
    id: 'metadata-policy/partial-reject',
    severity: 'info',
    summary: 'No rule rejects the objects that another one matches.',
    source: onePass,
    example: policy('tiers', [labels('matchLabels: {app: web}'), '{updatedLabels: {tier: frontend}}'], [label('debug', 'Exists'), '{reject: true}']),
    fix: 'Nothing, if this is intended: some of the objects that the first rule would change are rejected.',
  },
  {
    id: 'metadata-policy/reject-shadow',
    severity: 'warning',
    summary: 'A rule that sets something matches objects that no other rule rejects.',
    source: onePass,
    example: policy('tiers', [labels('matchLabels: {app: web, debug: "yes"}'), '{updatedLabels: {tier: frontend}}'], [label('debug', 'Exists'), '{reject: true}']),
    fix: 'Narrow the selector of the rule that rejects, or take out the other rule, which never acts.',
  },
  {
    id: 'metadata-policy/reject-with-updates',
    severity: 'warning',
    summary: 'A rule that rejects sets nothing.',
    source: `${design}: an object is rejected and not mutated`,
    example: policy('teams', [label('team', 'DoesNotExist'), '{reject: true, updatedLabels: {team: none}}']),
    fix: 'Remove `reject` to change the object, or the updates to reject it.',
  },
  {
    id: 'metadata-policy/reserved-prefix',
    severity: 'info',
    summary: 'Rules set no labels and annotations of Kubernetes.',
    source: 'Kubernetes documentation, Well-Known Labels, Annotations and Taints: the prefixes kubernetes.io and k8s.io are reserved',
    example: policy('tiers', [labels('matchLabels: {app: web}'), '{updatedLabels: {app.kubernetes.io/part-of: shop}}']),
    fix: 'Write keys under a domain of your own, unless you intend to use that of Kubernetes.',
  },
  {
    id: 'metadata-policy/size',
    severity: 'error',
    summary: 'Rules do not write more annotations together than an object can have.',
    source: 'apimachinery ValidateAnnotationsSize',
    example: policy('notes', [labels('matchLabels: {app: web}'), `{updatedAnnotations: {a: ${large}}}`], [labels('matchLabels: {tier: web}'), `{updatedAnnotations: {b: ${large}}}`]),
    fix: 'Keep annotations short, 256 KiB for all of an object: long texts belong in a ConfigMap.',
  },
]

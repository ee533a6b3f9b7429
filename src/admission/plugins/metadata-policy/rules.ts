import type {Rule} from '../../../machinery/field/rule.js'

/** The flow form of a rule's selector and action. */
type PolicyRuleText = readonly [predicate: string, action: string]

/** Returns a policy with rules in flow style, each below its comment, if any. */
const policy = (name: string, ...rules: readonly (PolicyRuleText | readonly [...PolicyRuleText, comment: string])[]): string => `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata:
  name: ${name}
spec:
  rules:
${rules.map(([predicate, action, comment]) => `${comment === undefined ? '' : `    # ${comment}\n`}    - policyPredicate: ${predicate}\n      policyAction: ${action}\n`).join('')}`

const labels = (selector: string): string => `{labelSelector: {${selector}}}`

const label = (key: string, operator: string): string => labels(`matchExpressions: [{key: ${key}, operator: ${operator}}]`)

const design = 'the design document of MetadataPolicy'

const onePass = `${design}: rules are applied in no order, and none when one rejects`

const large = 'x'.repeat(140_000)

/** The rules for MetadataPolicies: their validation, and the interaction of their rules. */
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
    fix: 'Let the selectors exclude each other: `tier NotIn [web]` in the first rule, say. `kadm simulate` rejects such objects, and `kadm export` such rules, unless '
      + '`--on-conflict by-name` lets the last policy by name win.',
  },
  {
    id: 'metadata-policy/dead-rule',
    severity: 'warning',
    summary: 'There are objects that a rule matches.',
    source: 'apimachinery LabelSelectorAsSelector: all terms of a selector must hold',
    example: policy('tiers', [labels('matchLabels: {tier: web}, matchExpressions: [{key: tier, operator: In, values: [cache]}]'), '{updatedLabels: {zone: a}}']),
    fix: 'Several values go into one term: `operator: In, values: [web, cache]`. What is to hold in either of two cases takes two rules.',
  },
  {
    id: 'metadata-policy/default-vs-require',
    severity: 'warning',
    summary: 'No label or annotation both has a default and is required.',
    source: onePass,
    example: policy('teams', [label('team', 'DoesNotExist'), '{updatedLabels: {team: none}}'], [label('team', 'DoesNotExist'), '{reject: true}']),
    fix: 'Keep one of the two rules. Defaults are not set on objects that are rejected, and whether they are is decided first.',
  },
  {
    id: 'metadata-policy/flapping',
    severity: 'warning',
    summary: 'An object that rules have changed is not changed again by its next update.',
    source: `${design}: rules are applied when objects are created and when they are updated`,
    example: policy('turns', [labels('matchLabels: {turn: left}'), '{updatedLabels: {turn: right}}'], [labels('matchLabels: {turn: right}'), '{updatedLabels: {turn: left}}']),
    fix: 'Let rules set only keys that no rule matches, or that they match themselves: otherwise the object changes at each apply of its manifest.',
  },
  {
    id: 'metadata-policy/inverted-caption',
    severity: 'info',
    summary: 'A rule that forbids something is not called one that requires it, or the reverse.',
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
    fix: 'Say in `policyPredicate` what is to be rejected. Events, Leases and all that controllers write are objects too, and finalizers are taken away by updates.',
  },
  {
    id: 'metadata-policy/no-op-action',
    severity: 'info',
    summary: 'A rule rejects, or sets something that may not be there yet.',
    source: design,
    example: policy('tiers', [labels('matchLabels: {tier: web}'), '{updatedLabels: {tier: web}}']),
    fix: 'Write what the rule is to do into `policyAction`, or take the rule out.',
  },
  {
    id: 'metadata-policy/no-rules',
    severity: 'warning',
    summary: 'A policy has rules.',
    source: design,
    example: policy('tiers').replace('rules:\n', 'rules: []\n'),
    fix: 'Write a rule, or take the policy out.',
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
    id: 'metadata-policy/partial-reject',
    severity: 'info',
    summary: 'What a rule matches is not rejected by another one.',
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
    fix: 'Take out `reject` if the object is to be changed, and the updates if it is to be refused.',
  },
  {
    id: 'metadata-policy/repeated-action',
    severity: 'error',
    summary: 'A rule has one action.',
    source: `${design}; its field was read under two names`,
    example: policy('tiers', [label('tier', 'DoesNotExist'), '{updatedLabels: {tier: backend}}']) + '      PolicyAction: {reject: false}\n',
    fix: 'Keep `policyAction`, with everything in it.',
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

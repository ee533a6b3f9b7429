import {expect} from 'chai'

import {lintText} from '../helpers/lint-text.js'
import {testRule, together} from '../helpers/rule-table.js'

const policy = (apiVersion: string, name = 'a', metadata = ''): string =>
  `apiVersion: ${apiVersion}\nkind: MetadataPolicy\nmetadata: {name: ${name}${metadata}}\nspec:\n  rules:\n`
  + '  - {policyPredicate: {labelSelector: {matchLabels: {a: b}}}, policyAction: {updatedLabels: {c: d}}}\n'

const usage = 'apiVersion: v1\nkind: ResourceQuotaUsage\nmetadata: {name: a}\nstatus: {used: {pods: "1"}}\n'

const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\nspec: {hard: {pods: 1}}\n'

const policyMessage = 'no API server serves MetadataPolicy: kadm evaluates it, but kubectl cannot apply it'

const usageMessage = 'no API server serves ResourceQuotaUsage: only kadm reads it, and kubectl cannot apply it'

testRule('metadata-policy/not-served', {
  severity: 'info',
  accept: {
    'policies that a server serves': quota,
    'the kind as text': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {kind: MetadataPolicy}\n',
    'a suppression by a comment': `# kadm-disable metadata-policy/not-served -- for simulate\n${policy('kadm.dev/v1')}`,
    'a suppression by an annotation': policy('kadm.dev/v1', 'a', ', annotations: {kadm.dev/ignore: metadata-policy/not-served}'),
  },
  reject: {
    'a MetadataPolicy': [policy('kadm.dev/v1'), '2 MetadataPolicy', policyMessage],
    'a MetadataPolicy of another group': [policy('policy.example.com/v1alpha1'), '2 MetadataPolicy', policyMessage],
    'the first of two': [together(policy('kadm.dev/v1'), policy('kadm.dev/v1', 'b')), '2 MetadataPolicy', policyMessage],
    'a MetadataPolicy after another kind': [together(quota, policy('kadm.dev/v1')), '7 MetadataPolicy', policyMessage],
    'a MetadataPolicy with another error': [`${policy('kadm.dev/v1')}other: 1\n`, '2 MetadataPolicy', policyMessage],
    'a MetadataPolicy in a List': [
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: kadm.dev/v1, kind: MetadataPolicy, metadata: {name: a}, spec: {rules: []}}\n', '4 MetadataPolicy', policyMessage,
    ],
    'an item of a MetadataPolicyList without a kind': [
      'apiVersion: kadm.dev/v1\nkind: MetadataPolicyList\nitems:\n- {metadata: {name: a}, spec: {rules: []}}\n', '4 {metadata: {name: a}, spec: {rules: []}}', policyMessage,
    ],
  },
})

testRule('resource-quota-usage/not-served', {
  severity: 'info',
  accept: {
    'the quota itself': quota,
    'a custom resource of the same kind': 'apiVersion: example.com/v1\nkind: ResourceQuotaUsage\nmetadata: {name: a}\n',
  },
  reject: {
    'a ResourceQuotaUsage': [usage, '2 ResourceQuotaUsage', usageMessage],
    'a ResourceQuotaUsage after a MetadataPolicy': [together(policy('kadm.dev/v1'), usage), '9 ResourceQuotaUsage', usageMessage],
  },
})

describe('hints for kinds that no API server serves', () => {
  it('suggest a command for each kind', () => {
    expect(lintText(together(policy('kadm.dev/v1'), usage)).map(({ruleId, hint}) => [ruleId, hint])).to.deep.equal([
      ['metadata-policy/not-served', '"kadm export --to native" compiles MetadataPolicies into admission policies that a cluster enforces'],
      ['resource-quota-usage/not-served', 'pass it to "kadm simulate" with -p: it sets the initial usage of the quota'],
    ])
  })
})

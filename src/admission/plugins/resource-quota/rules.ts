import type {Rule} from '../../../machinery/field/rule.js'
import {rules as policyRules, quota} from './rules/policies.js'

/** The rules for the API server's validation of ResourceQuotas and of the plugin's configuration. */
export const rules: readonly Rule[] = [
  {
    id: 'resource-quota/limited-resource',
    severity: 'error',
    summary: 'Each limited resource in the configuration of the plugin is named.',
    source: 'apiserver resourcequota ValidateConfiguration',
    example: `apiVersion: apiserver.config.k8s.io/v1
kind: ResourceQuotaConfiguration
limitedResources:
  - matchContains: [requests.cpu]
`,
    fix: 'Write the resource as the API names it, in the plural and in small letters: `resource: pods`.',
  },
  {
    id: 'resource-quota/resource-name',
    severity: 'error',
    summary: 'The keys of hard are resources that a quota can bound.',
    source: 'core validation ValidateResourceQuotaResourceName',
    example: quota(`  hard:
    request.cpu: "10"
`),
    fix: 'Write `requests.cpu`, `limits.memory`, `pods` and the like, `requests.<extended resource>`, or `count/<resource>.<group>` for any other kind.',
  },
  {
    id: 'resource-quota/scope-selector',
    severity: 'error',
    summary: 'A scope selector has known scopes, with operators and values that suit them.',
    source: 'core validation validateScopedResourceSelectorRequirement',
    example: quota(`  hard:
    pods: "10"
  scopeSelector:
    matchExpressions:
      - scopeName: PriorityClass
        operator: In
`),
    fix: '`In` and `NotIn` take values, `Exists` and `DoesNotExist` take none. Only the scopes `PriorityClass` and `VolumeAttributesClass` can be used with '
      + 'another operator than `Exists`.',
  },
  {
    id: 'resource-quota/scopes',
    severity: 'error',
    summary: 'Scopes are known, do not exclude each other, and have what the quota bounds.',
    source: 'core validation validateResourceQuotaScopes',
    example: quota(`  hard:
    requests.memory: 10Gi
  scopes:
    - BestEffort
`),
    fix: 'With `BestEffort` a quota can bound `pods` alone; with the other scopes for pods also cpu and memory. '
      + '`BestEffort` and `NotBestEffort` go into two quotas, as do `Terminating` and `NotTerminating`.',
  },
  {
    id: 'resource-quota-usage/not-served',
    severity: 'info',
    summary: 'A ResourceQuotaUsage is for kadm: no API server serves the kind.',
    source: 'the design document of ResourceQuota; the quota controller writes the status of the quota instead',
    example: `apiVersion: v1
kind: ResourceQuotaUsage
metadata:
  name: compute
  namespace: dev
status:
  used:
    pods: "3"
`,
    fix: 'Give the document to `kadm simulate` with `-p`, beside the quota of its name, which then begins with this usage. Keep it out of what you apply.',
  },
  ...policyRules,
]

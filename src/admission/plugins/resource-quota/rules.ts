import {limitRange} from '../../../kinds/limit-range/rules.js'
import {namedQuota, quota} from '../../../kinds/resource-quota/rules.js'
import type {Rule} from '../../../machinery/field/rule.js'

/** The rules for the configuration of the plugin, and for effects of quotas that no server checks: of one quota, and of several with LimitRanges. */
export const rules: readonly Rule[] = [
  {
    id: 'resource-quota/evadable',
    severity: 'info',
    summary: 'A quota bounds those too who state no amount.',
    source: 'no server check: quota evaluator podEvaluator.Constraints, which requires amounts of cpu and memory only',
    example: quota(`  hard:
    requests.ephemeral-storage: 10Gi
`),
    fix: 'Give containers a default for the resource, in a LimitRange. Quotas of devices and huge pages are not reported: pods get those only on request.',
  },
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
    id: 'resource-quota/never-bites',
    severity: 'info',
    summary: 'Each bound can be reached before another one that counts the same.',
    source: 'no server check: all quotas of a namespace hold at once',
    example: `${namedQuota('a', `  hard:
    pods: "10"
`)}---
${namedQuota('b', `  hard:
    pods: "20"
`)}`,
    fix: 'Remove the higher bound, or lower it. `cpu` and `requests.cpu` are the same, as are `services` and `count/services`.',
  },
  {
    id: 'resource-quota/never-matches',
    severity: 'warning',
    summary: 'Some object can be in all scopes of a quota.',
    source: 'no server check: only pods and claims are in scopes (quota evaluators, MatchingScopes)',
    example: quota(`  hard:
    count/configmaps: "10"
    pods: "10"
  scopes: [NotTerminating]
`),
    fix: 'Put keys for other objects than pods into a quota without scopes, and scopes that exclude each other into several quotas.',
  },
  {
    id: 'resource-quota/no-bounds',
    severity: 'warning',
    summary: 'A quota bounds something.',
    source: 'no server check: quota CheckRequest finds nothing to count',
    example: quota('  hard: {}\n'),
    fix: 'Write the resources that it bounds, such as `hard: {pods: "10"}`, or remove the quota. Look for keys that are indented too little.',
  },
  {
    id: 'resource-quota/requests-above-limits',
    severity: 'warning',
    summary: 'A quota allows no more to be requested than to be used.',
    source: 'registry core resourcequota strategy WarningsOnCreate',
    example: quota(`  hard:
    requests.cpu: "10"
    limits.cpu: "5"
`),
    fix: 'Swap the amounts, or raise that of the limits: what a container requests is never above its limit.',
  },
  {
    id: 'resource-quota/scope-value',
    severity: 'warning',
    summary: 'The values of a scope selector could be values of labels.',
    source: 'no server check: scopedresourceselectorrequirement conversion fails when the first pod comes',
    example: quota(`  hard:
    pods: "10"
  scopeSelector:
    matchExpressions:
      - {scopeName: PriorityClass, operator: In, values: ["high, medium"]}
`),
    fix: 'Write each value separately: `values: [high, medium]`. Otherwise no pod can be created in the namespace.',
  },
  {
    id: 'resource-quota/smaller-than-default',
    severity: 'warning',
    summary: 'One pod that sets no resources fits into a quota.',
    source: 'no server check: LimitRanger, then quota CheckRequest',
    example: `${limitRange('{type: Container, default: {cpu: "4"}}')}---
${quota(`  hard:
    limits.cpu: "2"
`)}`,
    fix: 'Raise the quota, or lower the defaults of the LimitRange.',
  },
  {
    id: 'resource-quota/smaller-than-smallest-pod',
    severity: 'error',
    summary: 'The smallest pod and the smallest claim that LimitRanges allow fit into a quota.',
    source: 'no server check: LimitRanger, then quota CheckRequest',
    example: `${limitRange('{type: PersistentVolumeClaim, min: {storage: 10Gi}}')}---
${quota(`  hard:
    requests.storage: 5Gi
`)}`,
    fix: 'Raise the quota, or lower the min of the LimitRange.',
  },
  {
    id: 'resource-quota/stale-status',
    severity: 'warning',
    summary: 'The bounds in status.hard, which admission compares with, are those in spec.hard.',
    source: 'no server check: quota CheckRequest, which reads status.hard',
    example: quota(`  hard:
    pods: "10"
status:
  hard:
    pods: "5"
  used:
    pods: "5"
`),
    fix: 'Take `status` out of manifests that you write: the quota controller copies the bounds of the spec. In a manifest read from a cluster, see why the '
      + 'controller has not done so.',
  },
  {
    id: 'resource-quota/unbounded-usage',
    severity: 'warning',
    summary: 'The keys of status.used are bounded by the quota.',
    source: 'no server check: quota CheckRequest, which does not change other keys of status.used',
    example: quota(`  hard:
    requests.cpu: "10"
status:
  used:
    request.cpu: "5"
`),
    fix: 'Spell the key as in `spec.hard`, or take it out: usage of what the quota does not bound has no effect.',
  },
  {
    id: 'resource-quota/unmet-demand',
    severity: 'warning',
    summary: 'LimitRanges set what a quota requires of containers.',
    source: 'no server check: quota evaluator podEvaluator.Constraints',
    example: `${limitRange('{type: Container, defaultRequest: {cpu: 100m}}')}---
${quota(`  hard:
    requests.cpu: "10"
    requests.memory: 20Gi
`)}`,
    fix: 'Give containers the default in a LimitRange, unless all pods must state the amount themselves. The rule ignores namespaces without any LimitRange among the manifests.',
  },
  {
    id: 'resource-quota/untracked-key',
    severity: 'warning',
    summary: 'The keys of hard are such as something is counted under.',
    source: 'no server check: no quota evaluator counts the key',
    example: quota(`  hard:
    limits.nvidia.com/gpu: "4"
    count/deployment.app: "10"
`),
    fix: 'Extended resources are counted under `requests.<resource>`, objects under `count/<resource in the plural>.<group>`. Events are never counted.',
  },
  {
    id: 'resource-quota/zero',
    severity: 'info',
    summary: 'An amount of 0 does not stop all work in a namespace.',
    source: 'no server check: quota CheckRequest',
    example: quota(`  hard:
    limits.memory: "0"
`),
    fix: 'Take the key out to leave it unbounded. If the namespace must get no objects, keep it.',
  },
]

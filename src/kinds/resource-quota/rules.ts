import type {Rule} from '../../machinery/field/rule.js'
import {quota} from './rule-examples.js'

/** The rules for the API server's validation of ResourceQuotas. */
export const rules: readonly Rule[] = [
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
]

import type {Rule} from '../../machinery/field/rule.js'

/** Returns a quota of that name with this spec. */
export const namedQuota = (name: string, spec: string): string => `apiVersion: v1
kind: ResourceQuota
metadata:
  name: ${name}
spec:
${spec}`

/** Returns a quota with this spec. */
export const quota = (spec: string): string => namedQuota('team-quota', spec)

/** The rules for the API server's validation of ResourceQuotas. */
export const rules: readonly Rule[] = [
  {
    id: 'resource-quota/resource-name',
    severity: 'error',
    summary: 'The keys of hard are resources that a quota can limit.',
    source: 'core validation ValidateResourceQuotaResourceName',
    example: quota(`  hard:
    request.cpu: "10"
`),
    fix: 'Write a name such as `requests.cpu`, `limits.memory` or `pods`, `requests.<extended resource>`, or `count/<resource>.<group>` for any other kind.',
  },
  {
    id: 'resource-quota/scope-selector',
    severity: 'error',
    summary: 'A scope selector has known scopes, with operators and values that they support.',
    source: 'core validation validateScopedResourceSelectorRequirement',
    example: quota(`  hard:
    pods: "10"
  scopeSelector:
    matchExpressions:
      - scopeName: PriorityClass
        operator: In
`),
    fix: '`In` and `NotIn` need values; `Exists` and `DoesNotExist` must not have any. Only the scopes `PriorityClass` and `VolumeAttributesClass` '
      + 'support operators other than `Exists`.',
  },
  {
    id: 'resource-quota/scopes',
    severity: 'error',
    summary: 'Scopes are known, do not conflict, and apply to the resources of the quota.',
    source: 'core validation validateResourceQuotaScopes',
    example: quota(`  hard:
    requests.memory: 10Gi
  scopes:
    - BestEffort
`),
    fix: 'With `BestEffort`, a quota can limit only `pods`; with the other scopes for pods, also cpu and memory. '
      + 'Use two quotas for `BestEffort` and `NotBestEffort`, and for `Terminating` and `NotTerminating`.',
  },
]

import type {Rule} from '../../machinery/field/rule.js'

/** The rules for ResourceQuotaUsages. */
export const rules: readonly Rule[] = [
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
]

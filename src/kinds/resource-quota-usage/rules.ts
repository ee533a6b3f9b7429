import type {Rule} from '../../machinery/field/rule.js'

/** The rules for ResourceQuotaUsages. */
export const rules: readonly Rule[] = [
  {
    id: 'resource-quota-usage/not-served',
    severity: 'info',
    summary: 'ResourceQuotaUsage is a kind of kadm that no API server serves.',
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
    fix: 'Pass the file to `kadm simulate` with `-p`, together with the quota of the same name: it sets the initial usage of the quota. Do not apply it to a cluster.',
  },
]

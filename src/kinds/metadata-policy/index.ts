import type {MetadataPolicy} from '../../machinery/api/design-v1.js'
import type {KindDefinition} from '../kind.js'
import {actionFieldOf, rulesOf} from './policy-rule.js'
import {validateMetadataPolicy} from './validate.js'

/**
 * MetadataPolicy, which no API server has ever served (metadata-policy.md; spec metadatapolicy 2, spec metadatapolicy 3). Its design names no API
 * group, so kadm accepts any.
 */
export const metadataPolicy: KindDefinition<MetadataPolicy> = {
  apiVersion: 'kadm.dev/v1',
  kind: 'MetadataPolicy',
  anyGroup: true,
  notServed: {
    ruleId: 'metadata-policy/not-served',
    message: 'no API server serves MetadataPolicy: kadm evaluates it, but kubectl cannot apply it',
    hint: '"kadm export --to native" compiles MetadataPolicies into admission policies that a cluster enforces',
  },
  validate: validateMetadataPolicy,
  warnings: misspeltActions,
}

/** Finds actions under the misspelled name in the Go code of the design document. */
function misspeltActions(policy: MetadataPolicy): string[] {
  return (policy.spec?.rules ?? []).flatMap((rule, i) => {
    const field = actionFieldOf(rule)
    return field === 'policyAction' ? [] : [`${String(rulesOf(policy)[i]?.field)}.${field}: the name of this field is "policyAction"`]
  })
}

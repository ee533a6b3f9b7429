/** The flow form of a rule's selector and action. */
type PolicyRuleText = readonly [predicate: string, action: string]

/** Returns a policy with rules in flow style, each below its comment, if any. */
export const policy = (name: string, ...rules: readonly (PolicyRuleText | readonly [...PolicyRuleText, comment: string])[]): string => `apiVersion: kadm.dev/v1
kind: MetadataPolicy
metadata:
  name: ${name}
spec:
  rules:
${rules.map(([predicate, action, comment]) => `${comment === undefined ? '' : `    # ${comment}\n`}    - policyPredicate: ${predicate}\n      policyAction: ${action}\n`).join('')}`

/** Returns a predicate with this selector of labels. */
export const labels = (selector: string): string => `{labelSelector: {${selector}}}`

/** Returns a predicate with one condition for a label. */
export const label = (key: string, operator: string): string => labels(`matchExpressions: [{key: ${key}, operator: ${operator}}]`)

/** The source of rules of the design document. */
export const design = 'the design document of MetadataPolicy'

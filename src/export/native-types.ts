import type {ResourceGroup} from './resources.js'

/** The requests that a native policy matches. */
export interface MatchConstraints {
  readonly matchPolicy: 'Equivalent'
  readonly namespaceSelector: {readonly matchLabels: Readonly<Record<string, string>>}
  readonly objectSelector: Readonly<Record<string, never>>
  readonly resourceRules: readonly ResourceRule[]
  readonly excludeResourceRules?: readonly ResourceRule[]
}

export interface ResourceRule extends ResourceGroup {
  readonly operations: readonly string[]
  readonly scope: 'Namespaced'
}

/** A condition for a policy to evaluate an object. */
export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

/** The matching fields of both kinds of policies. */
export interface PolicyMatch {
  readonly failurePolicy: 'Fail'
  readonly matchConstraints: MatchConstraints
  readonly matchConditions?: readonly MatchCondition[]
}

export interface Validation {
  readonly expression: string
  readonly message?: string
  readonly messageExpression?: string
  readonly reason: 'Forbidden'
}

export interface MutatingSpec extends PolicyMatch {
  readonly reinvocationPolicy: 'Never'
  readonly variables?: readonly MatchCondition[]
  readonly mutations: readonly {readonly patchType: 'ApplyConfiguration', readonly applyConfiguration: {readonly expression: string}}[]
}

export interface ValidatingSpec extends PolicyMatch {
  readonly validations: readonly Validation[]
}

export interface BindingSpec {
  readonly policyName: string
  readonly validationActions?: readonly ['Deny']
}

/** An object to apply to a cluster (staging/src/k8s.io/api/admissionregistration/v1/types.go). */
export interface NativeObject {
  readonly apiVersion: string
  readonly kind: 'MutatingAdmissionPolicy' | 'MutatingAdmissionPolicyBinding' | 'ValidatingAdmissionPolicy' | 'ValidatingAdmissionPolicyBinding'
  readonly metadata: {readonly name: string}
  readonly spec: MutatingSpec | ValidatingSpec | BindingSpec
}

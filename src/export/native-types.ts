import type {ResourceGroup} from './resources.js'

/** The requests that a native policy sees. */
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

/** Something that must hold for a policy to look at an object. */
export interface MatchCondition {
  readonly name: string
  readonly expression: string
}

/** What both kinds of policies say of when they are asked. */
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

/** An object to be given to a cluster (staging/src/k8s.io/api/admissionregistration/v1/types.go). */
export interface NativeObject {
  readonly apiVersion: string
  readonly kind: 'MutatingAdmissionPolicy' | 'MutatingAdmissionPolicyBinding' | 'ValidatingAdmissionPolicy' | 'ValidatingAdmissionPolicyBinding'
  readonly metadata: {readonly name: string}
  readonly spec: MutatingSpec | ValidatingSpec | BindingSpec
}

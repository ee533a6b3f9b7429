import type {PolicyRule} from '../kinds/metadata-policy/policy-rule.js'
import type {MetadataPolicy} from '../machinery/api/design-v1.js'
import type {Variable} from './cel.js'

/** The group of the native policies. */
export const group = 'admissionregistration.k8s.io'

/** The annotation in which a MutatingAdmissionPolicy records the rejecting rule for the ValidatingAdmissionPolicy. */
export const rejectionMarker = {map: 'annotations', key: 'metadata-policy.kadm.dev/rejected-by'} as const

/** The legacy annotation for `spec.schedulerName`. */
export const schedulerAnnotation = {map: 'annotations', key: 'scheduler.alpha.kubernetes.io/name'} as const

/**
 * The name of the native policies of a namespace and of their bindings: they are of different kinds. As namespaces have at most
 * 63 characters, it is always short enough.
 */
export const nativeName = (namespace: string): string => `metadata-policy-${namespace}`

/** The name of a rule in the server's answers: `team-a/labels rule 0`. */
export const ruleName = ({policy: {metadata: {namespace = '', name, generateName = ''}}, index}: PolicyRule): string =>
  `${namespace}/${name ?? generateName} rule ${index}`

/** Returns the variable of each rule, by the position of its policy in the namespace. */
export function ruleVariables(policies: readonly MetadataPolicy[]): (rule: PolicyRule) => Variable {
  const positions = new Map(policies.map((policy, i) => [policy, i]))
  return ({policy, index}) => `p${positions.get(policy) ?? 0}_r${index}`
}

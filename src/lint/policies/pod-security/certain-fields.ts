import type {FailedCheck} from '../../../admission/plugins/pod-security/index.js'
import type {PolicyFinding} from '../../../admission/policy-check.js'
import {eachContainer} from '../../../kinds/pod/containers/each-container.js'
import type {Container, PodSpec} from '../../../machinery/api/core-v1.js'
import type {Json} from '../../../machinery/decode/encode.js'
import {FieldPath} from '../../../machinery/field/path.js'

type AddedField = NonNullable<PolicyFinding['added']>[number]

const allContainers = (spec: PodSpec): readonly Container[] => eachContainer(spec, FieldPath.of('spec'), (container) => [container])

/** The checks with one value that meets them, and the condition under which the server takes a pod with this value. */
const fixable: Readonly<Record<string, (spec: PodSpec) => boolean>> = {
  // The server rejects false together with privileged or CAP_SYS_ADMIN.
  allowPrivilegeEscalation: (spec) => allContainers(spec).every(({securityContext: {privileged, capabilities} = {}}) =>
    privileged !== true && capabilities?.add?.some((name) => name === 'CAP_SYS_ADMIN' || name === 'SYS_ADMIN') !== true),
  capabilities_restricted: () => true,
  seccompProfile_restricted: () => true,
  runAsNonRoot: (spec) => allContainers(spec).every((container) => userOf(container, spec) > 0n),
}

/** Returns the user of a container; root if no field sets one: then the image decides. */
const userOf = ({securityContext}: Container, spec: PodSpec): bigint => BigInt(securityContext?.runAsUser ?? spec.securityContext?.runAsUser ?? 0)

/**
 * Returns the fields that fix a violation for certain, or the items that a list needs; none if a field is written, or if another value may be
 * wanted. A list of dropped capabilities only grows.
 */
export function certainFields({id, offences}: FailedCheck, spec: PodSpec): readonly AddedField[] {
  if (spec.os?.name === 'windows' || fixable[id]?.(spec) !== true) return []
  const isAddition = ({field, repair}: FailedCheck['offences'][number]): boolean => {
    const present = valueAt({spec}, field.steps())
    return repair.caution === undefined && repair.field === undefined && (present === undefined || (Array.isArray(present) && Array.isArray(repair.to)))
  }
  return offences.every(isAddition) ? offences.map(({field, repair: {to}}) => ({field, value: to as Json})) : []
}

const valueAt = (value: unknown, steps: readonly (string | number)[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Readonly<Record<string | number, unknown>> | undefined)?.[step], value)

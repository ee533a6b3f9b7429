import type {PlacedContainer} from '../../../../kinds/pod/containers/each-container.js'
import type {PodSpec, SeccompProfile} from '../../../../machinery/api/core-v1.js'
import type {Violation} from '../check.js'
import {containersWhere, inContext, joinQuoted, podContext, settersOf, sortedSet} from './shared.js'

/** Advises a profile that every level allows. */
export const seccompHint = 'set securityContext: {seccompProfile: {type: RuntimeDefault}}'

/** True for a profile that no level allows. */
export const isForbiddenProfile = (profile: SeccompProfile | undefined): boolean =>
  profile !== undefined && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost'

const profileOf = ({container}: PlacedContainer): SeccompProfile | undefined => container.securityContext?.seccompProfile

/** Returns the violation by a pod or by containers that name a forbidden profile (policy `seccompProfileBaseline_1_19`). */
export function forbiddenProfiles({securityContext}: PodSpec, bad: readonly PlacedContainer[]): Violation {
  const ofPod = isForbiddenProfile(securityContext?.seccompProfile)
  const types = [...ofPod ? [securityContext?.seccompProfile?.type ?? ''] : [], ...bad.map((one) => profileOf(one)?.type ?? '')]
  return {
    reason: 'seccompProfile',
    detail: `${settersOf(ofPod, bad)} must not set securityContext.seccompProfile.type to ${joinQuoted(sortedSet(types))}`,
    offences: [
      ...ofPod ? [{field: podContext.child('seccompProfile', 'type'), hint: seccompHint, repair: {to: 'RuntimeDefault'}}] : [],
      ...bad.map((one) => ({field: inContext(one, 'seccompProfile', 'type'), hint: seccompHint, repair: {to: 'RuntimeDefault'}})),
    ],
  }
}

/** Returns the containers that name a forbidden profile. */
export const containersWithForbidden = (spec: PodSpec): readonly PlacedContainer[] =>
  containersWhere(spec, ({securityContext}) => isForbiddenProfile(securityContext?.seccompProfile))

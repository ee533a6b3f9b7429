import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWithForbidden, forbiddenProfiles, isForbiddenProfile, seccompHint} from './seccomp.js'
import {containersWhere, namesOf, podContext, unlessWindows} from './shared.js'

/** Containers have a profile of seccomp: that of the runtime, or a local one (policy `CheckSeccompProfileRestricted`). */
export const seccompProfileRestricted: Check = {
  id: 'seccompProfile_restricted',
  level: 'restricted',
  versions: [{since: 19, check}, {since: 25, check: unlessWindows(check)}],
  overrides: 'seccompProfile_baseline',
}

function check(spec: PodSpec): Violation | undefined {
  const ofPod = spec.securityContext?.seccompProfile
  const bad = containersWithForbidden(spec)
  if (bad.length > 0 || isForbiddenProfile(ofPod)) return forbiddenProfiles(spec, bad)
  const implicit = ofPod === undefined ? containersWhere(spec, ({securityContext}) => securityContext?.seccompProfile === undefined) : []
  if (implicit.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `pod or ${namesOf(implicit)} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
    offences: [{field: podContext.child('seccompProfile', 'type'), hint: seccompHint, repair: {to: 'RuntimeDefault'}}],
  }
}

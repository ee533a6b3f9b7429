import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, inContext, namesOf, podContext, settersOf, unlessUserNamespace} from './shared.js'

/** Containers do not run as root, or have a user namespace (policy `CheckRunAsNonRoot`). */
export const runAsNonRoot: Check = {id: 'runAsNonRoot', level: 'restricted', versions: [{since: 0, check}, {since: 35, check: unlessUserNamespace(check)}]}

const hint = 'set securityContext: {runAsNonRoot: true}'

function check(spec: PodSpec): Violation | undefined {
  const ofPod = spec.securityContext?.runAsNonRoot
  const explicit = containersWhere(spec, ({securityContext}) => securityContext?.runAsNonRoot === false)
  if (ofPod === false || explicit.length > 0) {
    return {
      reason: 'runAsNonRoot != true',
      detail: `${settersOf(ofPod === false, explicit)} must not set securityContext.runAsNonRoot=false`,
      offences: [
        ...ofPod === false ? [{field: podContext.child('runAsNonRoot'), hint, repair: {to: true}}] : [],
        ...explicit.map((one) => ({field: inContext(one, 'runAsNonRoot'), hint, repair: {to: true}})),
      ],
    }
  }
  const implicit = ofPod === true ? [] : containersWhere(spec, ({securityContext}) => securityContext?.runAsNonRoot === undefined)
  if (implicit.length === 0) return undefined
  return {
    reason: 'runAsNonRoot != true',
    detail: `pod or ${namesOf(implicit)} must set securityContext.runAsNonRoot=true`,
    offences: [{field: podContext.child('runAsNonRoot'), hint, repair: {to: true}}],
  }
}

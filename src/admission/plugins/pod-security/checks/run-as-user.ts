import type {PodSecurityContext, PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, inContext, podContext, settersOf, unlessUserNamespace} from './shared.js'

/** Containers do not name the user root, or have a user namespace (policy `CheckRunAsUser`). */
export const runAsUser: Check = {id: 'runAsUser', level: 'restricted', versions: [{since: 23, check}, {since: 35, check: unlessUserNamespace(check)}]}

const isRoot = (context: Pick<PodSecurityContext, 'runAsUser'> | undefined): boolean => Number(context?.runAsUser ?? 1) === 0

const hint = 'write the number of another user, or remove runAsUser'

function check(spec: PodSpec): Violation | undefined {
  const ofPod = isRoot(spec.securityContext)
  const bad = containersWhere(spec, ({securityContext}) => isRoot(securityContext))
  if (!ofPod && bad.length === 0) return undefined
  return {
    reason: 'runAsUser=0',
    detail: `${settersOf(ofPod, bad)} must not set runAsUser=0`,
    offences: [
      ...ofPod ? [{field: podContext.child('runAsUser'), hint, repair: {to: undefined}}] : [],
      ...bad.map((one) => ({field: inContext(one, 'runAsUser'), hint, repair: {to: undefined}})),
    ],
  }
}

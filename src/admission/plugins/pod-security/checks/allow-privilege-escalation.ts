import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, inContext, namesOf, unlessWindows} from './shared.js'

/** No process may gain more privileges than its parent (policy `CheckAllowPrivilegeEscalation`). */
export const allowPrivilegeEscalation: Check = {
  id: 'allowPrivilegeEscalation',
  level: 'restricted',
  versions: [{since: 8, check}, {since: 25, check: unlessWindows(check)}],
}

function check(spec: PodSpec): Violation | undefined {
  const bad = containersWhere(spec, ({securityContext}) => securityContext?.allowPrivilegeEscalation !== false)
  if (bad.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${namesOf(bad)} must set securityContext.allowPrivilegeEscalation=false`,
    offences: bad.map((one) => ({field: inContext(one, 'allowPrivilegeEscalation'), hint: 'set securityContext: {allowPrivilegeEscalation: false}', repair: {to: false}})),
  }
}

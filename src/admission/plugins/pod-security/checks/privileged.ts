import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, inContext, namesOf} from './shared.js'

/** Containers are not privileged (policy `CheckPrivileged`). */
export const privileged: Check = {id: 'privileged', level: 'baseline', versions: [{since: 0, check}]}

function check(spec: PodSpec): Violation | undefined {
  const bad = containersWhere(spec, ({securityContext}) => securityContext?.privileged === true)
  if (bad.length === 0) return undefined
  return {
    reason: 'privileged',
    detail: `${namesOf(bad)} must not set securityContext.privileged=true`,
    offences: bad.map((one) => ({field: inContext(one, 'privileged'), hint: 'remove privileged', repair: {to: undefined}})),
  }
}

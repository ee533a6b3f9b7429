import type {Container, PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {containersWhere, inContext, joinQuoted, namesOf, sortedSet, unlessUserNamespace} from './shared.js'

/** Containers keep the default masks of /proc, or have a user namespace (policy `CheckProcMountBaseline`). */
export const procMount: Check = {id: 'procMount', level: 'baseline', versions: [{since: 0, check}, {since: 35, check: unlessUserNamespace(check)}]}

/** Containers keep the default masks of /proc in any case (policy `CheckProcMountRestricted`). */
export const procMountRestricted: Check = {id: 'procMount_restricted', level: 'restricted', versions: [{since: 35, check}], overrides: 'procMount'}

const typeOf = ({securityContext}: Container): string => securityContext?.procMount ?? 'Default'

function check(spec: PodSpec): Violation | undefined {
  const bad = containersWhere(spec, (container) => typeOf(container) !== 'Default')
  if (bad.length === 0) return undefined
  return {
    reason: 'procMount',
    detail: `${namesOf(bad)} must not set securityContext.procMount to ${joinQuoted(sortedSet(bad.map(({container}) => typeOf(container))))}`,
    offences: bad.map((one) => ({field: inContext(one, 'procMount'), hint: 'remove procMount', repair: {to: undefined}})),
  }
}

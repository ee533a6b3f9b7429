import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {addedBy, forbiddenAdditions, offendingAdditions} from './capabilities.js'
import {containersWhere, inContext, namesOf, unlessWindows} from './shared.js'

/** Containers drop all capabilities, and add NET_BIND_SERVICE at most (policy `CheckCapabilitiesRestricted`). */
export const capabilitiesRestricted: Check = {
  id: 'capabilities_restricted',
  level: 'restricted',
  versions: [{since: 22, check}, {since: 25, check: unlessWindows(check)}],
  overrides: 'capabilities_baseline',
}

const isAllowed = (capability: string): boolean => capability === 'NET_BIND_SERVICE'

function check(spec: PodSpec): Violation | undefined {
  const keeping = containersWhere(spec, ({securityContext}) => securityContext?.capabilities?.drop?.includes('ALL') !== true)
  const adding = containersWhere(spec, (container) => !addedBy(container).every(isAllowed))
  if (keeping.length === 0 && adding.length === 0) return undefined
  return {
    reason: 'unrestricted capabilities',
    detail: [
      ...keeping.length > 0 ? [`${namesOf(keeping)} must set securityContext.capabilities.drop=["ALL"]`] : [],
      ...adding.length > 0 ? [forbiddenAdditions(adding, isAllowed)] : [],
    ].join('; '),
    offences: [
      ...keeping.map((one) => ({field: inContext(one, 'capabilities', 'drop'), hint: 'set securityContext: {capabilities: {drop: [ALL]}}', repair: {to: ['ALL']}})),
      ...offendingAdditions(adding, isAllowed),
    ],
  }
}

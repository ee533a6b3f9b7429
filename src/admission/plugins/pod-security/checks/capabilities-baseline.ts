import type {PodSpec} from '../../../../machinery/api/core-v1.js'
import type {Check, Violation} from '../check.js'
import {addedBy, forbiddenAdditions, offendingAdditions} from './capabilities.js'
import {containersWhere} from './shared.js'

/** Containers add no capabilities beyond the default set (policy `CheckCapabilitiesBaseline`). */
export const capabilitiesBaseline: Check = {id: 'capabilities_baseline', level: 'baseline', versions: [{since: 0, check}]}

const defaults: ReadonlySet<string> = new Set([
  'AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT',
])

const isDefault = (capability: string): boolean => defaults.has(capability)

function check(spec: PodSpec): Violation | undefined {
  const bad = containersWhere(spec, (container) => !addedBy(container).every(isDefault))
  if (bad.length === 0) return undefined
  return {reason: 'non-default capabilities', detail: forbiddenAdditions(bad, isDefault), offences: offendingAdditions(bad, isDefault)}
}

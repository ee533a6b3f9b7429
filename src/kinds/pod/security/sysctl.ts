import {byteLength} from '../../../machinery/go/text.js'

/** A namespace of the kernel that a pod can share with the host or not. */
export type KernelNamespace = 'ipc' | 'net'

const sysctlSegment = '[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?'

const sysctlPattern = new RegExp(`^(?:${sysctlSegment}[./])*${sysctlSegment}$`)

const longestName = 253

/** True if the text can be the name of a sysctl (core validation `IsValidSysctlName`). */
export const isSysctlName = (name: string): boolean => byteLength(name) <= longestName && sysctlPattern.test(name)

const ipcSysctls: ReadonlySet<string> = new Set([
  'kernel.sem', 'kernel.shmall', 'kernel.shmmax', 'kernel.shmmni', 'kernel.shm_rmid_forced', 'kernel.msgmax', 'kernel.msgmnb', 'kernel.msgmni',
  'kernel.shm', 'kernel.msg',
])

/** True if a sysctl belongs to this kernel namespace (component-helpers `GetNamespace`). */
export function isOfHost(name: string, namespace: KernelNamespace): boolean {
  const normal = normalize(name)
  const star = normal.indexOf('*')
  const known = star < 0 ? normal : normal.slice(0, star)
  return namespace === 'net' ? known.startsWith('net.') : known.startsWith('fs.mqueue.') || ipcSysctls.has(known)
}

/** Returns the name with dots between its parts; slashes are valid separators too (`NormalizeName`). */
function normalize(name: string): string {
  const first = /[./]/.exec(name)?.[0]
  return first === '/' ? name.replace(/[./]/g, (separator) => separator === '/' ? '.' : '/') : name
}

import type {Check, CheckPod, VersionedCheck} from '../check.js'
import {podContext} from './shared.js'

/** The sysctls that affect no other pod, by the version that allows them first. */
const safe: readonly (readonly [since: number, names: readonly string[]])[] = [
  [0, ['kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range', 'net.ipv4.ip_unprivileged_port_start']],
  [27, ['net.ipv4.ip_local_reserved_ports']],
  [29, ['net.ipv4.tcp_keepalive_time', 'net.ipv4.tcp_fin_timeout', 'net.ipv4.tcp_keepalive_intvl', 'net.ipv4.tcp_keepalive_probes']],
  [32, ['net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']],
  [37, ['net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat']],
]

/** Pods set only sysctls that affect no other pod (policy `CheckSysctls`). */
export const sysctls: Check = {
  id: 'sysctls',
  level: 'baseline',
  versions: safe.map(([since], i): VersionedCheck => ({since, check: allowing(new Set(safe.slice(0, i + 1).flatMap(([, names]) => names)))})),
}

function allowing(allowed: ReadonlySet<string>): CheckPod {
  return ({securityContext}) => {
    const forbidden = (securityContext?.sysctls ?? []).flatMap(({name = ''}, i) => allowed.has(name) ? [] : [{name, i}])
    if (forbidden.length === 0) return undefined
    return {
      reason: 'forbidden sysctls',
      detail: forbidden.map(({name}) => name).join(', '),
      offences: forbidden.map(({name, i}) => {
        const item = podContext.child('sysctls').index(i)
        return {field: item.child('name'), hint: `remove the sysctl ${name}`, repair: {field: item, to: undefined}}
      }),
    }
  }
}

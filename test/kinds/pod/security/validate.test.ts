import {expect} from 'chai'

import {isOfHost, isSysctlName} from '../../../../src/kinds/pod/security/sysctl.js'
import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

const ids = 'must be between 0 and 2147483647, inclusive'

const containers = (...contexts: Body[]): Body[] => contexts.map((securityContext, i) => ({name: `c${i}`, image: 'i', securityContext}))

/** Returns the errors of the security context of a pod, without its path. */
const ofPod = (securityContext: Body): string[] => podErrors({securityContext}).map((error) => error.replace(/^spec\.securityContext\./, ''))

/** Returns the errors of the security context of a container, on a server that allows privileged containers. */
const ofContainer = (securityContext: Body): string[] => podErrors({containers: containers(securityContext)})
  .map((error) => error.replace('spec.containers[0].securityContext', 'C')).filter((error) => !error.includes('cluster policy'))

describe('security context of a pod', () => {
  const sysctls = (...names: (string | undefined)[]): Body => ({sysctls: names.map((name) => ({...name !== undefined && {name}, value: '1'}))})
  const rule = 'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'

  check({
    'users and groups': [{runAsUser: 0, runAsGroup: 2147483647, fsGroup: 1, supplementalGroups: [1, 2], fsGroupChangePolicy: 'Always', supplementalGroupsPolicy: 'Strict', seLinuxChangePolicy: 'Recursive'}],
    'IDs out of range': [
      {runAsUser: -1, runAsGroup: 2147483648, fsGroup: -2, supplementalGroups: [1, -3]}, `fsGroup: Invalid value: -2: ${ids}`, `runAsUser: Invalid value: -1: ${ids}`,
      `runAsGroup: Invalid value: 2147483648: ${ids}`, `supplementalGroups[1]: Invalid value: -3: ${ids}`,
    ],
    'unknown policies': [
      {fsGroupChangePolicy: '', supplementalGroupsPolicy: 'x', seLinuxChangePolicy: 'MountOption'}, 'fsGroupChangePolicy: Unsupported value: "": supported values: "Always", "OnRootMismatch"',
      'supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"', 'seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"',
    ],
    'sysctls': [sysctls('net.ipv4.tcp_syncookies', 'kernel/sem')],
    'missing, invalid and duplicate sysctls': [
      sysctls(undefined, 'A', 'a.b', 'a.b'), 'sysctls[0].name: Required value', `sysctls[1].name: Invalid value: "A": ${rule}`, 'sysctls[3].name: Duplicate value: "a.b"',
    ],
  }, ofPod)

  check({
    'sysctls of namespaces shared with the host': [
      {hostNetwork: true, hostIPC: true, securityContext: sysctls('net.core.somaxconn', 'net/core/x', 'kernel.sem', 'fs.mqueue.x', 'kernel.shmx')},
      ...['net.core.somaxconn', 'net/core/x'].map((name, i) => `spec.securityContext.sysctls[${i}].name: Invalid value: "${name}": may not be specified when 'hostNetwork' is true`),
      ...['kernel.sem', 'fs.mqueue.x'].map((name, i) => `spec.securityContext.sysctls[${i + 2}].name: Invalid value: "${name}": may not be specified when 'hostIPC' is true`),
    ],
    'both shareProcessNamespace and hostPID': [
      {shareProcessNamespace: true, hostPID: true}, 'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    ],
    'a user namespace together with namespaces of the host': [
      {hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true, volumes: [{name: 'v', persistentVolumeClaim: {claimName: 'c'}}],
        containers: [{name: 'c', image: 'i', volumeDevices: [{name: 'v', devicePath: '/d'}]}]},
      ...['hostNetwork', 'HostPID', 'HostIPC', 'containers[0].volumeDevices'].map((field) => `spec.${field}: Forbidden: when \`hostUsers\` is false`),
    ],
  }, podErrors)

  it('matches sysctls to namespaces, and validates their names', () => {
    expect(['net.a', 'net/a.b', 'net.*', 'netx', 'x.net.a'].map((name) => isOfHost(name, 'net'))).to.deep.equal([true, true, true, false, false])
    expect(['kernel.shm*', 'kernel.msg', 'kernel.msgx', 'fs.mqueue'].map((name) => isOfHost(name, 'ipc'))).to.deep.equal([true, true, false, false])
    expect(['a', 'a.b/c', '', 'a.', `a${'.a'.repeat(127)}`].map(isSysctlName)).to.deep.equal([true, true, false, false, false])
  })
})

describe('security context of a container', () => {
  const dump = (fields: Body): string => JSON.stringify({
    Capabilities: null, Privileged: null, SELinuxOptions: null, WindowsOptions: null, RunAsUser: null, RunAsGroup: null, RunAsNonRoot: null,
    ReadOnlyRootFilesystem: null, AllowPrivilegeEscalation: false, ProcMount: null, SeccompProfile: null, AppArmorProfile: null, ...fields,
  })

  check({
    'a user, and a capability without privilege escalation': [{runAsUser: 1, procMount: 'Default', allowPrivilegeEscalation: false, capabilities: {add: ['SYS_ADMIN']}}],
    'IDs out of range and an unknown procMount': [
      {runAsUser: -1, runAsGroup: -1, procMount: 'x'}, `C.runAsUser: Invalid value: -1: ${ids}`, `C.runAsGroup: Invalid value: -1: ${ids}`,
      'C.procMount: Unsupported value: "x": supported values: "Default", "Unmasked"',
    ],
    'procMount Unmasked without a user namespace': [{procMount: 'Unmasked'}, 'C.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`'],
    'privileged without allowPrivilegeEscalation': [
      {allowPrivilegeEscalation: false, privileged: true}, `C: Invalid value: ${dump({Privileged: true})}: cannot set \`allowPrivilegeEscalation\` to false and \`privileged\` to true`,
    ],
    'CAP_SYS_ADMIN without allowPrivilegeEscalation': [
      {allowPrivilegeEscalation: false, capabilities: {add: ['CAP_SYS_ADMIN']}},
      `C: Invalid value: ${dump({Capabilities: {Add: ['CAP_SYS_ADMIN'], Drop: null}})}: cannot set \`allowPrivilegeEscalation\` to false and \`capabilities.Add\` CAP_SYS_ADMIN`,
    ],
  }, ofContainer)

  check({
    'procMount Unmasked in a user namespace': [{hostUsers: false, containers: containers({procMount: 'Unmasked'})}],
    'privileged containers, by cluster policy': [{containers: containers({privileged: true})}, 'spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy'],
  }, podErrors)
})

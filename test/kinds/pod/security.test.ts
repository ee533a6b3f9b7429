import {expect} from 'chai'

import {isOfHost, isSysctlName} from '../../../src/kinds/pod/security/sysctl.js'
import {dns1123Subdomain} from '../../../src/machinery/meta/names.js'
import type {Body} from '../../helpers/builders.js'
import {check, podErrors} from '../../helpers/pod-errors.js'

const ids = 'must be between 0 and 2147483647, inclusive'

const containers = (...contexts: Body[]): Body[] => contexts.map((securityContext, i) => ({name: `c${i}`, image: 'i', securityContext}))

/** The errors about the security context of a pod. */
const ofPod = (securityContext: Body): string[] => podErrors({securityContext}).map((error) => error.replace(/^spec\.securityContext\./, ''))

/** Errors about the security context of a container, on a server that allows privileged containers. */
const ofContainer = (securityContext: Body): string[] => podErrors({containers: containers(securityContext)})
  .map((error) => error.replace('spec.containers[0].securityContext', 'C')).filter((error) => !error.includes('cluster policy'))

describe('the security context of a pod', () => {
  const sysctls = (...names: (string | undefined)[]): Body => ({sysctls: names.map((name) => ({...name !== undefined && {name}, value: '1'}))})
  const rule = 'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'

  check({
    'users and groups': [{runAsUser: 0, runAsGroup: 2147483647, fsGroup: 1, supplementalGroups: [1, 2], fsGroupChangePolicy: 'Always', supplementalGroupsPolicy: 'Strict', seLinuxChangePolicy: 'Recursive'}],
    'numbers beyond': [
      {runAsUser: -1, runAsGroup: 2147483648, fsGroup: -2, supplementalGroups: [1, -3]}, `fsGroup: Invalid value: -2: ${ids}`, `runAsUser: Invalid value: -1: ${ids}`,
      `runAsGroup: Invalid value: 2147483648: ${ids}`, `supplementalGroups[1]: Invalid value: -3: ${ids}`,
    ],
    'words that are none': [
      {fsGroupChangePolicy: '', supplementalGroupsPolicy: 'x', seLinuxChangePolicy: 'MountOption'}, 'fsGroupChangePolicy: Unsupported value: "": supported values: "Always", "OnRootMismatch"',
      'supplementalGroupsPolicy: Unsupported value: "x": supported values: "Merge", "Strict"', 'seLinuxChangePolicy: Unsupported value: "MountOption": supported values: "Recursive"',
    ],
    'sysctls': [sysctls('net.ipv4.tcp_syncookies', 'kernel/sem')],
    'sysctls that are none': [
      sysctls(undefined, 'A', 'a.b', 'a.b'), 'sysctls[0].name: Required value', `sysctls[1].name: Invalid value: "A": ${rule}`, 'sysctls[3].name: Duplicate value: "a.b"',
    ],
  }, ofPod)

  check({
    'sysctls of the host': [
      {hostNetwork: true, hostIPC: true, securityContext: sysctls('net.core.somaxconn', 'net/core/x', 'kernel.sem', 'fs.mqueue.x', 'kernel.shmx')},
      ...['net.core.somaxconn', 'net/core/x'].map((name, i) => `spec.securityContext.sysctls[${i}].name: Invalid value: "${name}": may not be specified when 'hostNetwork' is true`),
      ...['kernel.sem', 'fs.mqueue.x'].map((name, i) => `spec.securityContext.sysctls[${i + 2}].name: Invalid value: "${name}": may not be specified when 'hostIPC' is true`),
    ],
    'processes shared twice': [
      {shareProcessNamespace: true, hostPID: true}, 'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
    ],
    'users of its own in namespaces of the host': [
      {hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true, volumes: [{name: 'v', persistentVolumeClaim: {claimName: 'c'}}],
        containers: [{name: 'c', image: 'i', volumeDevices: [{name: 'v', devicePath: '/d'}]}]},
      ...['hostNetwork', 'HostPID', 'HostIPC', 'containers[0].volumeDevices'].map((field) => `spec.${field}: Forbidden: when \`hostUsers\` is false`),
    ],
  }, podErrors)

  it('knows the sysctls of each namespace', () => {
    expect(['net.a', 'net/a.b', 'net.*', 'netx', 'x.net.a'].map((name) => isOfHost(name, 'net'))).to.deep.equal([true, true, true, false, false])
    expect(['kernel.shm*', 'kernel.msg', 'kernel.msgx', 'fs.mqueue'].map((name) => isOfHost(name, 'ipc'))).to.deep.equal([true, true, false, false])
    expect(['a', 'a.b/c', '', 'a.', `a${'.a'.repeat(127)}`].map(isSysctlName)).to.deep.equal([true, true, false, false, false])
  })
})

describe('the security context of a container', () => {
  const dump = (fields: Body): string => JSON.stringify({
    Capabilities: null, Privileged: null, SELinuxOptions: null, WindowsOptions: null, RunAsUser: null, RunAsGroup: null, RunAsNonRoot: null,
    ReadOnlyRootFilesystem: null, AllowPrivilegeEscalation: false, ProcMount: null, SeccompProfile: null, AppArmorProfile: null, ...fields,
  })

  check({
    'a user': [{runAsUser: 1, procMount: 'Default', allowPrivilegeEscalation: false, capabilities: {add: ['SYS_ADMIN']}}],
    'bad numbers and words': [
      {runAsUser: -1, runAsGroup: -1, procMount: 'x'}, `C.runAsUser: Invalid value: -1: ${ids}`, `C.runAsGroup: Invalid value: -1: ${ids}`,
      'C.procMount: Unsupported value: "x": supported values: "Default", "Unmasked"',
    ],
    'an unmasked /proc with the users of the host': [{procMount: 'Unmasked'}, 'C.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`'],
    'privileges that cannot be gained': [
      {allowPrivilegeEscalation: false, privileged: true}, `C: Invalid value: ${dump({Privileged: true})}: cannot set \`allowPrivilegeEscalation\` to false and \`privileged\` to true`,
    ],
    'a capability that cannot be gained': [
      {allowPrivilegeEscalation: false, capabilities: {add: ['CAP_SYS_ADMIN']}},
      `C: Invalid value: ${dump({Capabilities: {Add: ['CAP_SYS_ADMIN'], Drop: null}})}: cannot set \`allowPrivilegeEscalation\` to false and \`capabilities.Add\` CAP_SYS_ADMIN`,
    ],
  }, ofContainer)

  check({
    'an unmasked /proc with other users': [{hostUsers: false, containers: containers({procMount: 'Unmasked'})}],
    'privileges, which clusters may forbid': [{containers: containers({privileged: true})}, 'spec.containers[0].securityContext.privileged: Forbidden: disallowed by cluster policy'],
  }, podErrors)
})

describe('profiles', () => {
  const seccomp = (seccompProfile: Body): Body => ({seccompProfile})
  const appArmor = (appArmorProfile: Body): Body => ({appArmorProfile})
  const types = 'supported values: "Localhost", "RuntimeDefault", "Unconfined"'

  check({
    'those of the node': [{...seccomp({type: 'Localhost', localhostProfile: ''}), ...appArmor({type: 'Localhost', localhostProfile: 'a'})}],
    'no types': [
      {...seccomp({}), ...appArmor({})}, 'seccompProfile.type: Required value: type is required when seccompProfile is set', 'appArmorProfile.type: Required value: type is required when appArmorProfile is set',
    ],
    'types that are none': [{...seccomp({type: 'x'}), ...appArmor({type: 'y'})}, `seccompProfile.type: Unsupported value: "x": ${types}`, `appArmorProfile.type: Unsupported value: "y": ${types}`],
    'no names': [
      {...seccomp({type: 'Localhost'}), ...appArmor({type: 'Localhost'})}, 'seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
      'appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost',
    ],
    'names of the others': [
      {...seccomp({type: 'Unconfined', localhostProfile: 'p'}), ...appArmor({type: 'RuntimeDefault', localhostProfile: 'p'})},
      'seccompProfile.localhostProfile: Invalid value: {"Type":"Unconfined","LocalhostProfile":"p"}: can only be set when seccomp type is Localhost',
      'appArmorProfile.localhostProfile: Invalid value: "p": can only be set when AppArmor type is Localhost',
    ],
    'a name of another, printed as JSON': [
      appArmor({type: 'Unconfined', localhostProfile: '<'}), 'appArmorProfile.localhostProfile: Invalid value: "\\u003c": can only be set when AppArmor type is Localhost',
    ],
    'bad names': [
      {...seccomp({type: 'Localhost', localhostProfile: '/a'}), ...appArmor({type: 'Localhost', localhostProfile: ` ${'a'.repeat(4095)}`})},
      'seccompProfile.localhostProfile: Invalid value: "/a": must be a relative path',
      `appArmorProfile.localhostProfile: Invalid value: " ${'a'.repeat(4095)}": must not be padded with whitespace`, 'appArmorProfile.localhostProfile: Too long: may not be more than 4095 bytes',
    ],
    'an empty name': [appArmor({type: 'Localhost', localhostProfile: ''}), 'appArmorProfile.localhostProfile: Required value: must be set when AppArmor type is Localhost'],
  }, ofPod)
})

describe('Windows', () => {
  const options = (windowsOptions: Body): Body => ({windowsOptions})
  const user = (runAsUserName: string, ...faults: string[]): [Body, ...string[]] =>
    [options({runAsUserName}), ...faults.map((fault) => `windowsOptions.runAsUserName: Invalid value: ${JSON.stringify(runAsUserName)}: runAsUserName${fault}`)]

  check({
    'names and users': [options({gmsaCredentialSpecName: 'a.b', gmsaCredentialSpec: '{}', runAsUserName: 'NT AUTHORITY\\SYSTEM'})],
    'bad specs': [
      options({gmsaCredentialSpecName: '', gmsaCredentialSpec: ''}), `windowsOptions.gmsaCredentialSpecName: Invalid value: "": ${dns1123Subdomain('').join()}`,
      'windowsOptions.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
    ],
    'a large spec': [options({gmsaCredentialSpec: 'a'.repeat(65537)}), `windowsOptions.gmsaCredentialSpec: Invalid value: "${'a'.repeat(65537)}": gmsaCredentialSpec size must be under 64 KiB`],
    'no user name': user('', ' cannot be an empty string'),
    'control characters': [options({runAsUserName: 'a\tb'}), 'windowsOptions.runAsUserName: Invalid value: "a\\tb": runAsUserName cannot contain control characters'],
    'two backslashes': user('a\\b\\c', ' cannot contain more than one backslash'),
    'texts behind pointers, printed as JSON': [
      options({gmsaCredentialSpecName: '<', runAsUserName: 'a\u0001'}), `windowsOptions.gmsaCredentialSpecName: Invalid value: "\\u003c": ${dns1123Subdomain('<').join()}`,
      'windowsOptions.runAsUserName: Invalid value: "a\\u0001": runAsUserName cannot contain control characters',
    ],
    'a domain by DNS': user('example.com\\u'),
    'a domain that is none': user('.a\\u', "'s Domain doesn't match the NetBios nor the DNS format"),
    'a long domain and no user': user(`${'a'.repeat(256)}\\`, "'s Domain length must be under 256 characters", "'s Domain doesn't match the NetBios nor the DNS format", "'s User cannot be empty"),
    'a long user': user('a'.repeat(105), "'s User length must not be longer than 104 characters"),
    'dots': user('. .', "'s User cannot contain only periods or spaces"),
    'characters that cannot be': user('a/b', '\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'),
  }, ofPod)

  const windows = (fields: Body): Body => ({os: {name: 'windows'}, ...fields})
  const unset = (path: string): string => `spec.${path}: Forbidden: cannot be set for a windows pod`
  const policy = 'spec: Forbidden: hostProcess containers are disallowed by cluster policy'

  check({
    'systems': [{os: {name: 'linux'}}],
    'no system': [{os: {}}, 'spec.os.name: Required value'],
    'another system': [{os: {name: 'Linux'}}, 'spec.os: Unsupported value: "Linux": supported values: "linux", "windows"'],
    'Windows on Linux': [
      {os: {name: 'linux'}, securityContext: options({}), containers: containers(options({}))}, 'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
      'spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
    ],
    'what Windows has': [windows({hostPID: false, shareProcessNamespace: null, securityContext: {...options({}), runAsNonRoot: true, sysctls: []}})],
    'what Windows has not': [
      windows({hostUsers: true, hostPID: true, hostIPC: true, shareProcessNamespace: false, securityContext: {
        seLinuxOptions: {}, fsGroup: 0, sysctls: [{name: 'a', value: ''}], runAsUser: 1, supplementalGroups: [], seLinuxChangePolicy: 'Recursive',
      }, containers: containers({capabilities: {}, readOnlyRootFilesystem: false, procMount: 'Default'})}),
      ...['securityContext.seLinuxOptions', 'hostUsers', 'hostPID', 'hostIPC', 'securityContext.fsGroup', 'securityContext.sysctls', 'shareProcessNamespace', 'securityContext.runAsUser',
        'securityContext.supplementalGroups', 'securityContext.seLinuxChangePolicy', 'containers[0].securityContext.capabilities', 'containers[0].securityContext.readOnlyRootFilesystem',
        'containers[0].securityContext.procMount'].map(unset),
    ],
    'processes of the host, which clusters may forbid': [{hostNetwork: true, securityContext: options({hostProcess: true})}, policy],
    'a process of the host in another network': [
      {securityContext: options({hostProcess: true})}, 'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers', policy,
    ],
    'a process of the host among others': [
      {hostNetwork: true, securityContext: options({hostProcess: false}), containers: containers(options({hostProcess: true}), {})},
      'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false',
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers', policy,
    ],
  }, podErrors)
})

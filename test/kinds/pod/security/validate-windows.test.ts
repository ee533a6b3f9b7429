import {dns1123Subdomain} from '../../../../src/machinery/meta/names.js'
import type {Body} from '../../../helpers/builders.js'
import {check, podErrors} from '../../../helpers/pod-errors.js'

const containers = (...contexts: Body[]): Body[] => contexts.map((securityContext, i) => ({name: `c${i}`, image: 'i', securityContext}))

/** Returns the errors of the security context of a pod, without its path. */
const ofPod = (securityContext: Body): string[] => podErrors({securityContext}).map((error) => error.replace(/^spec\.securityContext\./, ''))

describe('Windows pods', () => {
  const options = (windowsOptions: Body): Body => ({windowsOptions})
  const user = (runAsUserName: string, ...errors: string[]): [Body, ...string[]] =>
    [options({runAsUserName}), ...errors.map((error) => `windowsOptions.runAsUserName: Invalid value: ${JSON.stringify(runAsUserName)}: runAsUserName${error}`)]

  check({
    'a GMSA credential spec and a user with a domain': [options({gmsaCredentialSpecName: 'a.b', gmsaCredentialSpec: '{}', runAsUserName: 'NT AUTHORITY\\SYSTEM'})],
    'empty GMSA credential specs': [
      options({gmsaCredentialSpecName: '', gmsaCredentialSpec: ''}), `windowsOptions.gmsaCredentialSpecName: Invalid value: "": ${dns1123Subdomain('').join()}`,
      'windowsOptions.gmsaCredentialSpec: Invalid value: "": gmsaCredentialSpec cannot be an empty string',
    ],
    'a GMSA credential spec above 64 KiB': [options({gmsaCredentialSpec: 'a'.repeat(65537)}), `windowsOptions.gmsaCredentialSpec: Invalid value: "${'a'.repeat(65537)}": gmsaCredentialSpec size must be under 64 KiB`],
    'an empty user name': user('', ' cannot be an empty string'),
    'control characters in a user name': [options({runAsUserName: 'a\tb'}), 'windowsOptions.runAsUserName: Invalid value: "a\\tb": runAsUserName cannot contain control characters'],
    'a user name with two backslashes': user('a\\b\\c', ' cannot contain more than one backslash'),
    'invalid names, quoting them as JSON': [
      options({gmsaCredentialSpecName: '<', runAsUserName: 'a\u0001'}), `windowsOptions.gmsaCredentialSpecName: Invalid value: "\\u003c": ${dns1123Subdomain('<').join()}`,
      'windowsOptions.runAsUserName: Invalid value: "a\\u0001": runAsUserName cannot contain control characters',
    ],
    'a DNS domain': user('example.com\\u'),
    'an invalid domain': user('.a\\u', "'s Domain doesn't match the NetBios nor the DNS format"),
    'a domain that is too long, and an empty user': user(`${'a'.repeat(256)}\\`, "'s Domain length must be under 256 characters", "'s Domain doesn't match the NetBios nor the DNS format", "'s User cannot be empty"),
    'a user of 105 characters': user('a'.repeat(105), "'s User length must not be longer than 104 characters"),
    'a user of periods and spaces': user('. .', "'s User cannot contain only periods or spaces"),
    'a user with invalid characters': user('a/b', '\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'),
  }, ofPod)

  const windows = (fields: Body): Body => ({os: {name: 'windows'}, ...fields})
  const unset = (path: string): string => `spec.${path}: Forbidden: cannot be set for a windows pod`
  const policy = 'spec: Forbidden: hostProcess containers are disallowed by cluster policy'

  check({
    'operating system linux': [{os: {name: 'linux'}}],
    'an empty operating system': [{os: {}}, 'spec.os.name: Required value'],
    'an unknown operating system': [{os: {name: 'Linux'}}, 'spec.os: Unsupported value: "Linux": supported values: "linux", "windows"'],
    'windowsOptions in a Linux pod': [
      {os: {name: 'linux'}, securityContext: options({}), containers: containers(options({}))}, 'spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
      'spec.containers[0].securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod',
    ],
    'fields that Windows supports': [windows({hostPID: false, shareProcessNamespace: null, securityContext: {...options({}), runAsNonRoot: true, sysctls: []}})],
    'fields that Windows does not support': [
      windows({hostUsers: true, hostPID: true, hostIPC: true, shareProcessNamespace: false, securityContext: {
        seLinuxOptions: {}, fsGroup: 0, sysctls: [{name: 'a', value: ''}], runAsUser: 1, supplementalGroups: [], seLinuxChangePolicy: 'Recursive',
      }, containers: containers({capabilities: {}, readOnlyRootFilesystem: false, procMount: 'Default'})}),
      ...['securityContext.seLinuxOptions', 'hostUsers', 'hostPID', 'hostIPC', 'securityContext.fsGroup', 'securityContext.sysctls', 'shareProcessNamespace', 'securityContext.runAsUser',
        'securityContext.supplementalGroups', 'securityContext.seLinuxChangePolicy', 'containers[0].securityContext.capabilities', 'containers[0].securityContext.readOnlyRootFilesystem',
        'containers[0].securityContext.procMount'].map(unset),
    ],
    'HostProcess containers, by cluster policy': [{hostNetwork: true, securityContext: options({hostProcess: true})}, policy],
    'a HostProcess container without hostNetwork': [
      {securityContext: options({hostProcess: true})}, 'spec.hostNetwork: Invalid value: false: hostNetwork must be true if pod contains any hostProcess containers', policy,
    ],
    'a HostProcess container with other containers': [
      {hostNetwork: true, securityContext: options({hostProcess: false}), containers: containers(options({hostProcess: true}), {})},
      'spec.containers[0].securityContext.windowsOptions.hostProcess: Invalid value: true: pod hostProcess value must be identical if both are specified, was false',
      'spec: Invalid value: "": If pod contains any hostProcess containers then all containers must be HostProcess containers', policy,
    ],
  }, podErrors)
})

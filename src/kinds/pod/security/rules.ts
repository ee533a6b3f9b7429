import type {Rule} from '../../../machinery/field/rule.js'
import {podWithAnnotation, podWithContainer, podWithSpec} from '../../shared/pod-examples.js'

/** The rules for the privileges of a pod on its node. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/app-armor-profile',
    severity: 'error',
    summary: 'An AppArmor profile has a type, and localhostProfile only for type Localhost.',
    source: 'core validation ValidateAppArmorProfileField',
    example: podWithContainer(`      securityContext:
        appArmorProfile: {type: Localhost}
`),
    fix: 'The types are `RuntimeDefault`, `Unconfined` and `Localhost`; the last one needs `localhostProfile`.',
  },
  {
    id: 'pod/host-process',
    severity: 'error',
    summary: 'Either all containers are HostProcess containers, with hostNetwork, or none.',
    source: 'core validation validateWindowsHostProcessPod',
    example: podWithSpec(`  securityContext:
    windowsOptions: {hostProcess: true}
`),
    fix: 'Set `hostNetwork: true`, and `hostProcess` in the security context of the pod.',
  },
  {
    id: 'pod/host-users',
    severity: 'error',
    summary: 'A pod with hostUsers false does not use namespaces or devices of the host.',
    source: 'core validation validateHostUsers',
    example: podWithSpec(`  hostUsers: false
  hostPID: true
`),
    fix: 'Remove `hostPID`, `hostIPC`, `hostNetwork` and `volumeDevices`, or remove `hostUsers: false`.',
  },
  {
    id: 'pod/os',
    severity: 'error',
    summary: 'The OS of a pod is linux or windows, without fields of the other one.',
    source: 'core validation validateOS, validateLinux, validateWindows',
    example: podWithSpec(`  os: {name: windows}
  securityContext: {runAsUser: 1000}
`),
    fix: 'Remove the fields of the other operating system.',
  },
  {
    id: 'pod/privilege-escalation',
    severity: 'error',
    summary: 'A container with allowPrivilegeEscalation false is not privileged.',
    source: 'core validation ValidateSecurityContext',
    example: podWithContainer(`      securityContext:
        allowPrivilegeEscalation: false
        capabilities: {add: [CAP_SYS_ADMIN]}
`),
    fix: 'Remove `allowPrivilegeEscalation: false`, or remove `privileged` and `CAP_SYS_ADMIN`.',
  },
  {
    id: 'pod/profile-annotation',
    severity: 'error',
    summary: 'Deprecated annotations for seccomp and AppArmor have the same values as the fields.',
    source: 'core validation ValidatePodCreate',
    example: podWithAnnotation('seccomp.security.alpha.kubernetes.io/pod: unconfined', `  securityContext:
    seccompProfile: {type: RuntimeDefault}
`),
    fix: 'Remove the annotation: only the fields have an effect.',
  },
  {
    id: 'pod/seccomp-profile',
    severity: 'error',
    summary: 'A seccomp profile has a type, and localhostProfile only for type Localhost.',
    source: 'core validation validateSeccompProfileField',
    example: podWithContainer(`      securityContext:
        seccompProfile: {type: runtime/default}
`),
    fix: 'The types are `RuntimeDefault`, `Unconfined` and `Localhost`; the last one needs `localhostProfile`, a relative path.',
  },
  {
    id: 'pod/security-context',
    severity: 'error',
    summary: 'The options of a security context are known and do not conflict.',
    source: 'core validation validatePodSpecSecurityContext, ValidateSecurityContext',
    example: podWithSpec(`  securityContext: {fsGroupChangePolicy: Never}
`),
    fix: 'Write one of the values in the message.',
  },
  {
    id: 'pod/sysctl',
    severity: 'error',
    summary: 'A sysctl has a unique name, and not one of a namespace that the host shares.',
    source: 'core validation validateSysctls',
    example: podWithSpec(`  hostNetwork: true
  securityContext:
    sysctls:
      - {name: net.core.somaxconn, value: "1024"}
`),
    fix: 'Set it on the node: a pod in a namespace of the host cannot set it.',
  },
  {
    id: 'pod/user-id',
    severity: 'error',
    summary: 'User and group IDs are between 0 and 2147483647.',
    source: 'core validation ValidateSecurityContext, validatePodSpecSecurityContext',
    example: podWithContainer(`      securityContext: {runAsUser: -1}
`),
    fix: 'Write the ID of a user of the image.',
  },
  {
    id: 'pod/windows-options',
    severity: 'error',
    summary: 'Windows options have valid names of users and credential specs.',
    source: 'core validation validateWindowsSecurityContextOptions',
    example: podWithContainer(`      securityContext:
        windowsOptions: {runAsUserName: "a/b"}
`),
    fix: 'Write `user` or `DOMAIN\\\\user`.',
  },
]

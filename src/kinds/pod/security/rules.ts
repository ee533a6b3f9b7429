import type {Rule} from '../../../machinery/field/rule.js'
import {podWithAnnotation, podWithContainer, podWithSpec} from '../rule-examples.js'

/** The rules for what a pod may do on its node. */
export const rules: readonly Rule[] = [
  {
    id: 'pod/app-armor-profile',
    severity: 'error',
    summary: "An AppArmor profile has a type, and a name if and only if it is the node's own.",
    source: 'core validation ValidateAppArmorProfileField',
    example: podWithContainer(`      securityContext:
        appArmorProfile: {type: Localhost}
`),
    fix: 'The types are `RuntimeDefault`, `Unconfined` and `Localhost`; the last one needs `localhostProfile`.',
  },
  {
    id: 'pod/host-process',
    severity: 'error',
    summary: 'All containers are processes of the host, in its network, or none is.',
    source: 'core validation validateWindowsHostProcessPod',
    example: podWithSpec(`  securityContext:
    windowsOptions: {hostProcess: true}
`),
    fix: 'Set `hostNetwork: true`, and `hostProcess` for the pod as a whole.',
  },
  {
    id: 'pod/host-users',
    severity: 'error',
    summary: 'A pod with users of its own has namespaces of its own.',
    source: 'core validation validateHostUsers',
    example: podWithSpec(`  hostUsers: false
  hostPID: true
`),
    fix: 'Leave out `hostPID`, `hostIPC`, `hostNetwork` and `volumeDevices`, or `hostUsers: false`.',
  },
  {
    id: 'pod/os',
    severity: 'error',
    summary: 'A pod is for linux or windows, and has no fields of the other system.',
    source: 'core validation validateOS, validateLinux, validateWindows',
    example: podWithSpec(`  os: {name: windows}
  securityContext: {runAsUser: 1000}
`),
    fix: 'Take out what belongs to the other system.',
  },
  {
    id: 'pod/privilege-escalation',
    severity: 'error',
    summary: 'A container that may gain no privileges has none.',
    source: 'core validation ValidateSecurityContext',
    example: podWithContainer(`      securityContext:
        allowPrivilegeEscalation: false
        capabilities: {add: [CAP_SYS_ADMIN]}
`),
    fix: 'Leave out `allowPrivilegeEscalation: false`, or the privileges.',
  },
  {
    id: 'pod/profile-annotation',
    severity: 'error',
    summary: 'Annotations of old for seccomp and AppArmor say the same as the fields.',
    source: 'core validation ValidatePodCreate',
    example: podWithAnnotation('seccomp.security.alpha.kubernetes.io/pod: unconfined', `  securityContext:
    seccompProfile: {type: RuntimeDefault}
`),
    fix: 'Take the annotation out: the fields are what counts.',
  },
  {
    id: 'pod/seccomp-profile',
    severity: 'error',
    summary: "A seccomp profile has a type, and a file if and only if it is the node's own.",
    source: 'core validation validateSeccompProfileField',
    example: podWithContainer(`      securityContext:
        seccompProfile: {type: runtime/default}
`),
    fix: 'The types are `RuntimeDefault`, `Unconfined` and `Localhost`; the last one needs `localhostProfile`, a relative path.',
  },
  {
    id: 'pod/security-context',
    severity: 'error',
    summary: 'The words in a security context are known ones, and go together.',
    source: 'core validation validatePodSpecSecurityContext, ValidateSecurityContext',
    example: podWithSpec(`  securityContext: {fsGroupChangePolicy: Never}
`),
    fix: 'The message lists the words that can stand there.',
  },
  {
    id: 'pod/sysctl',
    severity: 'error',
    summary: 'A sysctl has a name of its own, and does not belong to a namespace of the host.',
    source: 'core validation validateSysctls',
    example: podWithSpec(`  hostNetwork: true
  securityContext:
    sysctls:
      - {name: net.core.somaxconn, value: "1024"}
`),
    fix: 'Set it on the node: in its network, a pod cannot.',
  },
  {
    id: 'pod/user-id',
    severity: 'error',
    summary: 'The numbers of users and groups are between 0 and 2147483647.',
    source: 'core validation ValidateSecurityContext, validatePodSpecSecurityContext',
    example: podWithContainer(`      securityContext: {runAsUser: -1}
`),
    fix: 'Write the number of a user of the image.',
  },
  {
    id: 'pod/windows-options',
    severity: 'error',
    summary: 'Windows options have names and users in the forms of Windows.',
    source: 'core validation validateWindowsSecurityContextOptions',
    example: podWithContainer(`      securityContext:
        windowsOptions: {runAsUserName: "a/b"}
`),
    fix: 'Write `user` or `DOMAIN\\\\user`.',
  },
]

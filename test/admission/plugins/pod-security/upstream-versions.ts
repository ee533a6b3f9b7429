/** A check of upstream: the minor versions in which it began or changed, and the check of baseline that it replaces. */
interface UpstreamCheck {
  readonly level: 'baseline' | 'restricted'
  readonly since: readonly number[]
  readonly overrides?: string
}

/** The checks of k8s.io/pod-security-admission v0.37.2 (policy `MinimumVersion`, `OverrideCheckIDs`), copied by hand to compare kadm with them. */
export const upstreamChecks: Readonly<Record<string, UpstreamCheck>> = {
  allowPrivilegeEscalation: {level: 'restricted', since: [8, 25]},
  appArmorProfile: {level: 'baseline', since: [0]},
  capabilities_baseline: {level: 'baseline', since: [0]},
  capabilities_restricted: {level: 'restricted', since: [22, 25], overrides: 'capabilities_baseline'},
  hostNamespaces: {level: 'baseline', since: [0]},
  hostPathVolumes: {level: 'baseline', since: [0]},
  hostPorts: {level: 'baseline', since: [0]},
  hostProbesAndHostLifecycle: {level: 'baseline', since: [34]},
  privileged: {level: 'baseline', since: [0]},
  procMount: {level: 'baseline', since: [0, 35]},
  procMount_restricted: {level: 'restricted', since: [35], overrides: 'procMount'},
  restrictedVolumes: {level: 'restricted', since: [0], overrides: 'hostPathVolumes'},
  runAsNonRoot: {level: 'restricted', since: [0, 35]},
  runAsUser: {level: 'restricted', since: [23, 35]},
  seLinuxOptions: {level: 'baseline', since: [0, 31]},
  seccompProfile_baseline: {level: 'baseline', since: [0, 19]},
  seccompProfile_restricted: {level: 'restricted', since: [19, 25], overrides: 'seccompProfile_baseline'},
  sysctls: {level: 'baseline', since: [0, 27, 29, 32, 37]},
  windowsHostProcess: {level: 'baseline', since: [0]},
}

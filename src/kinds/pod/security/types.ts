// The security settings of pods and containers (core/v1 PodSecurityContext, SecurityContext and the types in them).

/** A profile of seccomp or AppArmor. */
export interface SecurityProfile {
  readonly type?: string
  readonly localhostProfile?: string
}

export interface WindowsOptions {
  readonly gmsaCredentialSpecName?: string
  readonly gmsaCredentialSpec?: string
  readonly runAsUserName?: string
  readonly hostProcess?: boolean
}

/** Settings of both a pod and its containers. */
interface CommonSecurityContext {
  readonly seLinuxOptions?: object
  readonly windowsOptions?: WindowsOptions
  readonly runAsUser?: number | bigint
  readonly runAsGroup?: number | bigint
  readonly runAsNonRoot?: boolean
  readonly seccompProfile?: SecurityProfile
  readonly appArmorProfile?: SecurityProfile
}

export interface PodSecurityContext extends CommonSecurityContext {
  readonly fsGroup?: number | bigint
  readonly fsGroupChangePolicy?: string
  readonly supplementalGroups?: readonly (number | bigint)[]
  readonly supplementalGroupsPolicy?: string
  readonly sysctls?: readonly {readonly name?: string, readonly value?: string}[]
  readonly seLinuxChangePolicy?: string
}

export interface SecurityContext extends CommonSecurityContext {
  readonly capabilities?: {readonly add?: readonly string[], readonly drop?: readonly string[]}
  readonly privileged?: boolean
  readonly readOnlyRootFilesystem?: boolean
  readonly allowPrivilegeEscalation?: boolean
  readonly procMount?: string
}

import type {PodSecurityContext, PodSpec, SecurityContext} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, NamedText, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {validateWord} from '../../../machinery/field/text-rules.js'
import {hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {internalForm} from '../../shared/internal-form.js'
import {eachContainer} from '../containers/each-container.js'
import {validateAppArmorProfile, validateSeccompProfile} from './profiles.js'
import {isOfHost, isSysctlName} from './sysctl.js'
import {validateWindowsOptions} from './validate-windows.js'

/** The policies of newer servers, and of templates that had one before (`useOnlyRecursiveSELinuxChangePolicy`). */
const seLinuxChangePolicies = ['MountOption', 'Recursive']

/** The inputs of the rules besides the spec. */
interface ContextOptions {
  /** Version of the server. */
  readonly version: KubernetesVersion
  /** The spec of a template before an update. */
  readonly old?: PodSpec | undefined
}

/** The rules for the security context of a pod (core validation `validatePodSpecSecurityContext`; spec pod 4.6). */
export function validatePodSecurityContext(spec: PodSpec, context: PodSecurityContext, path: FieldPath, {version, old}: ContextOptions): FieldError[] {
  const {fsGroup, runAsUser, runAsGroup, supplementalGroups = [], sysctls = [], seccompProfile, windowsOptions, appArmorProfile} = context
  return allErrors(
    validateId(fsGroup, path.child('fsGroup')),
    validateId(runAsUser, path.child('runAsUser')),
    validateId(runAsGroup, path.child('runAsGroup')),
    supplementalGroups.flatMap((group, i) => validateId(group, path.child('supplementalGroups').index(i))),
    hasFeature(version, 'hostNamespacesInPodSpec') ? [] : validateSharedProcesses(spec, path),
    sysctls.length === 0 ? [] : validateSysctls(spec, sysctls, path.child('sysctls')),
    validateWord(context.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], path.child('fsGroupChangePolicy'), origin),
    seccompProfile === undefined ? [] : validateSeccompProfile(seccompProfile, path.child('seccompProfile')),
    windowsOptions === undefined ? [] : validateWindowsOptions(windowsOptions, path.child('windowsOptions')),
    appArmorProfile === undefined ? [] : validateAppArmorProfile(appArmorProfile, path.child('appArmorProfile')),
    validateWord(context.supplementalGroupsPolicy, ['Merge', 'Strict'], path.child('supplementalGroupsPolicy'), origin),
    validateWord(context.seLinuxChangePolicy, hasFeature(version, 'seLinuxMount') || old?.securityContext?.seLinuxChangePolicy !== undefined ? seLinuxChangePolicies : ['Recursive'], path.child('seLinuxChangePolicy'), origin),
  )
}

const origin = 'pod/security-context'

/** The rule that `shareProcessNamespace` and `hostPID` are not both set; the path is that of the spec, or of its security context. */
export const validateSharedProcesses = ({shareProcessNamespace, hostPID}: PodSpec, path: FieldPath): FieldError[] =>
  shareProcessNamespace === true && hostPID === true ? [invalid(path.child('shareProcessNamespace'), true, 'ShareProcessNamespace and HostPID cannot both be enabled', origin)] : []

const largestId = 2147483647

/** The rule for the number of a user or group. */
const validateId = (id: number | bigint | undefined, path: FieldPath): FieldError[] =>
  id === undefined || (id >= 0 && id <= largestId) ? [] : [invalid(path, id, 'must be between 0 and 2147483647, inclusive', 'pod/user-id')]

const sysctlRule = 'must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$'

function validateSysctls(spec: PodSpec, sysctls: NonNullable<PodSecurityContext['sysctls']>, path: FieldPath): FieldError[] {
  const names = new Set<string>()
  return sysctls.flatMap(({name = ''}, i) => {
    const place = path.index(i).child('name')
    const errors = allErrors(validateSysctlName(name, names, place), validateNamespacedSysctl(name, spec, place))
    names.add(name)
    return errors
  })
}

function validateSysctlName(name: string, names: ReadonlySet<string>, path: FieldPath): FieldError[] {
  if (name === '') return [required(path, '', 'pod/sysctl')]
  if (!isSysctlName(name)) return [invalid(path, name, sysctlRule, 'pod/sysctl')]
  return names.has(name) ? [duplicate(path, name, 'pod/sysctl')] : []
}

/** The rule that a pod in a namespace of the host does not set sysctls of that namespace (`ValidateHostSysctl`). */
function validateNamespacedSysctl(name: string, {hostNetwork, hostIPC}: PodSpec, path: FieldPath): FieldError[] {
  if (hostNetwork === true && isOfHost(name, 'net')) return [invalid(path, name, "may not be specified when 'hostNetwork' is true", 'pod/sysctl')]
  return hostIPC === true && isOfHost(name, 'ipc') ? [invalid(path, name, "may not be specified when 'hostIPC' is true", 'pod/sysctl')] : []
}

/** The fields of a pod that the rules for the security contexts of its containers read. */
export interface SecurityOptions {
  /** True if the pod uses the host's user namespace. */
  readonly hostUsers: boolean
  /** True if containers without privilege escalation may have CAP_SYS_ADMIN, because one of the stored template has it. */
  readonly isSysAdminKept: boolean
}

/** The rules for the security context of a container (core validation `ValidateSecurityContext`; spec pod 4.6). */
export function validateSecurityContext(context: SecurityContext, {hostUsers, isSysAdminKept}: SecurityOptions, path: FieldPath): FieldError[] {
  const {privileged, runAsUser, runAsGroup, procMount, seccompProfile, windowsOptions, appArmorProfile} = context
  return allErrors(
    privileged === true ? [forbidden(path.child('privileged'), 'disallowed by cluster policy', 'cluster/privileged')] : [],
    validateId(runAsUser, path.child('runAsUser')),
    validateId(runAsGroup, path.child('runAsGroup')),
    validateWord(procMount, ['Default', 'Unmasked'], path.child('procMount'), origin),
    hostUsers && procMount === 'Unmasked'
      ? [invalid(path.child('procMount'), new NamedText(procMount), '`hostUsers` must be false to use `Unmasked`', origin)] : [],
    seccompProfile === undefined ? [] : validateSeccompProfile(seccompProfile, path.child('seccompProfile')),
    context.allowPrivilegeEscalation === false ? validateNoEscalation(context, isSysAdminKept, path) : [],
    windowsOptions === undefined ? [] : validateWindowsOptions(windowsOptions, path.child('windowsOptions')),
    appArmorProfile === undefined ? [] : validateAppArmorProfile(appArmorProfile, path.child('appArmorProfile')),
  )
}

/** The rules for a container with `allowPrivilegeEscalation: false`, which must not be privileged. The message quotes the whole context. */
function validateNoEscalation(context: SecurityContext, isSysAdminKept: boolean, path: FieldPath): FieldError[] {
  const printed = internalForm('SecurityContext', context)
  const own = 'pod/privilege-escalation'
  return allErrors(
    context.privileged === true ? [invalid(path, printed, 'cannot set `allowPrivilegeEscalation` to false and `privileged` to true', own)] : [],
    (context.capabilities?.add ?? []).filter((capability) => capability === sysAdmin && !isSysAdminKept)
      .map(() => invalid(path, printed, 'cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN', own)),
  )
}

const sysAdmin = 'CAP_SYS_ADMIN'

/** True if a container of a template has `allowPrivilegeEscalation: false` and CAP_SYS_ADMIN (pkg/api/pod `hasSysAdminAndPrivilegeEscalationFalse`). */
export const hasSysAdminWithoutEscalation = ({initContainers = [], containers = [], ephemeralContainers = []}: PodSpec): boolean =>
  [...initContainers, ...containers, ...ephemeralContainers].some(({securityContext: context}) =>
    context?.allowPrivilegeEscalation !== true && context?.capabilities?.add?.includes(sysAdmin) === true)

/** The rules for a pod with a user namespace (core validation `validateHostUsers`); upstream writes some fields in capitals. */
export const validateHostUsers = (spec: PodSpec, path: FieldPath): FieldError[] => {
  const reject = (place: FieldPath): FieldError => forbidden(place, 'when `hostUsers` is false', 'pod/host-users')
  return allErrors(
    spec.hostNetwork === true ? [reject(path.child('hostNetwork'))] : [],
    spec.hostPID === true ? [reject(path.child('HostPID'))] : [],
    spec.hostIPC === true ? [reject(path.child('HostIPC'))] : [],
    eachContainer(spec, path, ({volumeDevices = []}, place) => volumeDevices.length > 0 ? [reject(place.child('volumeDevices'))] : []),
  )
}

import type {Container, PodSpec, WindowsSecurityContextOptions} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, forbidden, invalid, NamedText, notSupported, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {byteLength} from '../../../machinery/go/text.js'
import {hasFeature, type KubernetesVersion} from '../../../machinery/version/kubernetes-version.js'
import {dns1123Subdomain} from '../../../machinery/meta/names.js'
import {eachContainer, someHas} from '../containers/each-container.js'

// The rules that apply to Windows only (spec pod 4.6).

const origin = 'pod/windows-options'

const longestCredentialSpec = 64 * 1024

/** The rules for Windows options of a pod or container (core validation `validateWindowsSecurityContextOptions`). */
export function validateWindowsOptions(options: WindowsSecurityContextOptions, path: FieldPath): FieldError[] {
  const {gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName} = options
  return allErrors(
    gmsaCredentialSpecName === undefined ? []
      : dns1123Subdomain(gmsaCredentialSpecName)
        .map((error) => invalid(path.child('gmsaCredentialSpecName'), new NamedText(gmsaCredentialSpecName), error, origin)),
    gmsaCredentialSpec === undefined ? [] : validateCredentialSpec(gmsaCredentialSpec, path.child('gmsaCredentialSpec')),
    runAsUserName === undefined ? []
      : userNameErrors(runAsUserName)
        .map((error) => invalid(path.child('runAsUserName'), new NamedText(runAsUserName), `runAsUserName${error}`, origin)),
  )
}

function validateCredentialSpec(text: string, path: FieldPath): FieldError[] {
  if (text === '') return [invalid(path, text, 'gmsaCredentialSpec cannot be an empty string', origin)]
  return byteLength(text) > longestCredentialSpec ? [invalid(path, new NamedText(text), 'gmsaCredentialSpec size must be under 64 KiB', origin)] : []
}

/** Returns the errors in a user name, with or without a domain before a backslash. */
function userNameErrors(name: string): string[] {
  if (name === '') return [' cannot be an empty string']
  if (/[\0-\x1f\x7f]/.test(name)) return [' cannot contain control characters']
  const parts = name.split('\\')
  if (parts.length > 2) return [' cannot contain more than one backslash']
  const user = parts.at(-1) ?? ''
  return [...parts.length === 2 ? domainErrors(parts[0] ?? '') : [], ...userErrors(user)]
}

const netBiosDomain = /^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/u

const dnsLabel = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?'

const dnsDomain = new RegExp(`^${dnsLabel}(?:\\.${dnsLabel})*$`)

const domainErrors = (domain: string): string[] => [
  ...byteLength(domain) >= 256 ? ["'s Domain length must be under 256 characters"] : [],
  ...netBiosDomain.test(domain) || dnsDomain.test(domain) ? [] : ["'s Domain doesn't match the NetBios nor the DNS format"],
]

const userErrors = (user: string): string[] => [
  ...user === '' ? ["'s User cannot be empty"] : byteLength(user) > 104 ? ["'s User length must not be longer than 104 characters"] : [],
  .../^[. ]+$/.test(user) ? ["'s User cannot contain only periods or spaces"] : [],
  .../["/\\:;|=,+*?<>@[\]]/.test(user) ? ['\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]'] : [],
]

const hostProcess = 'pod/host-process'

/** The rules for HostProcess containers (core validation `validateWindowsHostProcessPod`). */
export function validateHostProcess(spec: PodSpec, path: FieldPath): FieldError[] {
  const ofPod = spec.securityContext?.windowsOptions?.hostProcess
  if (ofPod === undefined && !someHas(spec, 'securityContext')) return []
  let count = 0
  let hostProcesses = 0
  const errors = eachContainer(spec, path, ({securityContext}, place) => {
    const own = securityContext?.windowsOptions?.hostProcess
    count++
    if (own ?? ofPod ?? false) hostProcesses++
    if (ofPod === undefined || own === undefined || own === ofPod) return []
    const detail = `pod hostProcess value must be identical if both are specified, was ${ofPod}`
    return [invalid(place.child('securityContext', 'windowsOptions', 'hostProcess'), own, detail, hostProcess)]
  })
  if (hostProcesses === 0) return errors
  return allErrors(
    errors,
    hostProcesses === count ? []
      : [invalid(path, '', 'If pod contains any hostProcess containers then all containers must be HostProcess containers', hostProcess)],
    spec.hostNetwork === true ? []
      : [invalid(path.child('hostNetwork'), false, 'hostNetwork must be true if pod contains any hostProcess containers', hostProcess)],
    [forbidden(path, 'hostProcess containers are disallowed by cluster policy', 'cluster/privileged')],
  )
}

/** The rules that follow from the operating system (core validation `validateOS`, `validateLinux`, `validateWindows`). */
export function validateOs(spec: PodSpec, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const {name = ''} = spec.os ?? {}
  switch (name) {
    case '': return [required(path.child('os', 'name'), '', os)]
    case 'linux': return validateLinux(spec, path)
    case 'windows': return validateWindows(spec, path, version)
    default: return [notSupported(path.child('os'), name, ['linux', 'windows'], os)]
  }
}

const os = 'pod/os'

function validateLinux(spec: PodSpec, path: FieldPath): FieldError[] {
  const check = ({securityContext}: Pick<PodSpec | Container, 'securityContext'>, place: FieldPath): FieldError[] =>
    securityContext?.windowsOptions === undefined
      ? [] : [forbidden(place.child('securityContext', 'windowsOptions'), 'windows options cannot be set for a linux pod', os)]
  return allErrors(check(spec, path), eachContainer(spec, path, check))
}

/** The fields that cannot be set on Windows, each with the object that has it, in the server's order. */
const fieldsOfLinuxPods: readonly (readonly [field: string, isOfSpec?: boolean])[] = [
  ['appArmorProfile'], ['seLinuxOptions'], ['hostUsers', true], ['hostPID', true], ['hostIPC', true], ['seccompProfile'], ['fsGroup'],
  ['fsGroupChangePolicy'], ['sysctls'], ['shareProcessNamespace', true], ['runAsUser'], ['runAsGroup'], ['supplementalGroups'],
  ['supplementalGroupsPolicy'], ['seLinuxChangePolicy'],
]

const fieldsOfSpecLast = [false, true].flatMap((last) => fieldsOfLinuxPods.filter(([, isOfSpec = false]) => isOfSpec === last))

const fieldsOfLinuxContainers = [
  'appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'capabilities', 'readOnlyRootFilesystem', 'privileged', 'allowPrivilegeEscalation', 'procMount',
  'runAsUser', 'runAsGroup',
]

/** Fields that are plain values in Go: an empty value equals an absent one. */
const plainFields = new Set(['hostPID', 'hostIPC', 'sysctls'])

function validateWindows(spec: PodSpec, path: FieldPath, version: KubernetesVersion): FieldError[] {
  const context = path.child('securityContext')
  const fields = hasFeature(version, 'hostNamespacesInPodSpec') ? fieldsOfSpecLast : fieldsOfLinuxPods
  return allErrors(
    fields.flatMap(([field, isOfSpec = false]) => validateUnset(isOfSpec ? spec : spec.securityContext, field, isOfSpec ? path : context)),
    eachContainer(spec, path, ({securityContext}, place) =>
      fieldsOfLinuxContainers.flatMap((field) => validateUnset(securityContext, field, place.child('securityContext')))),
  )
}

function validateUnset(holder: object | undefined, field: string, path: FieldPath): FieldError[] {
  const value = (holder as Readonly<Record<string, unknown>> | undefined)?.[field]
  const isSet = plainFields.has(field) ? value === true || (Array.isArray(value) && value.length > 0) : value !== undefined
  return isSet ? [forbidden(path.child(field), 'cannot be set for a windows pod', os)] : []
}

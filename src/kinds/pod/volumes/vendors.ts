import type {ISCSIVolumeSource, Volume} from '../../../machinery/api/core-v1.js'
import {allErrors, type FieldError, invalid, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {unsupportedText, validateGiven, validateWord} from '../../../machinery/field/text-rules.js'
import {byteLength, compareText} from '../../../machinery/go/text.js'

// The rules for vendor-specific disks that check more than required fields (spec pod 4.3).

const origin = 'pod/volume-source'

/** The rules for an iSCSI disk (core validation `validateISCSIVolumeSource`); upstream writes `initiatorname`. */
export function validateIscsi(source: ISCSIVolumeSource, path: FieldPath): FieldError[] {
  const {targetPortal, iqn, lun = 0, initiatorName, secretRef} = source
  const hasSecret = secretRef !== undefined || !(source.chapAuthDiscovery || source.chapAuthSession)
  return allErrors(
    validateGiven(targetPortal, path.child('targetPortal'), origin),
    iqn ? validateIscsiName(iqn, path.child('iqn')) : [required(path.child('iqn'), '', origin)],
    lun >= 0 && lun <= 255 ? [] : [invalid(path.child('lun'), lun, 'must be between 0 and 255, inclusive', origin)],
    hasSecret ? [] : [required(path.child('secretRef'), '', origin)],
    initiatorName === undefined ? [] : validateIscsiName(initiatorName, path.child('initiatorname')),
  )
}

/** The forms of names of iSCSI nodes; only two of them are anchored upstream. */
const iscsiNames: ReadonlyMap<string, RegExp> = new Map([
  ['iqn', /iqn\.\d{4}-\d{2}\.([A-Za-z0-9\-.]+)(:[^,;*&$|\t\n\f\r ]+)$/],
  ['eui', /^eui.[A-Za-z0-9]{16}$/],
  ['naa', /^naa.[A-Za-z0-9]{32}$/],
])

/** Longer names are accepted without a search, which could take too long. */
const longestSearched = 4096

function validateIscsiName(name: string, path: FieldPath): FieldError[] {
  const form = iscsiNames.get(name.slice(0, 3))
  if (form === undefined) return [invalid(path, name, 'must be valid format starting with iqn, eui, or naa', origin)]
  return name.length > longestSearched || form.test(name) ? [] : [invalid(path, name, 'must be valid format', origin)]
}

const registryRule = 'must be a host:port pair or multiple pairs separated by commas'

/** The rules for a Quobyte volume (`validateQuobyteVolumeSource`). */
export function validateQuobyte({registry = '', tenant = '', volume}: NonNullable<Volume['quobyte']>, path: FieldPath): FieldError[] {
  return allErrors(validateRegistry(registry, tenant, path), validateGiven(volume, path.child('volume'), origin))
}

function validateRegistry(registry: string, tenant: string, path: FieldPath): FieldError[] {
  if (registry === '') return [required(path.child('registry'), registryRule, origin)]
  if (byteLength(tenant) >= 65) return [required(path.child('tenant'), 'must be a UUID and may not exceed a length of 64 characters', origin)]
  return registry.split(',').filter((pair) => !hostPort.test(pair)).map(() => invalid(path.child('registry'), registry, registryRule, origin))
}

/** A host, in brackets if it contains colons, and any text as port (net `SplitHostPort`). */
const hostPort = /^(?:\[[^[\]]*\]|[^:[\]]*):[^:[\]]*$/

/** The rules for a FlexVolume (`validateFlexVolumeSource`). */
export function validateFlexVolume({driver, options = {}}: NonNullable<Volume['flexVolume']>, path: FieldPath): FieldError[] {
  return allErrors(
    validateGiven(driver, path.child('driver'), origin),
    Object.keys(options).filter(isReserved).sort(compareText)
      .map((key) => invalid(path.child('options').key(key), key, 'kubernetes.io and k8s.io namespaces are reserved', origin)),
  )
}

/** True if the name of an option is reserved for Kubernetes. */
function isReserved(option: string): boolean {
  const [namespace = ''] = option.split('/', 1)
  return /\.(?:kubernetes|k8s)\.io$/.test(`.${namespace.toLowerCase()}`)
}

const managedUri = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'

const blobUri = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'

/** The rules for a disk of Azure (`validateAzureDisk`). */
export function validateAzureDisk(source: NonNullable<Volume['azureDisk']>, path: FieldPath): FieldError[] {
  const {diskName, diskURI = '', cachingMode, kind} = source
  const [start, form] = kind === 'Managed' ? ['/subscriptions/', managedUri] : ['https://', blobUri]
  return allErrors(
    validateGiven(diskName, path.child('diskName'), origin),
    validateGiven(diskURI, path.child('diskURI'), origin),
    validateWord(cachingMode, ['None', 'ReadOnly', 'ReadWrite'], path.child('cachingMode'), origin),
    validateWord(kind, ['Dedicated', 'Managed', 'Shared'], path.child('kind'), origin),
    diskURI.startsWith(start) ? [] : [unsupportedText(path.child('diskURI'), diskURI, [form], origin)],
  )
}

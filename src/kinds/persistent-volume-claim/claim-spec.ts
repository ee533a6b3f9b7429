import type {PersistentVolumeClaimSpec, TypedObjectReference} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors, type FieldError, forbidden, invalid, notSupported, required} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {validateText} from '../../machinery/field/text-rules.js'
import {validateLabelSelector} from '../../machinery/meta/label-selector.js'
import {dns1123Label, dns1123Subdomain} from '../../machinery/meta/names.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {ceilResources, fractionalBytesWarning} from '../shared/resources.js'

/** The spec with its defaults (core/v1 `SetDefaults_PersistentVolumeClaimSpec`); quantities are rounded up to milli units. */
export const setClaimSpecDefaults = (spec: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec => assign<PersistentVolumeClaimSpec>(spec, {
  volumeMode: spec.volumeMode ?? 'Filesystem',
  ...spec.resources && {resources: ceilResources(spec.resources)},
})

/** The warnings about a spec at a path (pkg/api/persistentvolumeclaim `GetWarningsForPersistentVolumeClaimSpec`). */
export const claimSpecWarnings = ({resources}: PersistentVolumeClaimSpec, path: FieldPath): string[] => [
  ...fractionalBytesWarning('storage', resources?.requests, path.child('resources', 'requests')),
  ...fractionalBytesWarning('storage', resources?.limits, path.child('resources', 'limits')),
]

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

const volumeModes = ['Block', 'Filesystem']

/** True if the spec names a source for the content of the volume. */
export const hasDataSource = ({dataSource, dataSourceRef}: PersistentVolumeClaimSpec): boolean => dataSource !== undefined || dataSourceRef !== undefined

/** True if the data source has an API group. */
const namesGroup = ({dataSource, dataSourceRef}: PersistentVolumeClaimSpec): boolean =>
  dataSource?.apiGroup !== undefined || dataSourceRef?.apiGroup !== undefined

/**
 * The rules for the spec of a claim (core validation `ValidatePersistentVolumeClaimSpec`; spec kinds 3).
 *
 * @param old the stored spec, for an update: an API group that it already names is not checked again
 */
export function validateClaimSpec(spec: PersistentVolumeClaimSpec, path: FieldPath, old: PersistentVolumeClaimSpec = {}): FieldError[] {
  const {accessModes: modes = [], storageClassName = '', volumeMode = 'Filesystem', volumeAttributesClassName = ''} = spec
  return allErrors(
    modes.length === 0 ? [required(path.child('accessModes'), 'at least 1 access mode is required', 'persistent-volume-claim/access-modes')] : [],
    spec.selector === undefined ? [] : validateLabelSelector(spec.selector, path.child('selector')),
    validateAccessModes(modes, path.child('accessModes')),
    validateStorage(spec.resources?.requests?.['storage'], path.child('resources').key('storage')),
    validateClassName(storageClassName, path.child('storageClassName')),
    volumeModes.includes(volumeMode) ? [] : [notSupported(path.child('volumeMode'), volumeMode, volumeModes, 'persistent-volume-claim/volume-mode')],
    validateDataSource(spec.dataSource, path.child('dataSource'), namesGroup(old)),
    validateDataSource(spec.dataSourceRef, path.child('dataSourceRef'), namesGroup(old)),
    spec.dataSourceRef?.namespace ? validateText(spec.dataSourceRef.namespace, dns1123Label, path.child('dataSourceRef', 'namespace'), origin) : [],
    validateSameSource(spec, path),
    validateClassName(volumeAttributesClassName, path.child('volumeAttributesClassName')),
  )
}

function validateAccessModes(modes: readonly string[], path: FieldPath): FieldError[] {
  const unknown = modes.filter((mode) => !accessModes.includes(mode))
  const known = new Set(modes.filter((mode) => accessModes.includes(mode)))
  return allErrors(
    unknown.map((mode) => notSupported(path, mode, accessModes, 'persistent-volume-claim/access-modes')),
    known.has('ReadWriteOncePod') && known.size > 1
      ? [forbidden(path, 'may not use ReadWriteOncePod with other access modes', 'persistent-volume-claim/access-modes')] : [],
  )
}

function validateStorage(storage: Quantity | undefined, path: FieldPath): FieldError[] {
  if (storage === undefined) return [required(path, '', 'persistent-volume-claim/storage')]
  return storage.sign() > 0 ? [] : [invalid(path, String(storage), 'must be greater than zero', 'persistent-volume-claim/storage')]
}

const validateClassName = (name: string, path: FieldPath): FieldError[] =>
  (name === '' ? [] : dns1123Subdomain(name)).map((error) => invalid(path, name, error, 'persistent-volume-claim/class-name'))

const origin = 'persistent-volume-claim/data-source'

function validateDataSource(source: TypedObjectReference | undefined, place: FieldPath, isAnyGroupFine: boolean): FieldError[] {
  if (source === undefined) return []
  const {apiGroup = '', kind = '', name = ''} = source
  return allErrors(
    name === '' ? [required(place.child('name'), '', origin)] : [],
    kind === '' ? [required(place.child('kind'), '', origin)] : [],
    apiGroup === '' && kind !== 'PersistentVolumeClaim'
      ? [invalid(place, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup", origin)] : [],
    (apiGroup === '' || isAnyGroupFine ? [] : dns1123Subdomain(apiGroup)).map((error) => invalid(place.child('apiGroup'), apiGroup, error, origin)),
  )
}

/** The rule that the two fields for a data source are equal. For a source in another namespace, only `dataSourceRef` may be set. */
function validateSameSource({dataSource, dataSourceRef}: PersistentVolumeClaimSpec, path: FieldPath): FieldError[] {
  if (dataSource === undefined || dataSourceRef === undefined) return []
  if (dataSourceRef.namespace) return [invalid(path, {}, 'may not be specified when dataSourceRef.namespace is specified', origin)]
  const isSame = (field: 'kind' | 'name'): boolean => (dataSource[field] ?? '') === (dataSourceRef[field] ?? '')
  return dataSource.apiGroup === dataSourceRef.apiGroup && isSame('kind') && isSame('name') ? [] : [invalid(path, {}, 'must match dataSourceRef', origin)]
}

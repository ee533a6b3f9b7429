import {type FieldError, forbidden, invalid, notSupported, required} from '../machinery/field-error.js'
import {FieldPath} from '../machinery/field-path.js'
import {goJsonIndented} from '../machinery/go-text.js'
import {assign} from '../machinery/immutable.js'
import {type LabelSelector, validateLabelSelector} from '../machinery/label-selector.js'
import {dns1123Subdomain} from '../machinery/names.js'
import {Quantity} from '../machinery/quantity.js'
import type {ResourceList} from '../machinery/resource-list.js'
import {semanticEqual} from '../machinery/semantic-equal.js'
import {unifiedDiff} from '../machinery/unified-diff.js'
import type {KindDefinition, KubeObject} from './kind.js'
import {ceilResources, fractionalBytesWarning, type ResourceRequirements} from './resources.js'

export interface TypedObjectReference {
  readonly apiGroup?: string
  readonly kind?: string
  readonly name?: string
  readonly namespace?: string
}

export interface PersistentVolumeClaimSpec {
  readonly accessModes?: readonly string[]
  readonly selector?: LabelSelector
  readonly resources?: ResourceRequirements
  readonly volumeName?: string
  readonly storageClassName?: string
  readonly volumeMode?: string
  readonly dataSource?: TypedObjectReference
  readonly dataSourceRef?: TypedObjectReference
  readonly volumeAttributesClassName?: string
}

export interface PersistentVolumeClaim extends KubeObject {
  readonly spec?: PersistentVolumeClaimSpec
  readonly status?: {
    readonly phase?: string
    readonly capacity?: ResourceList
    readonly currentVolumeAttributesClassName?: string
  }
}

const path = FieldPath.of('spec')

const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class'

/** The storage class of a claim: the annotation of old, else the field (component-helpers `GetPersistentVolumeClaimClass`). */
export const storageClassOf = ({metadata, spec}: PersistentVolumeClaim): string =>
  metadata.annotations?.[betaClassAnnotation] ?? spec?.storageClassName ?? ''

/** What a claim asks for, zero when it does not say. */
export const storageRequest = ({spec}: PersistentVolumeClaim): Quantity => spec?.resources?.requests?.['storage'] ?? Quantity.zero

/** PersistentVolumeClaim (kinds spec 3). */
export const persistentVolumeClaim: KindDefinition<PersistentVolumeClaim> = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',

  setDefaults(claim) {
    const spec = claim.spec ?? {}
    return assign<PersistentVolumeClaim>(claim, {
      spec: assign<PersistentVolumeClaimSpec>(spec, {
        volumeMode: spec.volumeMode ?? 'Filesystem',
        ...spec.resources && {resources: ceilResources(spec.resources)},
      }),
      status: claim.status ?? pending,
    })
  },

  prepareForCreate: (claim) => assign<PersistentVolumeClaim>(claim, {spec: normalizeDataSources(claim.spec ?? {}), status: pending}),

  validate: ({spec = {}}) => validateSpec(spec),

  prepareForUpdate: (claim, old) =>
    assign<PersistentVolumeClaim>(claim, {spec: normalizeDataSources(claim.spec ?? {}), status: old.status ?? pending}),

  validateUpdate,

  warnings: ({metadata, spec}) => [
    ...metadata.annotations?.[betaClassAnnotation] === undefined ? []
      : [`metadata.annotations[${betaClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`],
    ...fractionalBytesWarning('storage', spec?.resources?.requests, path.child('resources', 'requests')),
    ...fractionalBytesWarning('storage', spec?.resources?.limits, path.child('resources', 'limits')),
  ],

  subresources: {
    status: {prepareForUpdate: (claim, old) => assign<PersistentVolumeClaim>(claim, {spec: old.spec ?? {}}), changeOnly: true},
  },
}

const pending = {phase: 'Pending'}

/** Drops what a data source may not be, and copies the one of the two fields that is given to the other. */
function normalizeDataSources(spec: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec {
  const ref = spec.dataSourceRef?.namespace ? undefined : spec.dataSourceRef
  const source = ref === undefined && !isVolumeSource(spec.dataSource) ? undefined : spec.dataSource
  if (source === undefined && ref === undefined) {
    const {dataSource, dataSourceRef, ...rest} = spec
    return dataSource === undefined && dataSourceRef === undefined ? spec : rest
  }
  return assign<PersistentVolumeClaimSpec>(spec, {dataSource: source ?? ref ?? {}, dataSourceRef: ref ?? source ?? {}})
}

function isVolumeSource({apiGroup = '', kind}: TypedObjectReference = {}): boolean {
  return (apiGroup === '' && kind === 'PersistentVolumeClaim') || (apiGroup === 'snapshot.storage.k8s.io' && kind === 'VolumeSnapshot')
}

const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']

const volumeModes = ['Block', 'Filesystem']

function validateSpec(spec: PersistentVolumeClaimSpec): FieldError[] {
  const {accessModes: modes = [], storageClassName = '', volumeMode = 'Filesystem', volumeAttributesClassName = ''} = spec
  return [
    ...modes.length === 0 ? [required(path.child('accessModes'), 'at least 1 access mode is required', 'persistent-volume-claim/access-modes')] : [],
    ...spec.selector === undefined ? [] : validateLabelSelector(spec.selector, path.child('selector')),
    ...validateAccessModes(modes),
    ...validateStorage(spec.resources?.requests?.['storage']),
    ...validateClassName(storageClassName, 'storageClassName'),
    ...volumeModes.includes(volumeMode) ? [] : [notSupported(path.child('volumeMode'), volumeMode, volumeModes, 'persistent-volume-claim/volume-mode')],
    ...validateDataSource(spec.dataSource, path.child('dataSource')),
    ...validateDataSource(spec.dataSourceRef, path.child('dataSourceRef')),
    ...isSameSource(spec) ? [] : [invalid(path, {}, 'must match dataSourceRef', 'persistent-volume-claim/data-source')],
    ...validateClassName(volumeAttributesClassName, 'volumeAttributesClassName'),
  ]
}

function validateAccessModes(modes: readonly string[]): FieldError[] {
  const place = path.child('accessModes')
  const unknown = modes.filter((mode) => !accessModes.includes(mode))
  const known = new Set(modes.filter((mode) => accessModes.includes(mode)))
  return [
    ...unknown.map((mode) => notSupported(place, mode, accessModes, 'persistent-volume-claim/access-modes')),
    ...known.has('ReadWriteOncePod') && known.size > 1
      ? [forbidden(place, 'may not use ReadWriteOncePod with other access modes', 'persistent-volume-claim/access-modes')] : [],
  ]
}

function validateStorage(storage: Quantity | undefined): FieldError[] {
  const place = path.child('resources').key('storage')
  if (storage === undefined) return [required(place, '', 'persistent-volume-claim/storage')]
  return storage.sign() > 0 ? [] : [invalid(place, String(storage), 'must be greater than zero', 'persistent-volume-claim/storage')]
}

const validateClassName = (name: string, field: 'storageClassName' | 'volumeAttributesClassName'): FieldError[] =>
  (name === '' ? [] : dns1123Subdomain(name)).map((fault) => invalid(path.child(field), name, fault, 'persistent-volume-claim/class-name'))

function validateDataSource(source: TypedObjectReference | undefined, place: FieldPath): FieldError[] {
  if (source === undefined) return []
  const {apiGroup = '', kind = '', name = ''} = source
  const origin = 'persistent-volume-claim/data-source'
  return [
    ...name === '' ? [required(place.child('name'), '', origin)] : [],
    ...kind === '' ? [required(place.child('kind'), '', origin)] : [],
    ...apiGroup === '' && kind !== 'PersistentVolumeClaim'
      ? [invalid(place, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup", origin)] : [],
    ...(apiGroup === '' ? [] : dns1123Subdomain(apiGroup)).map((fault) => invalid(place.child('apiGroup'), apiGroup, fault, origin)),
  ]
}

function isSameSource({dataSource, dataSourceRef}: PersistentVolumeClaimSpec): boolean {
  if (dataSource === undefined || dataSourceRef === undefined) return true
  const isSame = (field: 'apiGroup' | 'kind' | 'name'): boolean => (dataSource[field] ?? '') === (dataSourceRef[field] ?? '')
  return isSame('apiGroup') && isSame('kind') && isSame('name')
}

function validateUpdate(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const newSpec = claim.spec ?? {}
  const oldSpec = {...old.spec, ...!old.spec?.volumeName && newSpec.volumeName !== undefined && {volumeName: newSpec.volumeName}}
  const origin = 'persistent-volume-claim/immutable'
  const isUpgrade = isClassUpgrade(claim, old)
  const errors: FieldError[] = []
  if (!isUpgrade) errors.push(...validateClassAnnotation(claim, old))
  const compared = withMutable(newSpec, oldSpec, isUpgrade || isClassFirstSet(claim, old), claim.status?.phase === 'Bound')
  if (!semanticEqual(compared, oldSpec)) {
    const rule = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
    errors.push(forbidden(path, `${rule}\n${unifiedDiff(internalForm(oldSpec), internalForm(compared))}`, origin))
  }
  if (storageRequest(claim).compare(storageRequest(old)) < 0 && storageRequest(claim).compare(old.status?.capacity?.['storage'] ?? Quantity.zero) <= 0) {
    errors.push(forbidden(path.child('resources', 'requests', 'storage'), 'field can not be less than status.capacity', origin))
  }
  if (newSpec.volumeMode !== oldSpec.volumeMode) errors.push(invalid(FieldPath.of('volumeMode'), newSpec.volumeMode, 'field is immutable', origin))
  return [...errors, ...validateAttributesClassKept(newSpec, old)]
}

/** True when the class moves from the annotation to the field. */
function isClassUpgrade(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const was = old.metadata.annotations?.[betaClassAnnotation]
  const now = claim.metadata.annotations?.[betaClassAnnotation]
  return was !== undefined && old.spec?.storageClassName === undefined && claim.spec?.storageClassName === was && (now === undefined || now === was)
}

/** True when a claim without a class gets one. */
function isClassFirstSet(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const was = old.metadata.annotations?.[betaClassAnnotation]
  const {storageClassName} = claim.spec ?? {}
  return storageClassName !== undefined && old.spec?.storageClassName === undefined && (was === undefined || was === storageClassName)
}

function validateClassAnnotation(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const now = claim.metadata.annotations?.[betaClassAnnotation] ?? ''
  if (now === (old.metadata.annotations?.[betaClassAnnotation] ?? '')) return []
  const place = FieldPath.of('metadata', 'annotations', betaClassAnnotation)
  return [invalid(place, now, 'field is immutable', 'persistent-volume-claim/immutable')]
}

/** The new spec with everything that may change put back to what is stored. */
function withMutable(
  newSpec: PersistentVolumeClaimSpec, oldSpec: PersistentVolumeClaimSpec, isClassFree: boolean, isBound: boolean,
): PersistentVolumeClaimSpec {
  const {storageClassName, volumeAttributesClassName, ...rest} = newSpec
  const className = isClassFree ? oldSpec.storageClassName : storageClassName
  const attributesClass = isBound ? oldSpec.volumeAttributesClassName : volumeAttributesClassName
  const requests = newSpec.resources?.requests
  const oldStorage = oldSpec.resources?.requests?.['storage']
  return {
    ...rest,
    ...className !== undefined && {storageClassName: className},
    ...attributesClass !== undefined && {volumeAttributesClassName: attributesClass},
    ...isBound && requests && oldStorage && {resources: {...newSpec.resources, requests: {...requests, storage: oldStorage}}},
  }
}

function validateAttributesClassKept({volumeAttributesClassName: name}: PersistentVolumeClaimSpec, old: PersistentVolumeClaim): FieldError[] {
  if (old.status?.currentVolumeAttributesClassName === undefined || name === old.spec?.volumeAttributesClassName || name) return []
  const detail = `update to ${name === undefined ? 'nil' : 'empty string'} is forbidden when status.currentVolumeAttributesClassName is not nil`
  return [forbidden(path.child('volumeAttributesClassName'), detail, 'persistent-volume-claim/immutable')]
}

/** The spec as the server prints it in a diff: its internal Go form as indented JSON. */
function internalForm(spec: PersistentVolumeClaimSpec): string {
  const {accessModes: modes, selector, resources = {}, volumeName = '', dataSource, dataSourceRef} = spec
  const source = (reference: TypedObjectReference): object =>
    ({APIGroup: reference.apiGroup ?? null, Kind: reference.kind ?? '', Name: reference.name ?? ''})
  return goJsonIndented({
    AccessModes: modes === undefined || modes.length === 0 ? null : modes,
    Selector: selector ?? null,
    Resources: {Limits: resources.limits ?? null, Requests: resources.requests ?? null},
    VolumeName: volumeName,
    StorageClassName: spec.storageClassName ?? null,
    VolumeMode: spec.volumeMode ?? null,
    DataSource: dataSource === undefined ? null : source(dataSource),
    DataSourceRef: dataSourceRef === undefined ? null : {...source(dataSourceRef), Namespace: dataSourceRef.namespace ?? null},
    VolumeAttributesClassName: spec.volumeAttributesClassName ?? null,
  })
}

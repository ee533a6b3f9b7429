import type {PersistentVolumeClaim, PersistentVolumeClaimSpec, TypedObjectReference} from '../../machinery/api/core-v1.js'
import {append} from '../../machinery/collections/append.js'
import {assign} from '../../machinery/collections/immutable.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {KindDefinition} from '../kind.js'
import {internalDiff} from '../shared/internal-form.js'
import {claimSpecWarnings, hasDataSource, setClaimSpecDefaults, validateClaimSpec} from './claim-spec.js'

const path = FieldPath.of('spec')

const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class'

/** Returns the storage class of a claim: the legacy annotation, otherwise the field (component-helpers `GetPersistentVolumeClaimClass`). */
export const storageClassOf = ({metadata, spec}: PersistentVolumeClaim): string =>
  metadata.annotations?.[betaClassAnnotation] ?? spec?.storageClassName ?? ''

/** Returns the storage request of a claim, by default zero. */
export const storageRequest = ({spec}: PersistentVolumeClaim): Quantity => spec?.resources?.requests?.['storage'] ?? Quantity.zero

/** PersistentVolumeClaim (spec kinds 3). */
export const persistentVolumeClaim: KindDefinition<PersistentVolumeClaim> = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: {namesOnUpdate: true},
  ignoresName: true,

  setDefaults: (claim) =>
    assign<PersistentVolumeClaim>(claim, {spec: setClaimSpecDefaults(claim.spec ?? {}), status: claim.status ?? pending}),

  defaultedFrom: ([spec = '', field = '', ...rest]) => (copies[field] ?? []).map((original) => [spec, original, ...rest]),

  prepareForCreate: (claim) => assign<PersistentVolumeClaim>(claim, {spec: normalizeDataSources(claim.spec ?? {}, {}), status: pending}),

  validate: ({spec = {}}, old) => validateClaimSpec(spec, path, old?.spec),

  prepareForUpdate: (claim, old) =>
    assign<PersistentVolumeClaim>(claim, {spec: normalizeDataSources(claim.spec ?? {}, old.spec ?? {}), status: old.status ?? pending}),

  validateUpdate,

  warnings: ({metadata, spec}) => [
    ...metadata.annotations?.[betaClassAnnotation] === undefined ? []
      : [`metadata.annotations[${betaClassAnnotation}]: deprecated since v1.8; use "storageClassName" attribute instead`],
    ...claimSpecWarnings(spec ?? {}, path),
  ],

  subresources: {
    status: {prepareForUpdate: (claim, old) => assign<PersistentVolumeClaim>(claim, {spec: old.spec ?? {}}), changeOnly: true},
  },
}

const pending = {phase: 'Pending'}

/** Pairs of fields that are copied to each other. */
const copies: Readonly<Record<string | number, readonly string[]>> = {dataSource: ['dataSourceRef'], dataSourceRef: ['dataSource']}

/** Drops an invalid data source unless the old claim has one, and copies the one of the two fields that is set to the other. */
function normalizeDataSources(spec: PersistentVolumeClaimSpec, old: PersistentVolumeClaimSpec): PersistentVolumeClaimSpec {
  const ref = spec.dataSourceRef?.namespace && old.dataSourceRef === undefined ? undefined : spec.dataSourceRef
  const source = !hasDataSource(old) && ref === undefined && !isVolumeSource(spec.dataSource) ? undefined : spec.dataSource
  if (source === undefined && ref === undefined) {
    const {dataSource, dataSourceRef, ...rest} = spec
    return dataSource === undefined && dataSourceRef === undefined ? spec : rest
  }
  if (ref?.namespace) return spec
  return assign<PersistentVolumeClaimSpec>(spec, {dataSource: source ?? withoutNamespace(ref), dataSourceRef: ref ?? source ?? {}})
}

function withoutNamespace({namespace: _none, ...reference}: TypedObjectReference = {}): TypedObjectReference {
  return reference
}

function isVolumeSource({apiGroup = '', kind}: TypedObjectReference = {}): boolean {
  return (apiGroup === '' && kind === 'PersistentVolumeClaim') || (apiGroup === 'snapshot.storage.k8s.io' && kind === 'VolumeSnapshot')
}

function validateUpdate(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): FieldError[] {
  const newSpec = claim.spec ?? {}
  const oldSpec = {...old.spec, ...!old.spec?.volumeName && newSpec.volumeName !== undefined && {volumeName: newSpec.volumeName}}
  const origin = 'persistent-volume-claim/immutable'
  const isUpgrade = isClassUpgrade(claim, old)
  const errors: FieldError[] = []
  if (!isUpgrade) append(errors, validateClassAnnotation(claim, old))
  const compared = withMutable(newSpec, oldSpec, isUpgrade || isClassFirstSet(claim, old), claim.status?.phase === 'Bound')
  if (!semanticEqual(compared, oldSpec)) {
    const rule = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
    errors.push(forbidden(path, `${rule}\n${internalDiff('PersistentVolumeClaimSpec', oldSpec, compared)}`, origin))
  }
  if (storageRequest(claim).compare(storageRequest(old)) < 0 && storageRequest(claim).compare(old.status?.capacity?.['storage'] ?? Quantity.zero) <= 0) {
    errors.push(forbidden(path.child('resources', 'requests', 'storage'), 'field can not be less than status.capacity', origin))
  }
  if (newSpec.volumeMode !== oldSpec.volumeMode) errors.push(invalid(FieldPath.of('volumeMode'), newSpec.volumeMode, 'field is immutable', origin))
  return allErrors(errors, validateAttributesClassKept(newSpec, old))
}

/** Returns true if the class moves from the annotation to the field. */
function isClassUpgrade(claim: PersistentVolumeClaim, old: PersistentVolumeClaim): boolean {
  const was = old.metadata.annotations?.[betaClassAnnotation]
  const now = claim.metadata.annotations?.[betaClassAnnotation]
  return was !== undefined && old.spec?.storageClassName === undefined && claim.spec?.storageClassName === was && (now === undefined || now === was)
}

/** Returns true if a claim without a class gets one. */
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

/** Returns the new spec with all mutable fields reset to the stored values. */
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

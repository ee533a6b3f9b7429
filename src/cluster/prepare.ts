import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import type {ObjectMeta} from '../machinery/api/meta-v1.js'
import {merge} from '../machinery/collections/immutable.js'
import {retainedManagedFields} from '../machinery/meta/managed-fields.js'

/** The object with some of its metadata replaced. */
export const withMetadata = (object: KubeObject, metadata: Partial<ObjectMeta>): KubeObject =>
  merge(object, {metadata: merge(object.metadata, metadata)})

/** The object that replaces one of the same version after a number of updates: with its next version, if versions are known. */
export function atNextVersion(object: KubeObject, updates = 1): KubeObject {
  const {resourceVersion = ''} = object.metadata
  return /^\d+$/.test(resourceVersion) ? withMetadata(object, {resourceVersion: String(BigInt(resourceVersion) + BigInt(updates))}) : object
}

/** The object in a namespace; cluster-wide kinds have none, even if their manifest names one. */
export function withNamespace(object: KubeObject, namespace: string): KubeObject {
  if ((object.metadata.namespace ?? '') === namespace) return object
  if (namespace !== '') return withMetadata(object, {namespace})
  const {namespace: _cleared, ...metadata} = object.metadata
  return {...object, metadata}
}

/** The object of a create, without metadata that only the server sets (rest.BeforeCreate). */
export function objectToCreate(object: KubeObject): KubeObject {
  if (!hasServerFields(object.metadata)) return object
  const {uid, creationTimestamp, resourceVersion, deletionTimestamp, deletionGracePeriodSeconds, managedFields, ...metadata} = object.metadata
  const kept = retainedManagedFields(object)
  return {...object, metadata: {...metadata, ...kept && {managedFields: kept}}}
}

const hasServerFields = ({uid, creationTimestamp, resourceVersion, deletionTimestamp, deletionGracePeriodSeconds, managedFields}: ObjectMeta): boolean =>
  (uid ?? creationTimestamp ?? resourceVersion ?? deletionTimestamp ?? deletionGracePeriodSeconds ?? managedFields) !== undefined

/**
 * The object of an update, completed with the metadata that the server keeps (rest.BeforeUpdate). Server-generated values are
 * known only for objects that this server created; an unknown uid counts as the right one.
 *
 * @param isWhole false for an update through a subresource, which does not change managed fields
 */
export function objectToUpdate(object: KubeObject, stored: KubeObject, isWhole: boolean): KubeObject {
  const {metadata: old} = stored
  const {generation: _generation, creationTimestamp: _created, managedFields: _managed, uid, ...given} = object.metadata
  const kept = {
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    uid: old.uid && (uid || old.uid),
    resourceVersion: old.resourceVersion ?? given.resourceVersion,
    deletionTimestamp: old.deletionTimestamp ?? given.deletionTimestamp,
    deletionGracePeriodSeconds: given.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds,
    managedFields: isWhole ? retainedManagedFields(object, stored) : old.managedFields,
  }
  const known = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  return {...object, metadata: {...given, ...known}}
}

/** Finalizers that controllers remove as soon as an object is deleted. */
const controllerFinalizers: ReadonlySet<string> =
  new Set(['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection', 'kubernetes.io/vac-protection', 'orphan', 'foregroundDeletion'])

/** True if an object has a finalizer that no controller removes. */
export const hasBlockingFinalizers = ({metadata: {finalizers = []}}: KubeObject): boolean =>
  finalizers.some((finalizer) => !controllerFinalizers.has(finalizer))

/** True if an object is being deleted and has no remaining finalizers. */
export const isFullyDeleted = (object: KubeObject): boolean => object.metadata.deletionTimestamp !== undefined && !hasBlockingFinalizers(object)

type WithSpec = KubeObject & {readonly spec?: unknown}

/** The status endpoint of kinds that have nothing to add: all but the spec is taken from the request. */
export const statusEndpoint: UpdateStrategy<WithSpec> = {
  prepareForUpdate: (object, old) => ({...object, spec: old.spec}),
  changeOnly: true,
}

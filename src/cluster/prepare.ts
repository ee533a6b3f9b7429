import type {KubeObject, UpdateStrategy} from '../kinds/kind.js'
import type {ObjectMeta} from '../machinery/object-meta.js'

/** The object with some of its metadata replaced. */
export const withMetadata = (object: KubeObject, metadata: Partial<ObjectMeta>): KubeObject =>
  ({...object, metadata: {...object.metadata, ...metadata}})

/** The object as it is stored in the place of one of the same version: at the next one, where versions are known. */
export function atNextVersion(object: KubeObject): KubeObject {
  const {resourceVersion = ''} = object.metadata
  return /^\d+$/.test(resourceVersion) ? withMetadata(object, {resourceVersion: String(BigInt(resourceVersion) + 1n)}) : object
}

/** The object in a namespace; cluster-wide kinds are in none, whatever their manifest says. */
export function withNamespace(object: KubeObject, namespace: string): KubeObject {
  if ((object.metadata.namespace ?? '') === namespace) return object
  if (namespace !== '') return withMetadata(object, {namespace})
  const {namespace: _cleared, ...metadata} = object.metadata
  return {...object, metadata}
}

/** The object of a create without the metadata that only the server makes; it would be made anew (rest.BeforeCreate). */
export function objectToCreate(object: KubeObject): KubeObject {
  const {uid, creationTimestamp, resourceVersion, deletionTimestamp, deletionGracePeriodSeconds, ...metadata} = object.metadata
  const isMadeByServer = [uid, creationTimestamp, resourceVersion, deletionTimestamp, deletionGracePeriodSeconds].some((field) => field !== undefined)
  return isMadeByServer ? {...object, metadata} : object
}

/**
 * The object of an update, completed with the metadata that the server keeps (rest.BeforeUpdate). What it alone can make is
 * known of objects that it made; a uid that nobody knows is taken for the right one.
 */
export function objectToUpdate(object: KubeObject, {metadata: old}: KubeObject): KubeObject {
  const {generation: _generation, creationTimestamp: _created, uid, ...given} = object.metadata
  const kept = {
    generation: old.generation,
    creationTimestamp: old.creationTimestamp,
    uid: old.uid && (uid || old.uid),
    resourceVersion: given.resourceVersion || old.resourceVersion,
    deletionTimestamp: old.deletionTimestamp ?? given.deletionTimestamp,
    deletionGracePeriodSeconds: given.deletionGracePeriodSeconds ?? old.deletionGracePeriodSeconds,
  }
  const known = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined))
  return {...object, metadata: {...given, ...known}}
}

/** Finalizers that the controllers of a settled cluster take away as soon as an object is deleted. */
const controllerFinalizers: ReadonlySet<string> =
  new Set(['kubernetes.io/pvc-protection', 'kubernetes.io/pv-protection', 'kubernetes.io/vac-protection', 'orphan', 'foregroundDeletion'])

/** True of an object that stays until somebody takes a finalizer of theirs away. */
export const isHeld = ({metadata: {finalizers = []}}: KubeObject): boolean => finalizers.some((finalizer) => !controllerFinalizers.has(finalizer))

/** True of an object that was being deleted and that nobody holds any more. */
export const isFreed = (object: KubeObject): boolean => object.metadata.deletionTimestamp !== undefined && !isHeld(object)

type WithSpec = KubeObject & {readonly spec?: unknown}

/** The status endpoint of kinds that have nothing to add: all but the spec is taken from the request. */
export const statusEndpoint: UpdateStrategy<WithSpec> = {
  prepareForUpdate: (object, old) => ({...object, spec: old.spec}),
  changeOnly: true,
}

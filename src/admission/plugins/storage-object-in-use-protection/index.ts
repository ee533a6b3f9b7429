import type {KubeObject} from '../../../kinds/kind.js'
import type {ObjectMeta} from '../../../machinery/api/meta-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, changesOf, type Mutation, type PluginDefinition} from '../../plugin.js'

/** Protects claims, volumes and volume attributes classes that are in use from deletion, by a finalizer (spec kinds 3, spec kinds 12). */
class StorageObjectInUseProtection implements AdmissionPlugin {
  readonly name = 'StorageObjectInUseProtection'

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    const finalizer = finalizerFor(attributes)
    const object = attributes.object as KubeObject
    const {finalizers = []} = object.metadata
    if (finalizer === undefined || finalizers.includes(finalizer)) return undefined
    const metadata = assign<ObjectMeta>(object.metadata, {finalizers: [...finalizers, finalizer]})
    return {object: assign<KubeObject>(object, {metadata}), changes: changesOf(object.metadata, metadata, ['finalizers'], 'metadata')}
  }
}

function finalizerFor(attributes: Attributes): string | undefined {
  if (isRequestFor(attributes, 'persistentvolumeclaims')) return 'kubernetes.io/pvc-protection'
  if (isRequestFor(attributes, 'persistentvolumes')) return 'kubernetes.io/pv-protection'
  return isRequestFor(attributes, 'volumeattributesclasses', 'storage.k8s.io') ? 'kubernetes.io/vac-protection' : undefined
}

/** StorageObjectInUseProtection with everything that belongs to it. */
export const storageObjectInUseProtection: PluginDefinition = {
  name: 'StorageObjectInUseProtection',
  summary: 'Protects claims that are in use from deletion, by a finalizer.',
  kinds: [],
  create: () => new StorageObjectInUseProtection(),
}

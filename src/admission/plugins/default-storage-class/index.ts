import {storageClass as kind} from '../../../kinds/storage-class/index.js'
import type {PersistentVolumeClaim, PersistentVolumeClaimSpec} from '../../../machinery/api/core-v1.js'
import {assign} from '../../../machinery/collections/immutable.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {newestDefault} from '../../newest-default.js'
import {type AdmissionPlugin, changesOf, type Lister, type Mutation, type PluginDefinition} from '../../plugin.js'

const defaultAnnotations = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class']

const betaClassAnnotation = 'volume.beta.kubernetes.io/storage-class'

/** Gives claims that name no storage class the default one (spec apimachinery 6.3). */
class DefaultStorageClass implements AdmissionPlugin {
  readonly name = 'DefaultStorageClass'

  constructor(private readonly lister: Lister) {}

  handles(operation: Operation): boolean {
    return operation === 'CREATE'
  }

  admit(attributes: Attributes): Mutation | undefined {
    if (!isRequestFor(attributes, 'persistentvolumeclaims')) return undefined
    const claim = attributes.object as PersistentVolumeClaim
    if (claim.spec?.storageClassName !== undefined || claim.metadata.annotations?.[betaClassAnnotation] !== undefined) return undefined
    const chosen = newestDefault(this.lister.list(kind), defaultAnnotations)
    if (chosen?.metadata.name === undefined) return undefined
    const spec = assign<PersistentVolumeClaimSpec>(claim.spec ?? {}, {storageClassName: chosen.metadata.name})
    return {object: assign<PersistentVolumeClaim>(claim, {spec}), changes: changesOf(claim.spec ?? {}, spec, ['storageClassName'], 'spec')}
  }
}

/** DefaultStorageClass with everything that belongs to it. */
export const defaultStorageClass: PluginDefinition = {
  name: 'DefaultStorageClass',
  summary: 'Gives claims without a storage class the default one.',
  kinds: [],
  lookups: [{kind, by: 'spec.storageClassName', fields: defaultAnnotations.map((annotation) => FieldPath.of('metadata', 'annotations').key(annotation))}],
  create: ({store}) => new DefaultStorageClass(store),
}

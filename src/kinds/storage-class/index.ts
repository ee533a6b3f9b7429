import type {StorageClass} from '../../machinery/api/storage-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import {allErrors, NamedText, notSupported} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateImmutable} from '../../machinery/meta/immutable-field.js'
import {declaredImmutable} from '../declared-rules.js'
import type {KindDefinition} from '../kind.js'
import {validateDriver, validateParameters} from '../shared/class-parameters.js'
import {validateUnchanged} from '../shared/internal-equal.js'
import {topologyWarnings, validateTopologies} from './topology-terms.js'

const reclaimPolicies = ['Delete', 'Retain']

const bindingModes = ['Immediate', 'WaitForFirstConsumer']

const topologiesPath = FieldPath.of('allowedTopologies')

/** StorageClass (storage validation `ValidateStorageClass`; spec kinds 12). */
export const storageClass: KindDefinition<StorageClass> = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,
  declared: [{field: /^provisioner$/, types: ['Required']}, declaredImmutable(/^provisioner$/), declaredImmutable(/^(?:parameters|reclaimPolicy|volumeBindingMode)$/)],

  setDefaults: (object) => assign<StorageClass>(object, {
    reclaimPolicy: object.reclaimPolicy ?? 'Delete',
    volumeBindingMode: object.volumeBindingMode ?? 'Immediate',
  }),

  validate: ({provisioner, parameters, reclaimPolicy = '', volumeBindingMode = '', allowedTopologies = []}) => allErrors(
    validateDriver(provisioner, FieldPath.of('provisioner'), 'storage-class/provisioner'),
    validateParameters(parameters, FieldPath.of('parameters'), 'storage-class/parameters'),
    reclaimPolicy === '' || reclaimPolicies.includes(reclaimPolicy) ? []
      : [notSupported(FieldPath.of('reclaimPolicy'), reclaimPolicy, reclaimPolicies, 'storage-class/reclaim-policy')],
    bindingModes.includes(volumeBindingMode) ? []
      : [notSupported(FieldPath.of('volumeBindingMode'), volumeBindingMode, bindingModes, 'storage-class/volume-binding-mode')],
    validateTopologies(allowedTopologies, topologiesPath),
  ),

  warnings: ({allowedTopologies = []}) => topologyWarnings(allowedTopologies, topologiesPath),

  validateUpdate: ({parameters, provisioner, ...object}, old) => allErrors(
    validateUnchanged('map', parameters, old.parameters, FieldPath.of('parameters'), immutable),
    validateUnchanged('', provisioner, old.provisioner, FieldPath.of('provisioner'), immutable),
    (['reclaimPolicy', 'volumeBindingMode'] as const)
      .flatMap((field) => validateImmutable(object[field], old[field], FieldPath.of(field), immutable, new NamedText(object[field] ?? ''))),
  ),
}

const immutable = 'storage-class/immutable'

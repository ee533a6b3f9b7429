import type {StorageClass} from '../../machinery/api/storage-v1.js'
import type {FieldError, Origin} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {validateWord} from '../../machinery/field/text-rules.js'
import {declaredImmutable} from '../declared-rules.js'
import type {KindDefinition} from '../kind.js'
import {validateDriver, validateParameters} from '../shared/class-parameters.js'
import {fields, immutable, oneOf} from '../shared/fields.js'
import {topologyWarnings, validateTopologies} from './topology-terms.js'

/** The rule for a reclaim policy; upstream accepts an empty one. */
const validateReclaimPolicy = (policy = '', path: FieldPath, origin: Origin): FieldError[] =>
  validateWord(policy || undefined, ['Delete', 'Retain'], path, origin)

/** StorageClass (storage validation `ValidateStorageClass`, `ValidateStorageClassUpdate`; spec kinds 12). */
export const storageClass: KindDefinition<StorageClass> = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,
  declared: [{field: /^provisioner$/, types: ['Required']}, declaredImmutable(/^provisioner$/), declaredImmutable(/^(?:parameters|reclaimPolicy|volumeBindingMode)$/)],

  ...fields<StorageClass>({
    provisioner: {rule: 'storage-class/provisioner', check: validateDriver, change: immutable('')},
    parameters: {rule: 'storage-class/parameters', check: validateParameters, change: immutable('map')},
    reclaimPolicy: {rule: 'storage-class/reclaim-policy', check: validateReclaimPolicy, default: 'Delete', change: immutable('*')},
    volumeBindingMode: {
      rule: 'storage-class/volume-binding-mode', check: oneOf('Immediate', 'WaitForFirstConsumer'), default: 'Immediate', change: immutable('*'),
    },
    allowedTopologies: {rule: 'storage-class/allowed-topologies', check: validateTopologies},
  }, {changeOrder: ['parameters', 'provisioner', 'reclaimPolicy', 'volumeBindingMode']}),

  warnings: ({allowedTopologies = []}) => topologyWarnings(allowedTopologies, FieldPath.of('allowedTopologies')),
}

import type {VolumeAttributesClass} from '../../machinery/api/storage-v1.js'
import type {KindDefinition} from '../kind.js'
import {validateDriver, validateGivenParameters} from '../shared/class-parameters.js'
import {fields, forbiddenChange} from '../shared/fields.js'

const change = forbiddenChange((path) => `updates to ${path} are forbidden.`)

/** VolumeAttributesClass (storage validation `ValidateVolumeAttributesClass`; spec kinds 12). */
export const volumeAttributesClass: KindDefinition<VolumeAttributesClass> = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttributesClass',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,

  ...fields<VolumeAttributesClass>({
    driverName: {rule: 'volume-attributes-class/driver-name', check: validateDriver, change},
    parameters: {rule: 'volume-attributes-class/parameters', check: validateGivenParameters, change},
  }, {changes: 'validateChange'}),
}

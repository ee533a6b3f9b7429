import type {VolumeAttributesClass} from '../../machinery/api/storage-v1.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, forbidden} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {validateDriver, validateGivenParameters} from '../shared/class-parameters.js'

/** VolumeAttributesClass (storage validation `ValidateVolumeAttributesClass`; spec kinds 12). */
export const volumeAttributesClass: KindDefinition<VolumeAttributesClass> = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'VolumeAttributesClass',
  metadata: {namesOnUpdate: true},
  isLookedUp: true,

  validate: ({driverName, parameters}) => allErrors(
    validateDriver(driverName, FieldPath.of('driverName'), 'volume-attributes-class/driver-name'),
    validateGivenParameters(parameters, FieldPath.of('parameters'), 'volume-attributes-class/parameters'),
  ),

  validateChange: (object, old): FieldError[] => (['driverName', 'parameters'] as const)
    .filter((field) => !semanticEqual(object[field], old[field]))
    .map((field) => forbidden(FieldPath.of(field), `updates to ${field} are forbidden.`, 'volume-attributes-class/immutable')),
}

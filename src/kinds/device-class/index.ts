import type {DeviceClass} from '../../machinery/api/resource-v1.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {allErrors, type FieldError, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import type {KindDefinition} from '../kind.js'
import {validateSelectors} from '../resource-claim/validate-request.js'
import {validateConfigurations} from '../resource-claim/validate.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {isExtendedResourceName} from '../shared/resource-names.js'

/** DeviceClass (resource validation `validateDeviceClassSpec`; spec kinds 15). */
export const deviceClass: KindDefinition<DeviceClass> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: {name: 'long-name'},
  isLookedUp: true,
  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, semanticEqual(object.spec, old.spec)),
  validate: ({spec: {selectors, config, extendedResourceName} = {}}) => allErrors(
    validateSelectors(selectors, spec.child('selectors')),
    validateConfigurations(config, spec.child('config')),
    validateResourceName(extendedResourceName, spec.child('extendedResourceName')),
  ),
}

const spec = FieldPath.of('spec')

const validateResourceName = (name: string | undefined, path: FieldPath): FieldError[] =>
  name === undefined || isExtendedResourceName(name) ? [] : [invalid(path, name, 'must be a valid extended resource name', 'device-class/extended-resource-name')]

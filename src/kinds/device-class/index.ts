import type {DeviceClass, DeviceClassSpec} from '../../machinery/api/resource-v1.js'
import {semanticEqual} from '../../machinery/collections/semantic-equal.js'
import {type FieldError, invalid, type Origin} from '../../machinery/field/error.js'
import type {FieldPath} from '../../machinery/field/path.js'
import {hasFeature} from '../../machinery/version/kubernetes-version.js'
import {qualifiedName} from '../../machinery/meta/names.js'
import type {KindDefinition} from '../kind.js'
import {declaredOfClasses} from '../resource-claim/declared.js'
import {validateSelectors} from '../resource-claim/validate-request.js'
import {validateConfigurations} from '../resource-claim/validate.js'
import {type FieldContext, specFields} from '../shared/fields.js'
import {firstGeneration, withGeneration} from '../shared/generation.js'
import {isExtendedResourceName} from '../shared/resource-names.js'

/** DeviceClass (resource validation `validateDeviceClassSpec`; spec kinds 15). */
export const deviceClass: KindDefinition<DeviceClass> = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: {name: 'long-name'},
  isLookedUp: true,
  declared: declaredOfClasses,
  prepareForCreate: firstGeneration,
  prepareForUpdate: (object, old) => withGeneration(object, old, semanticEqual(object.spec, old.spec)),

  ...specFields<DeviceClassSpec>({
    selectors: {rule: 'resource-claim/selector', check: validateSelectors},
    config: {rule: 'resource-claim/config', check: (config, path) => validateConfigurations(config, path)},
    extendedResourceName: {rule: 'device-class/extended-resource-name', check: validateResourceName},
  }),
}

function validateResourceName(name: string | undefined, path: FieldPath, origin: Origin, {version}: FieldContext<DeviceClassSpec>): FieldError[] {
  if (name === undefined) return []
  if (hasFeature(version, 'declarativeValidation')) return resourceNameErrors(name).map((error) => invalid(path, name, error, origin))
  return isExtendedResourceName(name) ? [] : [invalid(path, name, 'must be a valid extended resource name', origin)]
}

/** Returns the errors of a name with the texts of newer servers (apimachinery `ExtendedResourceName`). */
const resourceNameErrors = (name: string): readonly string[] => [
  ...name.includes('/') ? [] : ["a name must be a domain-prefixed path, such as 'example.com/my-prop'"],
  ...name.includes('kubernetes.io/') ? ['must not have "kubernetes.io/" domain'] : [],
  ...name.startsWith('requests.') ? ['must not have "requests." prefix'] : [],
  ...qualifiedName(`requests.${name}`),
]

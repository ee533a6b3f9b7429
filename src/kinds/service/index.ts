import type {Service, ServiceSpec} from '../../machinery/api/core-v1.js'
import {assign} from '../../machinery/collections/immutable.js'
import type {KindDefinition} from '../kind.js'
import {allocateService} from './allocate.js'
import {withAddressList} from './carry-over.js'
import {setServiceDefaults} from './defaults.js'
import {specOf} from './traits.js'
import {prepareServiceUpdate, validateServiceChange} from './update.js'
import {validateService} from './validate.js'
import {serviceWarnings} from './warnings.js'

/** Service, on a cluster that has IPv4 addresses only (spec kinds 2). */
export const service: KindDefinition<Service> = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name: 'service-name'},
  setDefaults: setServiceDefaults,
  defaultedFrom: otherSteps,
  allocate: allocateService,
  prepareForCreate: (object) => assign<Service>(object, {status: {loadBalancer: {}}}),
  validate: validateService,
  canonicalize: (object) => assign<Service>(object, {spec: shown(specOf(object))}),
  prepareForUpdate: prepareServiceUpdate,
  validateChange: validateServiceChange,
  warnings: serviceWarnings,
}

type Steps = readonly (string | number)[]

/** Maps a field that the server derives from another one, or renames, to the written fields. */
function otherSteps(steps: Steps): readonly Steps[] {
  const [spec = '', field = '', position = '', copy] = steps
  switch (field) {
    case 'ports': return copy === 'targetPort' ? [[spec, field, position, 'port']] : []
    case 'clusterIPs': return [[spec, 'clusterIP']]
    case 'LoadBalancerSourceRanges': return [[spec, 'loadBalancerSourceRanges', ...steps.slice(2)]]
    default: return []
  }
}

/** Returns the spec as the server reads it from the store (service registry `defaultOnReadService`). */
function shown(given: ServiceSpec): ServiceSpec {
  const spec = withAddressList(given)
  const {internalTrafficPolicy, ...rest} = spec
  return spec.type === 'ExternalName' && internalTrafficPolicy !== undefined ? rest : spec
}

import type {Service} from '../../../machinery/api/core-v1.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

/** Rejects external IPs that a Service does not have already (plugin/pkg/admission/network/denyserviceexternalips; spec more-kinds 13). */
class DenyServiceExternalIPs implements AdmissionPlugin {
  readonly name = 'DenyServiceExternalIPs'

  handles(operation: Operation): boolean {
    return operation !== 'DELETE'
  }

  validate(attributes: Attributes): Rejection | undefined {
    if (!isRequestFor(attributes, 'services')) return undefined
    const {spec} = attributes.object as Service
    const known = new Set((attributes.oldObject as Service | undefined)?.spec?.externalIPs)
    const isDenied = spec?.externalIPs?.some((address) => !known.has(address)) === true
    return isDenied ? reject(attributes, 'Use of external IPs is denied by admission control') : undefined
  }
}

/** DenyServiceExternalIPs with everything that belongs to it. */
export const denyServiceExternalIPs: PluginDefinition = {
  name: 'DenyServiceExternalIPs',
  summary: 'Rejects new external IPs of Services.',
  kinds: [],
  enabledByDefault: false,
  create: () => new DenyServiceExternalIPs(),
}

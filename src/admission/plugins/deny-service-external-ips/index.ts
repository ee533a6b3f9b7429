import type {Service} from '../../../machinery/api/core-v1.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {type Attributes, isRequestFor, type Operation} from '../../attributes.js'
import {type AdmissionPlugin, type FieldRepair, type PluginDefinition, reject, type Rejection} from '../../plugin.js'

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
    const addresses = spec?.externalIPs ?? []
    if (addresses.every((address) => known.has(address))) return undefined
    const message = 'Use of external IPs is denied by admission control'
    return reject(attributes, message, [{message, repairs: withoutNew(addresses, known)}])
  }
}

const externalIPs = FieldPath.of('spec', 'externalIPs')

/** Returns the removals of the addresses that a Service does not have already. */
function withoutNew(addresses: readonly string[], known: ReadonlySet<string>): FieldRepair[] {
  const removed = addresses.flatMap((address, i) => known.has(address) ? [] : [externalIPs.index(i)])
  return (removed.length === addresses.length ? [externalIPs] : removed).map((field) => ({field, to: undefined, caution: 'The Service then has no such address.'}))
}

/** DenyServiceExternalIPs with everything that belongs to it. */
export const denyServiceExternalIPs: PluginDefinition = {
  name: 'DenyServiceExternalIPs',
  summary: 'Rejects new external IPs of Services.',
  kinds: [],
  enabledByDefault: false,
  create: () => new DenyServiceExternalIPs(),
}

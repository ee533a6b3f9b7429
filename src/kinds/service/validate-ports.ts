import type {ServicePort, ServiceSpec} from '../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, forbidden, invalid, notSupported, required, UnknownNumber} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {portErrors, portNameErrors} from '../../machinery/field/port.js'
import {dns1123Label, qualifiedName} from '../../machinery/meta/names.js'
import {internalForm} from '../shared/internal-form.js'
import {chosenByServer} from './addresses.js'
import {needsNodePorts} from './traits.js'

const path = FieldPath.of('spec', 'ports')

const protocols = ['SCTP', 'TCP', 'UDP']

/** The rules for each port of a service by itself, and for their names (core validation `validateServicePort`; spec kinds 2.2, rows 6 to 10). */
export const validatePorts = ({ports = []}: ServiceSpec): FieldError[] => ports.flatMap((port, i) => {
  const place = path.index(i)
  const {port: number = 0, protocol = '', appProtocol, targetPort = 0} = port
  return allErrors(
    validateName(port, ports.slice(0, i), ports.length > 1, place.child('name')),
    portErrors(number).map((error) => invalid(place.child('port'), number, error, 'service/port')),
    protocols.includes(protocol) ? [] : [notSupported(place.child('protocol'), protocol, protocols, 'service/port')],
    (typeof targetPort === 'string' ? portNameErrors(targetPort) : portErrors(targetPort))
      .map((error) => invalid(place.child('targetPort'), targetPort, error, 'service/target-port')),
    appProtocol === undefined ? []
      : qualifiedName(appProtocol).map((error) => invalid(place.child('appProtocol'), appProtocol, error, 'service/app-protocol')),
  )
})

function validateName({name = ''}: ServicePort, before: readonly ServicePort[], isRequired: boolean, place: FieldPath): FieldError[] {
  if (name === '') return isRequired ? [required(place, '', 'service/port-name')] : []
  return allErrors(
    dns1123Label(name).map((error) => invalid(place, name, error, 'service/port-name')),
    before.some((other) => other.name === name) ? [duplicate(place, name, 'service/port-name')] : [],
  )
}

/**
 * The rules that ports of a service are unique, and the rules for node ports (core validation `validateService`;
 * spec kinds 2.2, rows 17 to 19).
 *
 * @param isNew true on create: the server then allocates one node port for all ports with the same number
 */
export const validatePortNumbers = ({ports = [], ...spec}: ServiceSpec, isNew: boolean): FieldError[] => allErrors(
  spec.type === 'ClusterIP' ? ports.flatMap(({nodePort = 0}, i) => nodePort === 0 ? []
    : [forbidden(path.index(i).child('nodePort'), "may not be used when `type` is 'ClusterIP'", 'service/node-port')]) : [],
  ports.flatMap(({nodePort = 0}, i) => (nodePort !== 0 || (isNew && needsNodePorts(spec))) && isRepeated(ports, i, nodePort === 0 ? 'port' : 'nodePort')
    ? [duplicate(path.index(i).child('nodePort'), nodePort || new UnknownNumber(chosenByServer), 'service/node-port')] : []),
  ports.flatMap(({protocol, port}, i) => isRepeated(ports, i, 'port')
    ? [duplicate(path.index(i), internalForm('ServicePort', {protocol, port}), 'service/port')] : []),
)

/** True if an earlier port has the same protocol and number. */
const isRepeated = (ports: readonly ServicePort[], position: number, field: 'port' | 'nodePort'): boolean =>
  ports.findIndex((other) => other.protocol === ports[position]?.protocol && (other[field] ?? 0) === (ports[position]?.[field] ?? 0)) < position

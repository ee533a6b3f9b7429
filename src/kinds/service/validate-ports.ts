import type {ServicePort, ServiceSpec} from '../../machinery/api/core-v1.js'
import {repeated} from '../../machinery/collections/repeated.js'
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
export function validatePorts({ports = []}: ServiceSpec): FieldError[] {
  const areKnown = repeated(ports.map(({name}) => name))
  return ports.flatMap((port, i) => validatePort(port, areKnown[i] === true, ports.length > 1, path.index(i)))
}

/** @param isKnown true if an earlier port has the same name */
function validatePort(port: ServicePort, isKnown: boolean, isNameRequired: boolean, place: FieldPath): FieldError[] {
  const {port: number = 0, protocol = '', appProtocol, targetPort = 0} = port
  return allErrors(
    validateName(port, isKnown, isNameRequired, place.child('name')),
    portErrors(number).map((error) => invalid(place.child('port'), number, error, 'service/port')),
    protocols.includes(protocol) ? [] : [notSupported(place.child('protocol'), protocol, protocols, 'service/port')],
    (typeof targetPort === 'string' ? portNameErrors(targetPort) : portErrors(targetPort))
      .map((error) => invalid(place.child('targetPort'), targetPort, error, 'service/target-port')),
    appProtocol === undefined ? []
      : qualifiedName(appProtocol).map((error) => invalid(place.child('appProtocol'), appProtocol, error, 'service/app-protocol')),
  )
}

function validateName({name = ''}: ServicePort, isKnown: boolean, isRequired: boolean, place: FieldPath): FieldError[] {
  if (name === '') return isRequired ? [required(place, '', 'service/port-name')] : []
  return allErrors(
    dns1123Label(name).map((error) => invalid(place, name, error, 'service/port-name')),
    isKnown ? [duplicate(place, name, 'service/port-name')] : [],
  )
}

/**
 * The rules that ports of a service are unique, and the rules for node ports (core validation `validateService`;
 * spec kinds 2.2, rows 17 to 19).
 *
 * @param isNew true on create: the server then allocates one node port for all ports with the same number
 */
export function validatePortNumbers({ports = [], ...spec}: ServiceSpec, isNew: boolean): FieldError[] {
  const areKnown = {port: repeatedNumbers(ports, 'port'), nodePort: repeatedNumbers(ports, 'nodePort')}
  return allErrors(
    spec.type === 'ClusterIP' ? ports.flatMap(({nodePort = 0}, i) => nodePort === 0 ? []
      : [forbidden(path.index(i).child('nodePort'), "may not be used when `type` is 'ClusterIP'", 'service/node-port')]) : [],
    ports.flatMap(({nodePort = 0}, i) => (nodePort !== 0 || (isNew && needsNodePorts(spec))) && areKnown[nodePort === 0 ? 'port' : 'nodePort'][i] === true
      ? [duplicate(path.index(i).child('nodePort'), nodePort || new UnknownNumber(chosenByServer), 'service/node-port')] : []),
    ports.flatMap(({protocol, port}, i) => areKnown.port[i] === true
      ? [duplicate(path.index(i), internalForm('ServicePort', {protocol, port}), 'service/port')] : []),
  )
}

/** Returns for each port whether an earlier one has the same protocol and number. */
const repeatedNumbers = (ports: readonly ServicePort[], field: 'port' | 'nodePort'): boolean[] =>
  repeated(ports.map(({protocol = '', [field]: number = 0}) => `${protocol} ${number}`))

import type {Container, ContainerPort, PodSpec} from '../../../machinery/api/core-v1.js'
import {allErrors, duplicate, type FieldError, invalid, required} from '../../../machinery/field/error.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {portErrors, portNameErrors} from '../../../machinery/field/port.js'
import {validateWord} from '../../../machinery/field/text-rules.js'

const origin = 'pod/container-port'

const protocols = ['SCTP', 'TCP', 'UDP']

/** The rules for the ports of a container (core validation `validateContainerPorts`; spec pod 4.5). */
export function validatePorts(ports: readonly ContainerPort[], path: FieldPath): FieldError[] {
  const names = new Set<string>()
  return ports.flatMap((port, i) => {
    const {name = '', containerPort = 0, hostPort = 0, protocol} = port
    const place = path.index(i)
    return allErrors(
      name === '' ? [] : validatePortName(name, names, place.child('name')),
      containerPort === 0 ? [required(place.child('containerPort'), '', origin)] : validatePortNumber(containerPort, place.child('containerPort')),
      hostPort === 0 ? [] : validatePortNumber(hostPort, place.child('hostPort')),
      validateWord(protocol || undefined, protocols, place.child('protocol'), origin),
    )
  })
}

function validatePortName(name: string, names: Set<string>, path: FieldPath): FieldError[] {
  const errors = portNameErrors(name)
  if (errors.length > 0) return errors.map((error) => invalid(path, name, error, origin))
  if (names.has(name)) return [duplicate(path, name, origin)]
  names.add(name)
  return []
}

const validatePortNumber = (port: number, path: FieldPath): FieldError[] => portErrors(port).map((error) => invalid(path, port, error, origin))

/** The rule that each port of the host is used once by these containers (core validation `checkHostPortConflicts`). */
export function validateHostPorts(containers: readonly Container[], path: FieldPath): FieldError[] {
  const used = new Set<string>()
  return containers.flatMap(({ports = []}, i) => ports.flatMap(({hostPort = 0, hostIP = '', protocol = ''}, j) => {
    if (hostPort === 0) return []
    const key = `${protocol}/${hostIP}/${hostPort}`
    if (used.has(key)) return [duplicate(path.index(i).child('ports').index(j).child('hostPort'), key, 'pod/host-port')]
    used.add(key)
    return []
  }))
}

/**
 * The rule that host ports equal container ports in the host network (core validation `validatePodHostNetworkDeps`).
 *
 * @param isPod true if host ports are defaulted already: templates are defaulted when their pods are created
 */
export const validateHostNetworkPorts = ({containers = []}: PodSpec, isPod: boolean, path: FieldPath): FieldError[] =>
  containers.flatMap(({ports = []}, i) => ports.flatMap(({hostPort = 0, containerPort = 0}, j) => {
    if (hostPort === containerPort || (hostPort === 0 && !isPod)) return []
    const place = path.index(i).child('ports').index(j).child('hostPort')
    return [invalid(place, hostPort, 'must match `containerPort` when `hostNetwork` is true', 'pod/host-port')]
  }))

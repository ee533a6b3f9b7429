import {duplicate, type FieldError, forbidden, invalid, notFound, notSupported, required} from '../../machinery/field-error.js'
import type {FieldPath} from '../../machinery/field-path.js'
import {trimSpace} from '../../machinery/go-text.js'
import {dns1123Label} from '../../machinery/names.js'
import {validateContainerResourceName} from '../resource-names.js'
import {validateResourceRequirements} from '../resources.js'
import {portFaults, portNameFaults} from '../../machinery/port.js'
import {claimNames, validateClaimNames} from './resource-claims.js'
import type {Container, ContainerPort, PodSpec} from './types.js'

/** The rules for the regular containers (core validation `validateContainers`). */
export function validateContainers({containers = [], resourceClaims}: PodSpec, path: FieldPath): FieldError[] {
  const claims = claimNames(resourceClaims)
  if (containers.length === 0) return [required(path, '', 'pod/containers')]
  const names = new Set<string>()
  return containers.flatMap((container, i) => {
    const place = path.index(i)
    const errors = [...validateContainer(container, claims, place), ...validateUniqueName(container, names, place), ...validateRestartPolicy(container, place)]
    names.add(container.name ?? '')
    return errors
  })
}

/** The rules for the init containers, whose names must differ from those of the containers too (`validateInitContainers`). */
export function validateInitContainers({containers = [], initContainers = [], resourceClaims}: PodSpec, path: FieldPath): FieldError[] {
  if (initContainers.length === 0) return []
  const claims = claimNames(resourceClaims)
  const names = new Set(containers.map(({name}) => name ?? ''))
  return initContainers.flatMap((container, i) => {
    const place = path.index(i)
    const errors = [...validateContainer(container, claims, place), ...validateRestartPolicy(container, place), ...validateUniqueName(container, names, place)]
    if (container.name) names.add(container.name)
    return errors
  })
}

/** The rules for ephemeral containers (`validateEphemeralContainers`). */
export function validateEphemeralContainers(spec: PodSpec, path: FieldPath): FieldError[] {
  const {ephemeralContainers = []} = spec
  if (ephemeralContainers.length === 0) return []
  const others = [...spec.containers ?? [], ...spec.initContainers ?? []].map(({name}) => name ?? '')
  const names = new Set(others)
  const claims = claimNames(spec.resourceClaims)
  return ephemeralContainers.flatMap((container, i) => {
    const place = path.index(i)
    const errors = [
      ...validateContainer(container, claims, place),
      ...validateImageSpace(container, place),
      ...validateUniqueName(container, names, place),
      ...validateTarget(container, others, place),
      ...validateEphemeralFields(container, place),
    ]
    names.add(container.name ?? '')
    return errors
  })
}

/** The rule for images that only pods have, not the templates of workloads (`validateContainersOnlyForPod`). */
export const validateImageSpaces = (containers: readonly Container[], path: FieldPath): FieldError[] =>
  containers.flatMap((container, i) => validateImageSpace(container, path.index(i)))

const validateImageSpace = ({image = ''}: Container, path: FieldPath): FieldError[] => image === trimSpace(image)
  ? [] : [invalid(path.child('image'), image, 'must not have leading or trailing whitespace', 'pod/container-image')]

function validateContainer(container: Container, claims: ReadonlySet<string>, path: FieldPath): FieldError[] {
  const {name = '', image = '', ports = [], resources} = container
  return [
    ...validateContainerName(name, path.child('name')),
    ...image === '' ? [required(path.child('image'), '', 'pod/container-image')] : [],
    ...ports.length === 0 ? [] : validatePorts(ports, path.child('ports')),
    ...resources === undefined ? [] : validateResourceRequirements(resources, validateContainerResourceName, path.child('resources')),
    ...resources?.claims === undefined ? [] : validateClaimNames(resources.claims, claims, path.child('resources', 'claims')),
  ]
}

function validateContainerName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path, '', 'pod/container-name')]
  return dns1123Label(name).map((fault) => invalid(path, name, fault, 'pod/container-name'))
}

const validateUniqueName = ({name = ''}: Container, names: ReadonlySet<string>, path: FieldPath): FieldError[] =>
  names.has(name) ? [duplicate(path.child('name'), name, 'pod/container-name')] : []

const restartPolicies = ['Always', 'Never', 'OnFailure']

const validateRestartPolicy = ({restartPolicy = 'Always'}: Container, path: FieldPath): FieldError[] => restartPolicies.includes(restartPolicy)
  ? [] : [notSupported(path.child('restartPolicy'), restartPolicy, restartPolicies, 'pod/restart-policy')]

const protocols = ['SCTP', 'TCP', 'UDP']

function validatePorts(ports: readonly ContainerPort[], path: FieldPath): FieldError[] {
  const names = new Set<string>()
  return ports.flatMap((port, i) => {
    const place = path.index(i)
    return [...validatePortName(port.name ?? '', names, place), ...validatePort(port, place)]
  })
}

function validatePortName(name: string, names: Set<string>, path: FieldPath): FieldError[] {
  if (name === '') return []
  const faults = portNameFaults(name)
  if (faults.length > 0) return faults.map((fault) => invalid(path.child('name'), name, fault, 'pod/container-port'))
  if (names.has(name)) return [duplicate(path.child('name'), name, 'pod/container-port')]
  names.add(name)
  return []
}

function validatePort({containerPort = 0, hostPort = 0, protocol = ''}: ContainerPort, path: FieldPath): FieldError[] {
  return [
    ...containerPort === 0 ? [required(path.child('containerPort'), '', 'pod/container-port')] : validatePortNumber(containerPort, path.child('containerPort')),
    ...hostPort === 0 ? [] : validatePortNumber(hostPort, path.child('hostPort')),
    ...protocol === '' || protocols.includes(protocol) ? [] : [notSupported(path.child('protocol'), protocol, protocols, 'pod/container-port')],
  ]
}

const validatePortNumber = (port: number, path: FieldPath): FieldError[] =>
  portFaults(port).map((fault) => invalid(path, port, fault, 'pod/container-port'))

function validateTarget({targetContainerName = ''}: Container, names: readonly string[], path: FieldPath): FieldError[] {
  if (targetContainerName === '' || names.includes(targetContainerName)) return []
  return [notFound(path.child('targetContainerName'), targetContainerName, 'pod/ephemeral-containers')]
}

const fieldsOfNoEphemeralContainer = [
  'ports', 'resources', 'resizePolicy', 'restartPolicy', 'restartPolicyRules', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle',
] as const

function validateEphemeralFields(container: Container, path: FieldPath): FieldError[] {
  const given = container as Readonly<Record<string, unknown>>
  return fieldsOfNoEphemeralContainer
    .filter((field) => given[field] !== undefined && !(field === 'resources' && isEmptyObject(given[field])))
    .map((field) => forbidden(path.child(field), 'cannot be set for an Ephemeral Container', 'pod/ephemeral-containers'))
}

const isEmptyObject = (value: unknown): boolean => Object.keys(value as object).length === 0

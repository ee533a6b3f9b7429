import type {Container, ContainerPort, EnvVar, PodSpec} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {semanticEqual} from '../../../machinery/collections/semantic-equal.js'
import type {FieldPath} from '../../../machinery/field/path.js'
import {quote} from '../../../machinery/go/text.js'
import {fractionalBytesWarning} from '../../shared/resources.js'
import {type Annotations, appArmorPrefix, seccompContainerPrefix} from '../metadata/annotations.js'
import {appArmorProfileOf, appArmorWarning} from '../security/profile-annotations.js'
import {eachContainer, someHas} from './each-container.js'

// Warnings about containers (spec pod 5, rows 12 to 14).

/** The warning about legacy seccomp annotations. */
export const seccompWarning = 'non-functional in v1.27+; use the "seccompProfile" field instead'

/** Resources in bytes, in the order of the server's checks. */
export const byteResources = ['memory', 'ephemeral-storage']

/** The annotations of a pod or template, and their path. */
export interface AnnotationsAt {
  readonly annotations: Annotations
  readonly path: FieldPath
  /** False for a pod, whose AppArmor annotations become fields. */
  readonly isTemplate: boolean
}

/** Returns the warnings about each container of a pod; the path is that of the spec. */
export const containerWarnings = (spec: PodSpec, metadata: AnnotationsAt, path: FieldPath): string[] => eachContainer(spec, path, (container, place) => {
  const {resources, env} = container
  return [
    ...metadata.annotations === undefined ? [] : profileWarnings(container, spec, metadata),
    ...resources === undefined ? [] : bytesWarnings(resources, place.child('resources')),
    ...env === undefined || env.length < 2 ? [] : envWarnings(env, place.child('env')),
  ]
})

function bytesWarnings({limits, requests}: NonNullable<Container['resources']>, path: FieldPath): string[] {
  const [ofLimits, ofRequests] = [path.child('limits'), path.child('requests')]
  return byteResources.flatMap((name) => [...fractionalBytesWarning(name, limits, ofLimits), ...fractionalBytesWarning(name, requests, ofRequests)])
}

function profileWarnings(container: Container, {securityContext: ofPod}: PodSpec, {annotations = {}, path, isTemplate}: AnnotationsAt): string[] {
  const {name = '', securityContext} = container
  const seccomp = `${seccompContainerPrefix}${name}`
  const appArmor = isTemplate && securityContext?.appArmorProfile === undefined ? annotations[`${appArmorPrefix}${name}`] : undefined
  const isAsThePod = ofPod?.appArmorProfile !== undefined && semanticEqual(ofPod.appArmorProfile, appArmorProfileOf(appArmor ?? ''))
  return [
    ...securityContext?.seccompProfile === undefined && annotations[seccomp] !== undefined ? [`${path.key(seccomp)}: ${seccompWarning}`] : [],
    ...appArmor === undefined || isAsThePod ? [] : [appArmorWarning(path, container)],
  ]
}

/** Returns warnings about variables that are set twice, except those that extend their previous value. */
function envWarnings(variables: readonly EnvVar[], path: FieldPath): string[] {
  const names = new Set<string>()
  return variables.flatMap(({name = '', value = '', valueFrom}, i) => {
    const isFirst = !names.has(name)
    names.add(name)
    const reference = `$(${name})`
    if (isFirst || (valueFrom === undefined && value !== reference && value.includes(reference))) return []
    return [`${path.index(i)}: hides previous definition of ${quote(name)}, which may be dropped when using apply`]
  })
}

/** A port, and its path. */
interface PortAt {
  readonly port: ContainerPort
  readonly path: FieldPath
}

/** Fast path: true for pods without possible conflicts, with one port of one container. */
const hasOnePlainPort = ({initContainers, ephemeralContainers, containers = []}: PodSpec): boolean => {
  if (initContainers !== undefined || ephemeralContainers !== undefined) return false
  const [container, ...others] = containers.filter(({ports}) => ports !== undefined)
  const [port, ...more] = container?.ports ?? []
  return others.length === 0 && more.length === 0 && port?.hostIP === undefined
}

/** Returns the warnings about ports that several containers have, or one several times; the path is that of the spec. */
export function portWarnings(spec: PodSpec, path: FieldPath): string[] {
  if (!someHas(spec, 'ports') || hasOnePlainPort(spec)) return []
  const ports = eachContainer(spec, path, ({ports: list}, place): PortAt[] => (list ?? []).map((port, i) => ({port, path: place.child('ports').index(i)})))
  return [...definitionWarnings(ports), ...nameWarnings(ports)]
}

/** Limit on warnings: the server does not send more. */
const maxWarnings = 1000

/** Limit on comparisons of generated ports. */
const maxCompared = 10_000_000

function definitionWarnings(ports: readonly PortAt[]): string[] {
  const known = new Map<string, PortAt[]>()
  const texts: string[] = []
  let compared = 0
  for (const at of ports) {
    const key = `${at.port.containerPort ?? 0}/${at.port.protocol ?? ''}`
    const earlier = known.get(key) ?? []
    compared += earlier.length
    if (texts.length > maxWarnings || compared > maxCompared) break
    append(texts, hostIpWarnings(at), duplicateWarnings(at, earlier))
    earlier.push(at)
    known.set(key, earlier)
  }
  return texts
}

function hostIpWarnings({port: {name = '', hostPort = 0, containerPort = 0, protocol = '', hostIP = ''}, path}: PortAt): string[] {
  if (hostIP === '' || hostPort !== 0) return []
  return [`${path}: hostIP set without hostPort: {Name:${name} HostPort:0 ContainerPort:${containerPort} Protocol:${protocol} HostIP:${hostIP}}`]
}

const duplicateWarnings = ({port, path}: PortAt, earlier: readonly PortAt[]): string[] => earlier.flatMap((other) => {
  const relation = relationOf(port, other.port)
  return relation === undefined ? [] : [`${path}: ${relation} port definition with ${other.path}`]
})

/** Returns the conflict between two definitions of one port; undefined if both are possible. */
function relationOf({hostIP = '', hostPort = 0}: ContainerPort, {hostIP: otherIp = '', hostPort: otherPort = 0}: ContainerPort): string | undefined {
  if (hostIP === otherIp && hostPort === otherPort) return 'duplicate'
  if (hostPort === 0 || otherPort === 0) return 'overlapping'
  return hostPort === otherPort && (hostIP === '') !== (otherIp === '') ? 'dangerously ambiguous' : undefined
}

function nameWarnings(ports: readonly PortAt[]): string[] {
  const named = new Map<string, FieldPath>()
  return ports.flatMap(({port: {name = ''}, path}) => {
    const other = named.get(name)
    if (name !== '' && other === undefined) named.set(name, path)
    if (other === undefined) return []
    return [`${path}: duplicate port name ${quote(name)} with ${other}, services and probes that select ports by name will use ${other}`]
  })
}

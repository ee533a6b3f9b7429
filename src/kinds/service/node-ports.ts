import type {Service, ServicePort, ServiceSpec} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {type FieldError, invalid} from '../../machinery/field/error.js'
import {FieldPath} from '../../machinery/field/path.js'
import {portErrors} from '../../machinery/field/port.js'
import type {Status} from '../../machinery/meta/status.js'
import type {Registry} from '../kind.js'
import {chosenByServer} from './addresses.js'
import {portsKeepingChosen} from './carry-over.js'
import type {SpecAllocation} from './families.js'
import {needsHealthCheck, needsNodePorts, nodePortsOf, specOf} from './traits.js'

const path = FieldPath.of('spec')

const origin = 'service/node-port'

/**
 * The unallocated node ports according to the manifests: a number that is not a port is out of every range, and a port of another
 * service is allocated (portallocator `PortAllocationOperation`).
 */
export class NodePorts {
  private taken: Set<number> | undefined

  constructor(private readonly registry: Pick<Registry<Service>, 'others' | 'dryRun'>) {}

  /** Allocates a port, or returns the reason that it cannot. */
  take(port: number): string | undefined {
    if (portErrors(port).length > 0 && !this.registry.dryRun) {
      return 'provided port is not in the valid range. The range of valid ports is 30000-32767'
    }
    this.taken ??= new Set(this.registry.others().map(specOf).flatMap((spec) => [...nodePortsOf(spec), spec.healthCheckNodePort ?? 0]))
    if (this.taken.has(port)) return 'provided port is already allocated'
    this.taken.add(port)
    return undefined
  }
}

const nodePortError = (i: number, port: number, error: string | undefined): FieldError[] =>
  error === undefined ? [] : [invalid(path.child('ports').index(i).child('nodePort'), port, error, origin)]

/** Allocates the node ports of a new service: ports with the same number share one (service registry `initNodePorts`). */
export function openNodePorts(spec: ServiceSpec, free: NodePorts): SpecAllocation {
  const shared = new Map<number, number>()
  let errors: readonly FieldError[] = []
  const ports = mapItems(spec.ports ?? [], (item, i) => {
    const {port = 0, nodePort = 0} = item
    if (errors.length > 0 || (nodePort === 0 && !needsNodePorts(spec))) return item
    const common = shared.get(port) ?? requestedNodePort(port, spec)
    const wanted = shared.has(port) && nodePort !== 0 ? nodePort : common
    if (wanted !== 0 && (wanted !== common || !shared.has(port))) errors = nodePortError(i, wanted, free.take(wanted))
    shared.set(port, common)
    return wanted === 0 ? item : assign<ServicePort>(item, {nodePort: wanted})
  })
  return {spec: spec.ports === undefined ? spec : assign<ServiceSpec>(spec, {ports}), errors}
}

const requestedNodePort = (port: number, {ports = []}: ServiceSpec): number =>
  ports.find((other) => (other.port ?? 0) === port && other.nodePort)?.nodePort ?? 0

/** Allocates the new node ports of an update, which must be free and unique in the service (`updateNodePorts`). */
export function changeNodePorts(spec: ServiceSpec, old: ServiceSpec, free: NodePorts): Omit<SpecAllocation, 'spec'> & {readonly status?: Status} {
  const kept = new Set(nodePortsOf(old))
  const chosen = portsKeepingChosen(spec, old)
  const seen = new Set<string>()
  for (const [i, {name = '', protocol = '', nodePort = 0}] of (spec.ports ?? []).entries()) {
    if (nodePort === 0 && !chosen.has(name)) continue
    const errors = nodePort === 0 || kept.has(nodePort) ? [] : nodePortError(i, nodePort, free.take(nodePort))
    if (errors.length > 0) return {errors}
    kept.add(nodePort)
    const key = `${protocol} ${nodePort || `${chosenByServer} ${name}`}`
    if (seen.has(key)) return {errors: [], status: {code: 500, reason: '', message: `duplicate nodePort: {${protocol} ${nodePort || chosenByServer}}`}}
    seen.add(key)
  }
  return {errors: []}
}

/** Allocates the port for health checks of a service that needs one and had none (service registry `allocHealthCheckNodePort`). */
export function takeHealthCheckPort(spec: ServiceSpec, old: ServiceSpec | undefined, free: NodePorts): Omit<SpecAllocation, 'spec'> & {readonly status?: Status} {
  const {healthCheckNodePort: port = 0} = spec
  if (port === 0 || !needsHealthCheck(spec) || (old !== undefined && needsHealthCheck(old))) return {errors: []}
  const error = free.take(port)
  if (error === undefined) return {errors: []}
  const message = `Internal error occurred: failed to allocate requested HealthCheck NodePort ${port}: ${error}`
  return {errors: [invalid(path.child('healthCheckNodePort'), port, error, origin)], status: {code: 500, reason: 'InternalError', message}}
}

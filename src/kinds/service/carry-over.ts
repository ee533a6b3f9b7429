import type {ServicePort, ServiceSpec} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {chosenByServer} from './addresses.js'
import {needsClusterIP, needsHealthCheck, needsNodePorts, nodePortsOf} from './traits.js'

// The fields that an update need not repeat: the addresses and ports that the server allocated. kadm cannot know an allocated
// value: the stored object lacks the field, and a placeholder fills it while a request is evaluated.

/** The stored spec, with a placeholder for the address that the server chose. */
export const withChosenAddress = (spec: ServiceSpec): ServiceSpec =>
  needsClusterIP(spec) && !spec.clusterIP ? {...spec, clusterIP: chosenByServer, clusterIPs: [chosenByServer]} : spec

/** Returns the spec to store, without the placeholder. */
export function withoutChosenAddress(spec: ServiceSpec): ServiceSpec {
  if (spec.clusterIP !== chosenByServer) return spec
  const {clusterIP: _chosen, clusterIPs: _addresses, ...rest} = spec
  return rest
}

/** The spec of an update, completed from the stored one (service registry `patchAllocatedValues`; spec kinds 2.4). */
export function carryOver(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const addressed = needsClusterIP(old) && needsClusterIP(given) ? withOldAddresses(given, old) : given
  const opened = needsNodePorts(old) && needsNodePorts(given) ? withOldNodePorts(addressed, old) : addressed
  if (!needsHealthCheck(old) || !needsHealthCheck(given) || given.healthCheckNodePort || !old.healthCheckNodePort) return opened
  return {...opened, healthCheckNodePort: old.healthCheckNodePort}
}

function withOldAddresses(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const {clusterIP = '', clusterIPs = []} = old
  return assign<ServiceSpec>(given, {
    ...!given.clusterIP && clusterIP !== '' && {clusterIP},
    ...(given.clusterIPs ?? []).length === 0 && clusterIPs.length > 0 && {clusterIPs},
  })
}

function withOldNodePorts(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const numbers = nodePortsOf(old)
  const repeated = new Set(nodePortsOf(given).filter((number) => numbers.includes(number)))
  const byName = new Map(old.ports?.map(({name = '', nodePort = 0}) => [name, nodePort]))
  return assign<ServiceSpec>(given, {ports: mapItems(given.ports ?? [], (port) => {
    const number = byName.get(port.name ?? '') ?? 0
    return port.nodePort || number === 0 || repeated.has(number) ? port : assign<ServicePort>(port, {nodePort: number})
  })})
}

/** Sets `clusterIPs` of a new service that has only `clusterIP` (service registry `normalizeClusterIPs`). */
export const withAddressList = (spec: ServiceSpec): ServiceSpec =>
  spec.clusterIP && (spec.clusterIPs ?? []).length === 0 ? {...spec, clusterIPs: [spec.clusterIP]} : spec

/** Sets `clusterIPs` of an update that changes only `clusterIP` (service registry `normalizeClusterIPs`). */
export function withChangedAddressList(given: ServiceSpec, old: ServiceSpec): ServiceSpec {
  const {clusterIPs = [], ...rest} = given
  const {clusterIP: address = ''} = given
  const {clusterIP: oldAddress = '', clusterIPs: oldAddresses = []} = old
  if (address === oldAddress) return clusterIPs.length === 0 && oldAddresses.length > 0 ? {...given, clusterIPs: oldAddresses} : given
  if (String(clusterIPs) !== String(oldAddresses)) return given
  return address === '' ? rest : {...given, clusterIPs: [address]}
}

/** Returns the names of ports that keep an allocated node port: those that exist under the same name before and after. */
export const portsKeepingChosen = (given: ServiceSpec, old: ServiceSpec): ReadonlySet<string> => new Set(
  needsNodePorts(old) && needsNodePorts(given)
    ? old.ports?.filter(({nodePort = 0}) => nodePort === 0).map(({name = ''}) => name) : [])

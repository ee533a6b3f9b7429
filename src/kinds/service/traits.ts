import type {Service, ServiceSpec} from './types.js'

// What follows from the type of a service and a few of its fields, and decides what other fields mean.

/** True of a service that has no address of its own: its first and only one is `None` (core validation `isHeadlessService`). */
export const isHeadless = ({clusterIPs = []}: ServiceSpec): boolean => clusterIPs.length === 1 && clusterIPs[0] === 'None'

/** True of all but ExternalName services, which have addresses or are headless (service registry `needsClusterIP`). */
export const needsClusterIP = ({type}: ServiceSpec): boolean => type !== 'ExternalName'

/** True of types whose ports may be opened on the nodes (service strategy `needsNodePort`). */
export const mayHaveNodePorts = ({type}: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer'

/** True of services whose ports all get a number on the nodes (service registry `shouldAllocateNodePorts`). */
export const needsNodePorts = ({type, allocateLoadBalancerNodePorts = true}: ServiceSpec): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts)

/** True of services that get a port for health checks of the nodes (pkg/api/service `NeedsHealthCheck`). */
export const needsHealthCheck = ({type, externalTrafficPolicy}: ServiceSpec): boolean => type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

/** True of services that can be reached from outside (pkg/api/service `ExternallyAccessible`). */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  mayHaveNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0)

/** True of a service that takes part in everything but picks no pods: its endpoints are made by hand. */
export const isSelectorless = ({selector = {}}: ServiceSpec): boolean => Object.keys(selector).length === 0

/** The numbers that a service names for its ports on the nodes. */
export const nodePortsOf = ({ports = []}: ServiceSpec): readonly number[] => ports.flatMap(({nodePort = 0}) => nodePort === 0 ? [] : [nodePort])

/** The spec of a service; an empty one for none. */
export const specOf = ({spec = {}}: Service): ServiceSpec => spec

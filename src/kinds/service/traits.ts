import type {Service, ServiceSpec} from '../../machinery/api/core-v1.js'

// Properties that follow from the type of a service and a few of its fields.

/** True if a service has no cluster IP: its only value is `None` (core validation `isHeadlessService`). */
export const isHeadless = ({clusterIPs = []}: ServiceSpec): boolean => clusterIPs.length === 1 && clusterIPs[0] === 'None'

/** True for all but ExternalName services: they have addresses or are headless (service registry `needsClusterIP`). */
export const needsClusterIP = ({type}: ServiceSpec): boolean => type !== 'ExternalName'

/** True for types that can have node ports (service strategy `needsNodePort`). */
export const mayHaveNodePorts = ({type}: ServiceSpec): boolean => type === 'NodePort' || type === 'LoadBalancer'

/** True if all ports of a service get a node port (service registry `shouldAllocateNodePorts`). */
export const needsNodePorts = ({type, allocateLoadBalancerNodePorts = true}: ServiceSpec): boolean =>
  type === 'NodePort' || (type === 'LoadBalancer' && allocateLoadBalancerNodePorts)

/** True if a service gets a port for node health checks (pkg/api/service `NeedsHealthCheck`). */
export const needsHealthCheck = ({type, externalTrafficPolicy}: ServiceSpec): boolean => type === 'LoadBalancer' && externalTrafficPolicy === 'Local'

/** True if a service can be reached from outside (pkg/api/service `ExternallyAccessible`). */
export const isExternallyAccessible = (spec: ServiceSpec): boolean =>
  mayHaveNodePorts(spec) || (spec.type === 'ClusterIP' && (spec.externalIPs ?? []).length > 0)

/** True if a service selects no pods: its endpoints are managed separately. */
export const isSelectorless = ({selector = {}}: ServiceSpec): boolean => Object.keys(selector).length === 0

/** Returns the node ports in the spec of a service. */
export const nodePortsOf = ({ports = []}: ServiceSpec): readonly number[] => ports.flatMap(({nodePort = 0}) => nodePort === 0 ? [] : [nodePort])

/** The spec of a service; an empty one for none. */
export const specOf = ({spec = {}}: Service): ServiceSpec => spec

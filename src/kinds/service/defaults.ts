import type {Service, ServicePort, ServiceSpec} from '../../machinery/api/core-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {withAbsentFilled, withZeroFilled} from '../shared/fill.js'
import {isExternallyAccessible, specOf} from './traits.js'

/** The timeout of session affinity in seconds. */
const affinityTimeout = 10800

/** API defaulting of a service (core/v1 `SetDefaults_Service`; spec kinds 2.1). */
export function setServiceDefaults(service: Service): Service {
  const typed = withZeroFilled<ServiceSpec>(withAffinity(specOf(service)), {type: 'ClusterIP'})
  const {ports, type} = typed
  const spec = ports === undefined ? typed : assign<ServiceSpec>(typed, {ports: mapItems(ports, withPortDefaults)})
  return assign<Service>(service, {spec: withAbsentFilled(withZeroFilled(spec, {
    ...isExternallyAccessible(spec) && {externalTrafficPolicy: 'Cluster'},
  }), {
    ...['ClusterIP', 'NodePort', 'LoadBalancer'].includes(type ?? '') && {internalTrafficPolicy: 'Cluster'},
    ...type === 'LoadBalancer' && {allocateLoadBalancerNodePorts: true},
  })})
}

function withAffinity(spec: ServiceSpec): ServiceSpec {
  const {sessionAffinityConfig: config, ...rest} = spec
  const affinity = spec.sessionAffinity || 'None'
  if (affinity === 'None') return assign<ServiceSpec>(config === undefined ? spec : rest, {sessionAffinity: affinity})
  if (affinity !== 'ClientIP' || config?.clientIP?.timeoutSeconds !== undefined) return spec
  return {...spec, sessionAffinityConfig: {clientIP: {timeoutSeconds: affinityTimeout}}}
}

function withPortDefaults(port: ServicePort): ServicePort {
  const {port: number = 0} = port
  return withZeroFilled(port, {protocol: 'TCP', targetPort: number})
}

import type {KubeObject} from '../kind.js'

/** One port of a service (core/v1 ServicePort). */
export interface ServicePort {
  readonly name?: string
  readonly protocol?: string
  readonly appProtocol?: string
  readonly port?: number
  readonly targetPort?: number | string
  readonly nodePort?: number
}

/** The desired state of a service (core/v1 ServiceSpec). */
export interface ServiceSpec {
  readonly type?: string
  readonly selector?: Readonly<Record<string, string>>
  readonly ports?: readonly ServicePort[]
  readonly clusterIP?: string
  readonly clusterIPs?: readonly string[]
  readonly ipFamilies?: readonly string[]
  readonly ipFamilyPolicy?: string
  readonly externalIPs?: readonly string[]
  readonly externalName?: string
  readonly externalTrafficPolicy?: string
  readonly healthCheckNodePort?: number
  readonly internalTrafficPolicy?: string
  readonly allocateLoadBalancerNodePorts?: boolean
  readonly loadBalancerClass?: string
  readonly loadBalancerIP?: string
  readonly loadBalancerSourceRanges?: readonly string[]
  readonly publishNotReadyAddresses?: boolean
  readonly sessionAffinity?: string
  readonly sessionAffinityConfig?: {readonly clientIP?: {readonly timeoutSeconds?: number}}
  readonly trafficDistribution?: string
}

/** The state of a service (core/v1 ServiceStatus). */
export interface ServiceStatus {
  readonly loadBalancer?: {readonly ingress?: readonly unknown[]}
}

/** core/v1 Service. */
export interface Service extends KubeObject {
  readonly spec?: ServiceSpec
  readonly status?: ServiceStatus
}

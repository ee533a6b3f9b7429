import type {ResourceList} from '../../machinery/quantity/resource-list.js'
import type {KubeObject} from '../kind.js'
import type {Container, ResourceRequirements} from './containers/types.js'
import type {Affinity, Toleration, TopologySpreadConstraint} from './scheduling/types.js'
import type {PodSecurityContext} from './security/types.js'
import type {Volume} from './volumes/types.js'

export type {Container, ResourceRequirements} from './containers/types.js'
export type {PodAffinity, PodAffinityTerm, Toleration} from './scheduling/types.js'

/** A resource claim of a pod, or a template that one is made from. */
export interface PodResourceClaim {
  readonly name?: string
  readonly resourceClaimName?: string
  readonly resourceClaimTemplateName?: string
}

export interface PodDnsConfig {
  readonly nameservers?: readonly string[]
  readonly searches?: readonly string[]
  readonly options?: readonly {readonly name?: string, readonly value?: string}[]
}

export interface PodSpec {
  readonly volumes?: readonly Volume[]
  readonly containers?: readonly Container[]
  readonly initContainers?: readonly Container[]
  readonly ephemeralContainers?: readonly Container[]
  /** Pod-level resources. */
  readonly resources?: ResourceRequirements
  readonly overhead?: ResourceList
  readonly restartPolicy?: string
  readonly terminationGracePeriodSeconds?: number
  readonly activeDeadlineSeconds?: number
  readonly dnsPolicy?: string
  readonly schedulerName?: string
  readonly dnsConfig?: PodDnsConfig
  readonly securityContext?: PodSecurityContext
  readonly hostNetwork?: boolean
  readonly hostPID?: boolean
  readonly hostIPC?: boolean
  readonly hostUsers?: boolean
  readonly shareProcessNamespace?: boolean
  readonly enableServiceLinks?: boolean
  readonly serviceAccountName?: string
  /** The name of old of `serviceAccountName`. */
  readonly serviceAccount?: string
  readonly hostname?: string
  readonly subdomain?: string
  readonly hostnameOverride?: string
  readonly setHostnameAsFQDN?: boolean
  readonly hostAliases?: readonly {readonly ip?: string, readonly hostnames?: readonly string[]}[]
  readonly imagePullSecrets?: readonly {readonly name?: string}[]
  readonly readinessGates?: readonly {readonly conditionType?: string}[]
  readonly schedulingGates?: readonly {readonly name?: string}[]
  readonly schedulingGroup?: object
  readonly priorityClassName?: string
  readonly priority?: number
  readonly preemptionPolicy?: string
  readonly runtimeClassName?: string
  readonly nodeName?: string
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly tolerations?: readonly Toleration[]
  readonly affinity?: Affinity
  readonly topologySpreadConstraints?: readonly TopologySpreadConstraint[]
  readonly os?: {readonly name?: string}
  /** The resource claims that containers may use. */
  readonly resourceClaims?: readonly PodResourceClaim[]
}

/** The current state of a container. */
export interface ContainerStatus {
  readonly name?: string
  readonly resources?: ResourceRequirements
  readonly allocatedResources?: ResourceList
}

export interface PodStatus {
  readonly phase?: string
  readonly qosClass?: string
  readonly conditions?: readonly {readonly type?: string, readonly status?: string, readonly reason?: string, readonly message?: string}[]
  readonly containerStatuses?: readonly ContainerStatus[]
  readonly initContainerStatuses?: readonly ContainerStatus[]
  readonly extendedResourceClaimStatus?: {readonly resourceClaimName?: string}
}

export interface Pod extends KubeObject {
  readonly spec?: PodSpec
  readonly status?: PodStatus
}

export const mirrorAnnotation = 'kubernetes.io/config.mirror'

/** True if a pod is the kubelet's copy of a static manifest of its node. */
export const isMirrorPod = ({metadata}: Pick<Pod, 'metadata'>): boolean => metadata.annotations?.[mirrorAnnotation] !== undefined

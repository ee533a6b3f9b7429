import type {LabelSelector} from '../../machinery/label-selector.js'
import type {Quantity} from '../../machinery/quantity.js'
import type {ResourceList} from '../../machinery/resource-list.js'
import type {KubeObject} from '../kind.js'
import type {ResourceRequirements as Resources} from '../resources.js'
import type {ObjectFieldSelector, Volume} from './volume-types.js'

/** What a container, or a pod as a whole, asks for and may use at most. */
export interface ResourceRequirements extends Resources {
  readonly claims?: readonly {readonly name?: string; readonly request?: string}[]
}

export interface ContainerPort {
  readonly name?: string
  readonly containerPort?: number
  readonly hostPort?: number
  readonly hostIP?: string
  readonly protocol?: string
}

export interface EnvVar {
  readonly name?: string
  readonly value?: string
  readonly valueFrom?: {
    readonly fieldRef?: ObjectFieldSelector
    readonly resourceFieldRef?: {readonly divisor?: Quantity}
    readonly fileKeyRef?: {readonly optional?: boolean}
  }
}

export interface HttpGetAction {
  readonly path?: string
  readonly scheme?: string
}

export interface Probe {
  readonly httpGet?: HttpGetAction
  readonly grpc?: {readonly service?: string}
  readonly timeoutSeconds?: number
  readonly periodSeconds?: number
  readonly successThreshold?: number
  readonly failureThreshold?: number
}

export interface LifecycleHandler {
  readonly httpGet?: HttpGetAction
}

export interface Lifecycle {
  readonly postStart?: LifecycleHandler
  readonly preStop?: LifecycleHandler
  readonly stopSignal?: string
}

/** A container, init container or ephemeral container. */
export interface Container {
  readonly name?: string
  readonly image?: string
  readonly ports?: readonly ContainerPort[]
  readonly env?: readonly EnvVar[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: string
  readonly imagePullPolicy?: string
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: readonly {readonly resourceName?: string; readonly restartPolicy?: string}[]
  /** `Always` makes an init container a sidecar. */
  readonly restartPolicy?: string
  readonly targetContainerName?: string
}

export interface Toleration {
  readonly key?: string
  readonly operator?: string
  readonly value?: string
  readonly effect?: string
  readonly tolerationSeconds?: number
}

export interface PodAffinityTerm {
  readonly labelSelector?: LabelSelector
  readonly namespaces?: readonly string[]
  readonly namespaceSelector?: LabelSelector
  readonly topologyKey?: string
}

export interface WeightedPodAffinityTerm {
  readonly weight?: number
  readonly podAffinityTerm?: PodAffinityTerm
}

/** Which pods a pod wants near, or far away (podAffinity, podAntiAffinity). */
export interface PodAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodAffinityTerm[]
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly WeightedPodAffinityTerm[]
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
  readonly securityContext?: object
  readonly serviceAccountName?: string
  /** The name of old of `serviceAccountName`. */
  readonly serviceAccount?: string
  readonly hostname?: string
  readonly subdomain?: string
  readonly schedulingGates?: readonly {readonly name?: string}[]
  readonly schedulingGroup?: object
  readonly priorityClassName?: string
  readonly priority?: number
  readonly preemptionPolicy?: string
  readonly runtimeClassName?: string
  readonly nodeName?: string
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly tolerations?: readonly Toleration[]
  readonly affinity?: {readonly nodeAffinity?: object, readonly podAffinity?: PodAffinity, readonly podAntiAffinity?: PodAffinity}
  readonly os?: {readonly name?: string}
  /** The resource claims that containers may use. */
  readonly resourceClaims?: readonly {readonly name?: string}[]
}

/** What a container runs with right now. */
export interface ContainerStatus {
  readonly name?: string
  readonly resources?: ResourceRequirements
  readonly allocatedResources?: ResourceList
}

export interface PodStatus {
  readonly phase?: string
  readonly qosClass?: string
  readonly conditions?: readonly {readonly type?: string, readonly reason?: string}[]
  readonly containerStatuses?: readonly ContainerStatus[]
  readonly initContainerStatuses?: readonly ContainerStatus[]
  readonly extendedResourceClaimStatus?: {readonly resourceClaimName?: string}
}

export interface Pod extends KubeObject {
  readonly spec?: PodSpec
  readonly status?: PodStatus
}

/** True of a pod that a kubelet reports for a static manifest of its node. */
export const isMirrorPod = ({metadata}: Pod): boolean => metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined

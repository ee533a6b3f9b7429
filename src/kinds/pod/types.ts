import type {LabelSelector} from '../../machinery/label-selector.js'
import type {ResourceList} from '../../machinery/resource-list.js'
import type {KubeObject} from '../kind.js'
import type {ResourceRequirements as Resources} from '../resources.js'

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

/** A container, init container or ephemeral container. */
export interface Container {
  readonly name?: string
  readonly image?: string
  readonly ports?: readonly ContainerPort[]
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

export interface PodSpec {
  readonly containers?: readonly Container[]
  readonly initContainers?: readonly Container[]
  readonly ephemeralContainers?: readonly Container[]
  /** Pod-level resources. */
  readonly resources?: ResourceRequirements
  readonly overhead?: ResourceList
  readonly restartPolicy?: string
  readonly activeDeadlineSeconds?: number
  readonly priorityClassName?: string
  readonly priority?: number
  readonly preemptionPolicy?: string
  readonly runtimeClassName?: string
  readonly nodeName?: string
  readonly nodeSelector?: Readonly<Record<string, string>>
  readonly tolerations?: readonly Toleration[]
  readonly os?: {readonly name?: string}
  /** The resource claims that containers may use. */
  readonly resourceClaims?: readonly {readonly name?: string}[]
}

export interface PodStatus {
  readonly phase?: string
  readonly qosClass?: string
}

export interface Pod extends KubeObject {
  readonly spec?: PodSpec
  readonly status?: PodStatus
}

/** True of a pod that a kubelet reports for a static manifest of its node. */
export const isMirrorPod = ({metadata}: Pod): boolean => metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined

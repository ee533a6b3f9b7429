import type {IntOrString} from '../../../machinery/field/int-or-percent.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import type {ResourceRequirements as Resources} from '../../shared/resources.js'
import type {SecurityContext} from '../security/types.js'

// The types of a container (core/v1 Container and the types in it).

/** Requests and limits of a container or a pod. */
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

/** A field of the pod that a volume or variable shows to its containers. */
export interface ObjectFieldSelector {
  readonly apiVersion?: string
  readonly fieldPath?: string
}

/** An amount of a container that a variable or file shows. */
export interface ResourceFieldSelector {
  readonly containerName?: string
  readonly resource?: string
  readonly divisor?: Quantity
}

/** A key of a ConfigMap or Secret. */
export interface KeySelector {
  readonly name?: string
  readonly key?: string
}

/** A variable in a file of a volume. */
export interface FileKeySelector {
  readonly volumeName?: string
  readonly path?: string
  readonly key?: string
  readonly optional?: boolean
}

export interface EnvVarSource {
  readonly fieldRef?: ObjectFieldSelector
  readonly resourceFieldRef?: ResourceFieldSelector
  readonly configMapKeyRef?: KeySelector
  readonly secretKeyRef?: KeySelector
  readonly fileKeyRef?: FileKeySelector
}

export interface EnvVar {
  readonly name?: string
  readonly value?: string
  readonly valueFrom?: EnvVarSource
}

/** A ConfigMap or Secret whose keys all become variables. */
export interface EnvFromSource {
  readonly prefix?: string
  readonly configMapRef?: {readonly name?: string}
  readonly secretRef?: {readonly name?: string}
}

export interface VolumeMount {
  readonly name?: string
  readonly mountPath?: string
  readonly readOnly?: boolean
  readonly recursiveReadOnly?: string
  readonly subPath?: string
  readonly subPathExpr?: string
  readonly mountPropagation?: string
}

export interface VolumeDevice {
  readonly name?: string
  readonly devicePath?: string
}

export interface HttpGetAction {
  readonly path?: string
  readonly port?: IntOrString
  readonly scheme?: string
  readonly httpHeaders?: readonly {readonly name?: string}[]
}

/** The action of a probe or a hook: one of these, or by mistake none or several. */
export interface Handler {
  readonly exec?: {readonly command?: readonly string[]}
  readonly httpGet?: HttpGetAction
  readonly tcpSocket?: {readonly port?: IntOrString}
  readonly grpc?: {readonly port?: number, readonly service?: string}
  readonly sleep?: {readonly seconds?: number}
}

export interface Probe extends Omit<Handler, 'sleep'> {
  readonly initialDelaySeconds?: number
  readonly timeoutSeconds?: number
  readonly periodSeconds?: number
  readonly successThreshold?: number
  readonly failureThreshold?: number
  readonly terminationGracePeriodSeconds?: number
}

export type LifecycleHandler = Omit<Handler, 'grpc'>

export interface Lifecycle {
  readonly postStart?: LifecycleHandler
  readonly preStop?: LifecycleHandler
  readonly stopSignal?: string
}

/** The effect of a resize of one resource on the container. */
export interface ContainerResizePolicy {
  readonly resourceName?: string
  readonly restartPolicy?: string
}

/** The reaction to certain exit codes of a container. */
export interface ContainerRestartRule {
  readonly action?: string
  readonly exitCodes?: {readonly operator?: string, readonly values?: readonly number[]}
}

/** A container, init container or ephemeral container. */
export interface Container {
  readonly name?: string
  readonly image?: string
  readonly ports?: readonly ContainerPort[]
  readonly env?: readonly EnvVar[]
  readonly envFrom?: readonly EnvFromSource[]
  readonly volumeMounts?: readonly VolumeMount[]
  readonly volumeDevices?: readonly VolumeDevice[]
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
  readonly startupProbe?: Probe
  readonly lifecycle?: Lifecycle
  readonly terminationMessagePath?: string
  readonly terminationMessagePolicy?: string
  readonly imagePullPolicy?: string
  readonly resources?: ResourceRequirements
  readonly resizePolicy?: readonly ContainerResizePolicy[]
  readonly securityContext?: SecurityContext
  /** `Always` makes an init container a sidecar. */
  readonly restartPolicy?: string
  readonly restartPolicyRules?: readonly ContainerRestartRule[]
  readonly targetContainerName?: string
}

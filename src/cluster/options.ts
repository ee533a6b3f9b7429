import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {Clock} from '../admission/clock.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import type {ConflictResolution} from '../admission/plugin.js'
import type {KubernetesVersion} from '../machinery/kubernetes-version.js'
import type {Request} from './review.js'

/**
 * How a cluster is, where it is not as most are. `enableAdmissionPlugins`, `disableAdmissionPlugins` and `admissionControl` are the
 * flags of the API server: plugins that are off by default, such as PodQos, are enabled by name or by their configuration; LimitRanger,
 * ResourceQuota and others that are on by default can be disabled.
 */
export interface ClusterOptions extends PluginFlags {
  /** What time it is; without it, it is always the beginning of 1970. */
  readonly clock?: Clock
  /** False to leave to the requests what controllers do: the status of quotas is then what admission makes of it. */
  readonly controllers?: boolean
  /**
   * In milliseconds, how often the quota controller counts what has become of other objects than pods, as the design document has it.
   * Without it the controller counts every change at once, as today's does.
   */
  readonly resync?: number
  /** The configurations of admission plugins, decoded, by the name of the plugin. */
  readonly pluginConfigurations?: PluginConfigurations
  /** What becomes of an object for which MetadataPolicies ask for different values of one label; by default it is refused. */
  readonly metadataPolicyConflict?: ConflictResolution
  /** False for a server on which containers may not be privileged (its flag `--allow-privileged`); true by default, as on most. */
  readonly allowPrivileged?: boolean
  /** The version of Kubernetes whose answers are given; by default the latest that is known. */
  readonly kubernetesVersion?: KubernetesVersion
  /** Changes each new pod before anything else is done with it, as a sidecar injector does. */
  readonly injector?: (pod: Request['object']) => Request['object']
  /** Makes the random end of generated names; without it `XXXXX` stands there. */
  readonly nameSuffix?: () => string
}

/** What identifies a stored object. */
export interface ObjectReference {
  readonly apiVersion: string
  readonly kind: string
  /** By default `default`; of no account for cluster-wide kinds. */
  readonly namespace?: string
  readonly name: string
}

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {Clock} from '../admission/clock.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import type {ConflictResolution, DecidingPart} from '../admission/plugin.js'
import type {KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {Request} from './review.js'
import type {WorkLimit} from './work-limit.js'

/** The options of a cluster that do not affect its answers. */
export interface ClusterObservers {
  /** Called for each part of a policy or configuration without which an answer would differ, if neither a reason nor a change names it. */
  readonly onDecision?: (part: DecidingPart) => void
  /** Limits the work of the cluster and of its forks; by default it is not limited. */
  readonly work?: Pick<WorkLimit, 'spend'>
}

/**
 * Options of a cluster that differ from the defaults. `enableAdmissionPlugins`, `disableAdmissionPlugins` and `admissionControl` are the
 * flags of the API server: plugins that are off by default, such as PodQos, are enabled by name or by their configuration; LimitRanger,
 * ResourceQuota and others that are on by default can be disabled.
 */
export interface ClusterOptions extends PluginFlags, ClusterObservers {
  /** The current time; by default the beginning of 1970. */
  readonly clock?: Clock
  /** False to run no controllers: only admission updates the status of quotas. */
  readonly controllers?: boolean
  /**
   * Period in milliseconds after which the quota controller recounts objects other than pods, as in the design document.
   * By default the controller counts every change at once, like the current one.
   */
  readonly resync?: number
  /** The configurations of admission plugins, decoded, by the name of the plugin. */
  readonly pluginConfigurations?: PluginConfigurations
  /** The resolution of MetadataPolicies with different values for one label; by default the object is rejected. */
  readonly metadataPolicyConflict?: ConflictResolution
  /** False for a server on which containers may not be privileged (its flag `--allow-privileged`); true by default, as on most. */
  readonly allowPrivileged?: boolean
  /** The version of Kubernetes to emulate; by default the latest known one. */
  readonly kubernetesVersion?: KubernetesVersion
  /** Changes each new pod before anything else, like a sidecar injector. */
  readonly injector?: (pod: Request['object']) => Request['object']
  /** True to explain each answer: the decision of each plugin and the values behind it (`Review.trace`). */
  readonly explains?: boolean
  /** Returns the random suffix of a generated name; by default the suffix is `XXXXX`. */
  readonly nameSuffix?: () => string
}

/** The identity of a stored object. */
export interface ObjectReference {
  readonly apiVersion: string
  readonly kind: string
  /** By default `default`; ignored for cluster-wide kinds. */
  readonly namespace?: string
  readonly name: string
}

import {rules as eventRateLimitRules} from '../../admission/plugins/event-rate-limit/rules.js'
import {rules as limitRangeRules} from '../../admission/plugins/limit-ranger/rules.js'
import {rules as metadataPolicyRules} from '../../admission/plugins/metadata-policy/rules.js'
import {rules as resourceQuotaRules} from '../../admission/plugins/resource-quota/rules.js'
import {compareText} from '../../machinery/go-text.js'
import type {Rule} from '../../machinery/rule.js'
import {rules as admissionConfigurationRules} from './admission-configuration.js'
import {rules as configMapRules} from './config-map.js'
import {rules as cronJobRules} from './cron-job.js'
import {rules as daemonSetRules} from './daemon-set.js'
import {rules as decodeRules} from './decode.js'
import {rules as deploymentRules} from './deployment.js'
import {rules as deviceClassRules} from './device-class.js'
import {rules as eventRules} from './event.js'
import {rules as horizontalPodAutoscalerRules} from './horizontal-pod-autoscaler.js'
import {rules as ingressRules} from './ingress.js'
import {rules as jobRules} from './job.js'
import {rules as jsonRules} from './json.js'
import {rules as kubeApiserverRules} from './kube-apiserver.js'
import {rules as manifestRules} from './manifest.js'
import {rules as metadataRules} from './metadata.js'
import {rules as namespaceRules} from './namespace.js'
import {rules as networkPolicyRules} from './network-policy.js'
import {rules as persistentVolumeClaimRules} from './persistent-volume-claim.js'
import {rules as podDisruptionBudgetRules} from './pod-disruption-budget.js'
import {rules as podRules} from './pod.js'
import {rules as podAnnotationRules} from './pod-annotations.js'
import {rules as podContainerRules} from './pod-containers.js'
import {rules as podNetworkRules} from './pod-network.js'
import {rules as podSchedulingRules} from './pod-scheduling.js'
import {rules as podSecurityRules} from './pod-security.js'
import {rules as podVolumeRules} from './pod-volumes.js'
import {rules as priorityClassRules} from './priority-class.js'
import {rules as resourceClaimRules} from './resource-claim.js'
import {rules as resourcesRules} from './resources.js'
import {rules as runtimeClassRules} from './runtime-class.js'
import {rules as secretRules} from './secret.js'
import {rules as serviceRules} from './service.js'
import {rules as sourceRules} from './source.js'
import {rules as statefulSetRules} from './stateful-set.js'
import {rules as storageClassRules} from './storage-class.js'
import {rules as suppressionRules} from './suppression.js'
import {rules as volumeAttributesClassRules} from './volume-attributes-class.js'
import {rules as workloadRules} from './workload.js'
import {rules as yamlRules} from './yaml.js'

/**
 * Every rule that `kadm lint` checks, by its id. Linting itself does not read this: the code that checks a rule knows only
 * its id.
 */
export const rules: readonly Rule[] = [
  ...sourceRules,
  ...suppressionRules,
  ...yamlRules,
  ...jsonRules,
  ...kubeApiserverRules,
  ...manifestRules,
  ...decodeRules,
  ...metadataRules,
  ...resourcesRules,
  ...podRules,
  ...podAnnotationRules,
  ...podContainerRules,
  ...podNetworkRules,
  ...podSchedulingRules,
  ...podSecurityRules,
  ...podVolumeRules,
  ...workloadRules,
  ...deploymentRules,
  ...daemonSetRules,
  ...statefulSetRules,
  ...jobRules,
  ...cronJobRules,
  ...horizontalPodAutoscalerRules,
  ...podDisruptionBudgetRules,
  ...serviceRules,
  ...configMapRules,
  ...secretRules,
  ...persistentVolumeClaimRules,
  ...namespaceRules,
  ...priorityClassRules,
  ...runtimeClassRules,
  ...eventRules,
  ...storageClassRules,
  ...volumeAttributesClassRules,
  ...ingressRules,
  ...networkPolicyRules,
  ...resourceClaimRules,
  ...deviceClassRules,
  ...admissionConfigurationRules,
  ...eventRateLimitRules,
  ...limitRangeRules,
  ...resourceQuotaRules,
  ...metadataPolicyRules,
].sort((a, b) => compareText(a.id, b.id))

/** The rule of that id. */
export const ruleById = (id: string): Rule | undefined => rules.find((rule) => rule.id === id)

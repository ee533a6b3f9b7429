import {rules as eventRateLimitRules} from '../../admission/plugins/event-rate-limit/rules.js'
import {rules as limitRangerRules} from '../../admission/plugins/limit-ranger/rules.js'
import {rules as metadataPolicyPluginRules} from '../../admission/plugins/metadata-policy/rules.js'
import {rules as resourceQuotaPluginRules} from '../../admission/plugins/resource-quota/rules.js'
import {compareText} from '../../machinery/go/text.js'
import type {Rule} from '../../machinery/field/rule.js'
import {rules as admissionConfigurationRules} from './admission-configuration.js'
import {rules as configMapRules} from '../../kinds/config-map/rules.js'
import {rules as cronJobRules} from '../../kinds/cron-job/rules.js'
import {rules as daemonSetRules} from '../../kinds/daemon-set/rules.js'
import {rules as decodeRules} from './decode.js'
import {rules as deploymentRules} from '../../kinds/deployment/rules.js'
import {rules as deviceClassRules} from '../../kinds/device-class/rules.js'
import {rules as eventRules} from '../../kinds/event/rules.js'
import {rules as horizontalPodAutoscalerRules} from '../../kinds/horizontal-pod-autoscaler/rules.js'
import {rules as ingressRules} from '../../kinds/ingress/rules.js'
import {rules as jobRules} from '../../kinds/job/rules.js'
import {rules as jsonRules} from './json.js'
import {rules as kubeApiserverRules} from './kube-apiserver.js'
import {rules as limitRangeRules} from '../../kinds/limit-range/rules.js'
import {rules as manifestRules} from './manifest.js'
import {rules as metadataRules} from './metadata.js'
import {rules as metadataPolicyRules} from '../../kinds/metadata-policy/rules.js'
import {rules as namespaceRules} from '../../kinds/namespace/rules.js'
import {rules as networkPolicyRules} from '../../kinds/network-policy/rules.js'
import {rules as persistentVolumeClaimRules} from '../../kinds/persistent-volume-claim/rules.js'
import {rules as podDisruptionBudgetRules} from '../../kinds/pod-disruption-budget/rules.js'
import {rules as podRules} from '../../kinds/pod/rules.js'
import {rules as podAnnotationRules} from '../../kinds/pod/annotation-rules.js'
import {rules as podContainerRules} from '../../kinds/pod/containers/rules.js'
import {rules as podNetworkRules} from '../../kinds/pod/network-rules.js'
import {rules as podSchedulingRules} from '../../kinds/pod/scheduling/rules.js'
import {rules as podSecurityRules} from '../../kinds/pod/security/rules.js'
import {rules as podVolumeRules} from '../../kinds/pod/volumes/rules.js'
import {rules as priorityClassRules} from '../../kinds/priority-class/rules.js'
import {rules as resourceClaimRules} from '../../kinds/resource-claim/rules.js'
import {rules as resourceQuotaRules} from '../../kinds/resource-quota/rules.js'
import {rules as resourceQuotaUsageRules} from '../../kinds/resource-quota-usage/rules.js'
import {rules as resourcesRules} from '../../kinds/shared/resource-rules.js'
import {rules as runtimeClassRules} from '../../kinds/runtime-class/rules.js'
import {rules as secretRules} from '../../kinds/secret/rules.js'
import {rules as serviceRules} from '../../kinds/service/rules.js'
import {rules as sourceRules} from './source.js'
import {rules as statefulSetRules} from '../../kinds/stateful-set/rules.js'
import {rules as storageClassRules} from '../../kinds/storage-class/rules.js'
import {rules as suppressionRules} from './suppression.js'
import {rules as volumeAttributesClassRules} from '../../kinds/volume-attributes-class/rules.js'
import {rules as workloadRules} from '../../kinds/pod-template/rules.js'
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
  ...limitRangerRules,
  ...resourceQuotaRules,
  ...resourceQuotaUsageRules,
  ...resourceQuotaPluginRules,
  ...metadataPolicyRules,
  ...metadataPolicyPluginRules,
].sort((a, b) => compareText(a.id, b.id))

/** The rule of that id. */
export const ruleById = (id: string): Rule | undefined => rules.find((rule) => rule.id === id)

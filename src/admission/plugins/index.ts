import type {PluginDefinition} from '../plugin.js'
import {alwaysDeny} from './always-deny/index.js'
import {alwaysPullImages} from './always-pull-images/index.js'
import {certificateSubjectRestriction} from './certificate-subject-restriction/index.js'
import {defaultIngressClass} from './default-ingress-class/index.js'
import {defaultStorageClass} from './default-storage-class/index.js'
import {defaultTolerationSeconds} from './default-toleration-seconds/index.js'
import {denyServiceExternalIPs} from './deny-service-external-ips/index.js'
import {eventRateLimit} from './event-rate-limit/index.js'
import {extendedResourceToleration} from './extended-resource-toleration/index.js'
import {limitPodHardAntiAffinityTopology} from './limit-pod-hard-anti-affinity-topology/index.js'
import {limitRanger} from './limit-ranger/index.js'
import {metadataPolicy} from './metadata-policy/index.js'
import {namespaceAutoProvision} from './namespace-auto-provision/index.js'
import {namespaceExists} from './namespace-exists/index.js'
import {namespaceLifecycle} from './namespace-lifecycle/index.js'
import {nodeDeclaredFeatureValidator} from './node-declared-feature-validator/index.js'
import {nodeRestriction} from './node-restriction/index.js'
import {persistentVolumeClaimResize} from './persistent-volume-claim-resize/index.js'
import {podNodeSelector} from './pod-node-selector/index.js'
import {podQos} from './pod-qos/index.js'
import {podResizeValidator} from './pod-resize-validator/index.js'
import {podSecurity} from './pod-security/index.js'
import {podTolerationRestriction} from './pod-toleration-restriction/index.js'
import {podTopologyLabels} from './pod-topology-labels/index.js'
import {priority} from './priority/index.js'
import {resourceQuotaPlugin} from './resource-quota/index.js'
import {runtimeClassPlugin} from './runtime-class/index.js'
import {serviceAccountPlugin} from './service-account/index.js'
import {storageObjectInUseProtection} from './storage-object-in-use-protection/index.js'
import {taintNodesByCondition} from './taint-nodes-by-condition/index.js'

/**
 * The admission plugins in the order of the API server (spec apimachinery 6.2), in both phases. This list decides:
 * adding a plugin is a folder and a line here.
 */
export const admissionPlugins: readonly PluginDefinition[] = [
  namespaceAutoProvision,
  namespaceLifecycle,
  namespaceExists,
  limitPodHardAntiAffinityTopology,
  limitRanger,
  serviceAccountPlugin,
  nodeRestriction,
  taintNodesByCondition,
  alwaysPullImages,
  podSecurity,
  podNodeSelector,
  priority,
  defaultTolerationSeconds,
  podTolerationRestriction,
  eventRateLimit,
  extendedResourceToleration,
  defaultStorageClass,
  storageObjectInUseProtection,
  persistentVolumeClaimResize,
  runtimeClassPlugin,
  certificateSubjectRestriction,
  defaultIngressClass,
  denyServiceExternalIPs,
  podTopologyLabels,
  nodeDeclaredFeatureValidator,
  podResizeValidator,
  // These two, which no API server has, run at the place of MutatingAdmissionPolicy.
  podQos,
  metadataPolicy,
  resourceQuotaPlugin,
  alwaysDeny,
]

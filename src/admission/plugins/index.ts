import type {PluginDefinition} from '../plugin.js'
import {defaultStorageClass} from './default-storage-class/index.js'
import {defaultTolerationSeconds} from './default-toleration-seconds/index.js'
import {eventRateLimit} from './event-rate-limit/index.js'
import {limitRanger} from './limit-ranger/index.js'
import {metadataPolicy} from './metadata-policy/index.js'
import {namespaceLifecycle} from './namespace-lifecycle/index.js'
import {persistentVolumeClaimResize} from './persistent-volume-claim-resize/index.js'
import {podQos} from './pod-qos/index.js'
import {podSecurity} from './pod-security/index.js'
import {priority} from './priority/index.js'
import {resourceQuotaPlugin} from './resource-quota/index.js'
import {runtimeClassPlugin} from './runtime-class/index.js'
import {storageObjectInUseProtection} from './storage-object-in-use-protection/index.js'

/**
 * The admission plugins in the order of the API server (spec apimachinery 6.2), in both phases. This list decides:
 * adding a plugin is a folder and a line here.
 */
export const admissionPlugins: readonly PluginDefinition[] = [
  namespaceLifecycle,
  limitRanger,
  podSecurity,
  priority,
  defaultTolerationSeconds,
  eventRateLimit,
  defaultStorageClass,
  storageObjectInUseProtection,
  persistentVolumeClaimResize,
  runtimeClassPlugin,
  // These two, which no API server has, stand where MutatingAdmissionPolicy does.
  podQos,
  metadataPolicy,
  resourceQuotaPlugin,
]

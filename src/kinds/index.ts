import {configMap} from './config-map/index.js'
import {cronJob} from './cron-job/index.js'
import {customResourceDefinition} from './custom-resource-definition/index.js'
import {daemonSet} from './daemon-set/index.js'
import {deployment} from './deployment/index.js'
import {deviceClass} from './device-class/index.js'
import {event, newEvent} from './event/index.js'
import {horizontalPodAutoscaler} from './horizontal-pod-autoscaler/index.js'
import {horizontalPodAutoscalerV1} from './horizontal-pod-autoscaler/v1.js'
import {ingressClass} from './ingress-class/index.js'
import {ingress} from './ingress/index.js'
import {job} from './job/index.js'
import type {AnyKind} from './kind.js'
import {namespace} from './namespace/index.js'
import {networkPolicy} from './network-policy/index.js'
import {node} from './node/index.js'
import {persistentVolumeClaim} from './persistent-volume-claim/index.js'
import {podDisruptionBudget} from './pod-disruption-budget/index.js'
import {podTemplate} from './pod-template/index.js'
import {pod} from './pod/index.js'
import {priorityClass} from './priority-class/index.js'
import {replicaSet} from './replica-set/index.js'
import {replicationController} from './replication-controller/index.js'
import {resourceClaimTemplate} from './resource-claim-template/index.js'
import {resourceClaim} from './resource-claim/index.js'
import {runtimeClass} from './runtime-class/index.js'
import {secret} from './secret/index.js'
import {serviceAccount} from './service-account/index.js'
import {service} from './service/index.js'
import {statefulSet} from './stateful-set/index.js'
import {storageClass} from './storage-class/index.js'
import {volumeAttributesClass} from './volume-attributes-class/index.js'

/** The kinds that belong to no plugin. */
export const sharedKinds: readonly AnyKind[] = [
  configMap, cronJob, customResourceDefinition, daemonSet, deployment, deviceClass, event, horizontalPodAutoscaler, horizontalPodAutoscalerV1,
  ingress, ingressClass, job, namespace, networkPolicy, newEvent, node, persistentVolumeClaim, pod, podDisruptionBudget, podTemplate, priorityClass,
  replicaSet, replicationController, resourceClaim, resourceClaimTemplate, runtimeClass, secret, service, serviceAccount, statefulSet, storageClass,
  volumeAttributesClass,
]

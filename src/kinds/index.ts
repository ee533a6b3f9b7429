import {customResourceDefinition} from './custom-resource-definition.js'
import {deviceClass} from './device-class.js'
import type {AnyKind} from './kind.js'
import {namespace} from './namespace.js'
import {persistentVolumeClaim} from './persistent-volume-claim.js'
import {pod} from './pod/index.js'
import {priorityClass} from './priority-class.js'
import {replicationController} from './replication-controller.js'
import {resourceClaim} from './resource-claim.js'
import {runtimeClass} from './runtime-class.js'
import {storageClass} from './storage-class.js'

/** The kinds that belong to no plugin. */
export const sharedKinds: readonly AnyKind[] = [
  customResourceDefinition, deviceClass, namespace, persistentVolumeClaim, pod, priorityClass, replicationController, resourceClaim, runtimeClass, storageClass,
]

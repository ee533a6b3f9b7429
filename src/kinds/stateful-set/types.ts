import type {IntOrString} from '../../machinery/field/int-or-percent.js'
import type {LabelSelector} from '../../machinery/meta/label-selector.js'
import type {ObjectMeta} from '../../machinery/meta/object-meta.js'
import type {KubeObject} from '../kind.js'
import type {PersistentVolumeClaimSpec} from '../persistent-volume-claim/claim-spec.js'
import type {PodTemplateSpec} from '../pod-template/types.js'

export interface StatefulSetUpdateStrategy {
  readonly type?: string
  readonly rollingUpdate?: {readonly partition?: number, readonly maxUnavailable?: IntOrString}
}

/** The fate of the claims when the StatefulSet is deleted or scaled down. */
export interface ClaimRetentionPolicy {
  readonly whenDeleted?: string
  readonly whenScaled?: string
}

/** The template of a claim of each pod. */
export interface VolumeClaimTemplate {
  readonly apiVersion?: string
  readonly kind?: string
  readonly metadata?: ObjectMeta
  readonly spec?: PersistentVolumeClaimSpec
  readonly status?: {readonly phase?: string}
}

export interface StatefulSetSpec {
  readonly replicas?: number
  readonly selector?: LabelSelector
  readonly template?: PodTemplateSpec
  readonly volumeClaimTemplates?: readonly VolumeClaimTemplate[]
  readonly serviceName?: string
  readonly podManagementPolicy?: string
  readonly updateStrategy?: StatefulSetUpdateStrategy
  readonly revisionHistoryLimit?: number
  readonly minReadySeconds?: number
  readonly persistentVolumeClaimRetentionPolicy?: ClaimRetentionPolicy
  readonly ordinals?: {readonly start?: number}
}

export interface StatefulSet extends KubeObject {
  readonly spec?: StatefulSetSpec
  readonly status?: object
}

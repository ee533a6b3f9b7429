import type {ObjectMeta} from '../../machinery/meta/object-meta.js'
import type {PodSpec} from '../pod/types.js'

/** The template of a workload's pods (core/v1 PodTemplateSpec). */
export interface PodTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}

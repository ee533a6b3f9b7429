import type {ObjectMeta} from '../../machinery/object-meta.js'
import type {PodSpec} from '../pod/types.js'

/** What the pods of a workload are made from (core/v1 PodTemplateSpec). */
export interface PodTemplateSpec {
  readonly metadata?: ObjectMeta
  readonly spec?: PodSpec
}

import type {ObjectMeta} from '../../machinery/meta/object-meta.js'
import type {JobSpec} from '../job/types.js'
import type {KubeObject} from '../kind.js'

export interface CronJobSpec {
  readonly schedule?: string
  readonly timeZone?: string
  readonly startingDeadlineSeconds?: number | bigint
  readonly concurrencyPolicy?: string
  readonly suspend?: boolean
  readonly jobTemplate?: {readonly metadata?: ObjectMeta, readonly spec?: JobSpec}
  readonly successfulJobsHistoryLimit?: number
  readonly failedJobsHistoryLimit?: number
}

export interface CronJob extends KubeObject {
  readonly spec?: CronJobSpec
  readonly status?: object
}

import type {JsonObject} from '../../machinery/decode/encode.js'

/** The template of a workload as it is stored. */
export interface Template {
  readonly metadata?: {readonly labels?: JsonObject, readonly annotations?: JsonObject, readonly finalizers?: readonly string[]}
  readonly spec?: JsonObject
}

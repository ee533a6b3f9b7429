import type {Json} from '../../machinery/decode/encode.js'

/** A field in which two versions of an object differ. */
export interface FieldDifference {
  /** In Kubernetes' notation; items with a key are identified by it: `spec.containers[name=app].image`. */
  readonly field: string
  /** The value before; undefined if there was none. */
  readonly from: Json | undefined
  readonly to: Json | undefined
}

/** A field of a stored object changed by an update. */
export interface ObjectChange extends FieldDifference {
  /** The author of the change: `user`, the names of admission plugins, `defaults`, or `server` for fields that only the server writes. */
  readonly by: string
}

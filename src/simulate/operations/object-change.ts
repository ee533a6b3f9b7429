import type {Json} from '../../machinery/encode.js'

/** A field of a stored object that an update has changed. */
export interface ObjectChange {
  /** In Kubernetes' notation; items that have a key are named by it: `spec.containers[name=app].image`. */
  readonly field: string
  /** What was stored before, undefined for nothing. */
  readonly from: Json | undefined
  readonly to: Json | undefined
  /** Who changed it: `user`, admission plugins by their names, `defaults`, or `server` for what only the server writes. */
  readonly by: string
}

import type {Operation} from '../../admission/attributes.js'
import type {JsonObject} from '../../machinery/encode.js'
import type {Status} from '../../machinery/status.js'

/** What a controller asks of the API server. */
export interface ControllerRequest {
  readonly operation: Operation
  readonly namespace: string
  readonly object: JsonObject
}

/** What it needs of the answer. */
export interface ControllerAnswer {
  readonly allowed: boolean
  readonly status: Status
  /** As it is stored; undefined when the request is refused. */
  readonly object?: JsonObject
  /** By what name the server knows an object whose own name is one of many alike. */
  readonly storedAs?: string
}

/** What identifies a stored object. */
export interface StoredReference {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** The API server as controllers and kubelets see it. */
export interface ApiServer {
  handle(request: ControllerRequest): ControllerAnswer
  get(reference: StoredReference): JsonObject | undefined
  setStatus(reference: StoredReference, status: JsonObject): void
  /** In how many milliseconds the next resync of the quota controller comes; undefined where nothing waits for it. */
  readonly untilResync?: number | undefined
  /**
   * Lets time go by.
   *
   * @returns true when quotas may have got room by that
   */
  pass?(milliseconds: number): boolean
}

import type {JsonObject} from '../../machinery/encode.js'
import type {Quantity} from '../../machinery/quantity.js'
import type {Status} from '../../machinery/status.js'

/** An object that a controller has the API server create. */
export interface NewObject {
  readonly namespace: string
  readonly object: JsonObject
}

/** What a controller needs of the answer to a request. */
export interface ControllerAnswer {
  readonly allowed: boolean
  readonly status: Status
  /** As it is stored; undefined when the request is refused. */
  readonly object?: JsonObject
  /** By what name the server knows an object whose own name is one of many alike. */
  readonly storedAs?: string
}

/** What comes of a number of requests that differ in nothing but random ends of names: so many are let pass, and the next one is refused. */
export interface AlikeAnswers {
  /** How many were let pass. */
  readonly count: number
  /** The answer to the first, if it was let pass. */
  readonly admitted?: ControllerAnswer
  /** The answer to the first that was refused; no others were sent. */
  readonly refused?: ControllerAnswer
}

/** What identifies a stored object. */
export interface StoredReference {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** The API server as controllers and kubelets see it. What it knows by one name may be many objects alike. */
export interface ApiServer {
  /**
   * Creates so many objects alike, until one is refused.
   *
   * @param like by what name the server knows objects that these may be like, so that it keeps both as one
   */
  createAlike(object: NewObject, count: number, like?: string): AlikeAnswers
  deleteAlike(reference: StoredReference, count: number): unknown
  get(reference: StoredReference): JsonObject | undefined
  /** By what names the server knows the objects of a kind in a namespace. */
  names(kind: Omit<StoredReference, 'name'>): Iterable<string>
  /**
   * Gives so many objects another status.
   *
   * @param like by what name the server knows objects that these may be like from now on
   * @returns by what name it knows them from now on
   */
  setStatus(reference: StoredReference, status: JsonObject, count: number, like?: string): string
  /** Has so many more of the objects that the server knows by one name exist, as if they had been created and had come the same way. */
  addAlike(reference: StoredReference, count: number): void
  /** What quotas of a namespace leave of each resource, by the names of both. */
  headrooms(namespace: string): ReadonlyMap<string, Quantity>
  /** In how many milliseconds the next resync of the quota controller comes; undefined where nothing waits for it. */
  readonly untilResync?: number | undefined
  /**
   * Lets time go by.
   *
   * @returns true when quotas may have got room by that
   */
  pass?(milliseconds: number): boolean
}

import type {Operation} from '../admission/attributes.js'
import type {Step} from '../admission/chain.js'
import type {KubeObject} from '../kinds/kind.js'
import type {DecodeProblem} from '../machinery/decode-problem.js'
import type {JsonObject} from '../machinery/encode.js'
import type {FieldError} from '../machinery/field-error.js'
import type {Status} from '../machinery/status.js'

/** What a client asks of the API server. */
export interface Request {
  readonly operation: Operation
  /** The namespace of the URL; by default that of the object, else `default`. */
  readonly namespace?: string
  /** The body as plain JSON data. For a DELETE its apiVersion, kind and name are enough. */
  readonly object: Readonly<Record<string, unknown>>
  readonly user?: string
  /** `status` for example; by default the object itself. */
  readonly subresource?: string
  /** The kind whose object a Scale is for, where it is sent to the `scale` endpoint. */
  readonly scaled?: {readonly apiVersion: string, readonly kind: string}
  /** True to have the request answered and nothing stored. */
  readonly dryRun?: boolean
}

/** The answer to a request, with everything that led to it. */
export interface Review {
  readonly operation: Operation
  readonly allowed: boolean
  /** The API server's status; for an allowed request 200 or 201. */
  readonly status: Status
  /** The object as it is stored, undefined when the request is refused. */
  readonly object?: JsonObject
  /** By what name the cluster knows the object, when its own name is one of many alike (`web-XXXXX`). */
  readonly storedAs?: string
  /** What each admission plugin changed or refused, in order. */
  readonly steps: readonly Step[]
  /** The Warning headers that a client would see. */
  readonly warnings: readonly string[]
  /** What does not fit the type of the object, behind a 400. */
  readonly problems: readonly DecodeProblem[]
  /** The rules that the object breaks, behind a 422. */
  readonly errors: readonly FieldError[]
}

/** What comes of a number of requests to create objects that differ in nothing but a random end of their names. */
export interface CreatedAlike {
  /** How many were let pass. */
  readonly count: number
  /** The answer to the first, if it was let pass. */
  readonly admitted?: Review
  /** The answer to the first that was refused, which is the last that was sent. */
  readonly refused?: Review
}

/** A review as far as its parts are not empty. */
export type Answer = Partial<Review> & {readonly status: Status}

/** A request that every plugin and every rule lets pass, with its object as it is to be stored. */
export interface Passed {
  readonly object: KubeObject
  readonly steps: readonly Step[]
  readonly warnings: readonly string[]
}

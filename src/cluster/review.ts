import type {Operation} from '../admission/attributes.js'
import type {Step} from '../admission/chain.js'
import type {PluginExplanation} from '../admission/explanations.js'
import type {AuditAnnotations} from '../admission/plugin.js'
import type {KubeObject, Requester} from '../kinds/kind.js'
import type {JsonObject} from '../machinery/decode/encode.js'
import type {DecodeProblem} from '../machinery/decode/problem.js'
import type {FieldError} from '../machinery/field/error.js'
import type {Status} from '../machinery/meta/status.js'

/** The treatment of unknown fields in a body: the server rejects the body, drops the fields with warnings, or drops them silently. */
export type FieldValidation = 'Strict' | 'Warn' | 'Ignore'

/** A request to the API server. CertificateSigningRequests record the groups and extra fields of the user, and NodeRestriction reads the groups. */
export interface Request extends Requester {
  readonly operation: Operation
  /** The namespace of the URL; by default that of the object, else `default`. */
  readonly namespace?: string
  /** The body as plain JSON data. For a DELETE its apiVersion, kind and name are enough. */
  readonly object: Readonly<Record<string, unknown>>
  /** `status` for example; by default the object itself. */
  readonly subresource?: string
  /** The apiVersion and kind of the scaled object, for a Scale that is sent to the `scale` endpoint. */
  readonly scaled?: {readonly apiVersion: string, readonly kind: string}
  /** True to evaluate the request without storing anything. */
  readonly dryRun?: boolean
  /** The treatment of unknown fields; by default `Strict`, which kubectl requests. For kinds whose fields kadm does not know, it covers only the metadata. */
  readonly fieldValidation?: FieldValidation
}

/** The object after each stage of a request, and the values of plugins, for an explanation. */
export interface Trace {
  /** The object as decoded, with the defaults of its API; for a DELETE the stored object. */
  readonly defaulted: KubeObject
  /** The object after mutating admission. */
  readonly mutated: KubeObject
  readonly explanations: readonly PluginExplanation[]
}

/** The answer to a request, with the admission steps that led to it. */
export interface Review {
  readonly operation: Operation
  readonly allowed: boolean
  /** The API server's status; for an allowed request 200 or 201. */
  readonly status: Status
  /** The object as it is stored, undefined when the request is rejected. */
  readonly object?: JsonObject
  /** The key of the object in the cluster, when many objects share its name (`web-XXXXX`). */
  readonly storedAs?: string
  /** The changes and rejections of each admission plugin, in order. */
  readonly steps: readonly Step[]
  /** The Warning headers that the server returns. */
  readonly warnings: readonly string[]
  /** Why the object does not fit its type, for a 400. */
  readonly problems: readonly DecodeProblem[]
  /** The rules that the object breaks, for a 422. */
  readonly errors: readonly FieldError[]
  /** The annotations that plugins add to the event in the server's audit log; absent if there are none. */
  readonly auditAnnotations?: AuditAnnotations
  /** For a cluster that explains its answers. */
  readonly trace?: Trace
}

/** The result of creating a number of objects that differ only in the random suffix of their names. */
export interface CreatedBatch {
  /** The number of admitted objects. */
  readonly count: number
  /** The answer to the first admitted request, if any. */
  readonly admitted?: Review
  /** The answer to the rejected request, if any; no requests are sent after it. */
  readonly rejected?: Review
}

/** A review without its empty parts. */
export type Answer = Partial<Review> & {readonly status: Status}

/** An admitted and valid request, with the object to store. */
export interface Accepted extends Pick<Review, 'trace' | 'auditAnnotations'> {
  readonly object: KubeObject
  readonly steps: readonly Step[]
  readonly warnings: readonly string[]
}

import type {JsonObject} from '../../machinery/decode/encode.js'
import type {JsonPatchOperation} from '../../machinery/patch/json-patch.js'

/** The operations on the objects of the files. */
export const operations = ['create', 'apply', 'replace', 'delete'] as const

export type SendOperation = typeof operations[number]

/** The subresources that accept an object. */
export const subresources = ['status', 'resize', 'scale', 'ephemeralcontainers'] as const

export type Subresource = typeof subresources[number]

/** A strategic merge patch, which for a custom resource is a JSON merge patch, or a JSON patch. */
export type ObjectPatch =
  | {readonly kind: 'merge', readonly value: JsonObject}
  | {readonly kind: 'json', readonly operations: readonly JsonPatchOperation[]}

/** Options for sending objects. */
export interface SendOptions {
  /** By default an object is created, or applied if it exists. */
  readonly operation?: SendOperation
  /** The endpoint; by default that of the object itself. Subresources receive a replace. */
  readonly subresource?: Subresource
  /** Sends this patch for the stored object instead of the object. */
  readonly patch?: ObjectPatch
  /** The user who sends the objects. */
  readonly user?: string
  /** The groups of that user. */
  readonly groups?: readonly string[]
}

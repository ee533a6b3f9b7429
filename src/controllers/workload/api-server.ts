import type {OwnerReference} from '../../machinery/api/meta-v1.js'
import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {Status} from '../../machinery/meta/status.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

/** An object that a controller creates. */
export interface NewObject {
  readonly namespace: string
  readonly object: JsonObject
  /** Returns the object with an index, where `object` represents objects that differ in a number. */
  readonly nth?: (index: number) => JsonObject
}

/** The part of an answer that a controller needs. */
export interface ControllerAnswer {
  readonly allowed: boolean
  readonly status: Status
  /** The stored object; undefined when the request is rejected. */
  readonly object?: JsonObject
  /** The key of objects that are alike. */
  readonly storedAs?: string
}

/** Objects that differ only in the number at the end of their names. */
export interface NumberedObjects {
  readonly namespace: string
  /** Their names without the number. */
  readonly prefix: string
  readonly at: (number: number) => JsonObject
}

/** The answers to a number of requests that differ only in the random suffix or the number of names: `count` are admitted, and the next one is rejected. */
export interface BatchAnswer {
  /** The number of admitted requests. */
  readonly count: number
  /** The answer to the first admitted request, if any. */
  readonly admitted?: ControllerAnswer
  /** The answer to the rejected request, if any; no requests are sent after it. */
  readonly rejected?: ControllerAnswer
}

/** The identity of a stored object. */
export interface StoredReference {
  readonly apiVersion: string
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

/** Stored objects with consecutive numbers and the same owner references. */
export interface OwnedRange {
  readonly range: NumberRange
  readonly owners: readonly OwnerReference[]
}

/** The API server as controllers and kubelets see it. One key may identify many identical objects. */
export interface ApiServer {
  /**
   * Creates up to `count` identical objects, stopping at the first rejection.
   *
   * @param like the key of existing objects with which the new ones are merged if they are identical
   */
  createIdentical(object: NewObject, count: number, like?: string): BatchAnswer
  deleteIdentical(reference: StoredReference, count: number): unknown
  get(reference: StoredReference): JsonObject | undefined
  /**
   * Creates objects with numbers from `first` on, at most `count`, stopping at the first rejection or where they are not certain to be alike.
   *
   * @param like the number of an object that may equal the new ones except for the number, and its key
   */
  createNumbered(objects: NumberedObjects, first: number, count: number, like?: {readonly storedAs: string, readonly number: number}): BatchAnswer
  /** Deletes the objects with these numbers. The name is that without the number. */
  deleteNumbered(reference: StoredReference, row: NumberRange): unknown
  /** The numbers of the stored objects whose names consist of the given one and a number, in order. */
  numbers(reference: StoredReference): readonly NumberRange[]
  /** The owner references of the stored objects with these numbers, in order; objects with equal ones may be grouped. The name is that without the number. */
  owners(reference: StoredReference, row: NumberRange): readonly OwnedRange[]
  /** Replaces the owner references of the stored objects with these numbers. */
  setOwners(reference: StoredReference, row: NumberRange, owners: readonly OwnerReference[]): void
  /**
   * Sets the status of `count` objects.
   *
   * @param like the key of objects with which these are merged if they are identical now
   * @returns their key afterwards
   */
  setStatus(reference: StoredReference, status: JsonObject, count: number, like?: string): string
  /** Adds more objects under the key, as copies of those that it identifies. */
  addIdentical(reference: StoredReference, count: number): void
  /** The remaining amount of each resource, by quota and resource, in a namespace. */
  headrooms(namespace: string): ReadonlyMap<string, Quantity>
  /** True if the answers in a namespace may depend on the texts of names and labels. */
  readsNames(namespace: string): boolean
  /** Milliseconds until the next resync of the quota controller; undefined if nothing waits for it. */
  readonly untilResync?: number | undefined
  /**
   * Advances the clock.
   *
   * @returns true if quotas may have more room afterwards
   */
  pass?(milliseconds: number): boolean
}

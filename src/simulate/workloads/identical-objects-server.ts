import type {ApiServer, BatchAnswer, ControllerAnswer, NewObject, OwnedRange, StoredReference} from '../../controllers/workload/api-server.js'
import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import {forbiddenRequest} from '../../machinery/meta/status.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

/** A rejection without a reason. */
export const anyRejection: ControllerAnswer = {allowed: false, status: forbiddenRequest({group: '', name: ''}, '', '')}

/** An API server that stores nothing and only knows requests for identical objects. After any other request, its answers are not known. */
export abstract class IdenticalObjectsServer implements ApiServer {
  /** False after a request with an unknown answer. */
  protected isKnown = true

  abstract createIdentical(object: NewObject, count: number): BatchAnswer
  abstract deleteIdentical(reference: StoredReference, count: number): void
  abstract addIdentical(reference: StoredReference, count: number): void
  abstract headrooms(): ReadonlyMap<string, Quantity>

  /** True if a real cluster would have given the same answers so far. */
  abstract get isCertain(): boolean

  /** False: identical objects have no numbers. */
  readsNames(): boolean {
    return false
  }

  get(): undefined {
    this.isKnown = false
  }

  createNumbered(): BatchAnswer {
    this.isKnown = false
    return {count: 0, rejected: anyRejection}
  }

  deleteNumbered(): void {
    this.isKnown = false
  }

  numbers(): readonly NumberRange[] {
    this.isKnown = false
    return []
  }

  owners(): readonly OwnedRange[] {
    this.isKnown = false
    return []
  }

  setOwners(): void {
    this.isKnown = false
  }

  setStatus({name}: StoredReference): string {
    this.isKnown = false
    return name
  }
}

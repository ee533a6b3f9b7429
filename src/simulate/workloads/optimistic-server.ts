import type {BatchAnswer, NewObject} from '../../controllers/workload/api-server.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {anyRejection, IdenticalObjectsServer} from './identical-objects-server.js'
import {type AdmittedObject, fitTogether, type QuotaHeadroom} from './quota-headroom.js'

/**
 * An API server that stores nothing: it admits any number of pods and ReplicaSets identical to an admitted one, and deletions
 * free nothing. If there is room for all of them even so, a real cluster would have given the same answers.
 */
export class OptimisticServer extends IdenticalObjectsServer {
  private readonly admittedCounts = new Map<AdmittedObject, number>()

  constructor(private readonly room: QuotaHeadroom) {
    super()
  }

  get isCertain(): boolean {
    return this.isKnown && fitTogether([...this.admittedCounts].map(([{usage}, count]) => ({usage, count})))
  }

  createIdentical({object}: NewObject, count: number): BatchAnswer {
    const admitted = isIdentical(object) ? this.room.answerTo(object) : undefined
    if (admitted === undefined) {
      this.isKnown = false
      return {count: 0, rejected: anyRejection}
    }
    this.admittedCounts.set(admitted, (this.admittedCounts.get(admitted) ?? 0) + count)
    return {count, admitted: admitted.answer}
  }

  deleteIdentical(): void {
    // Nothing is stored, and no room is freed.
  }

  /** Not supported: the pods of a Deployment do not end. */
  addIdentical(): void {
    this.isKnown = false
  }

  /** Empty: nothing is rejected for lack of room. */
  headrooms(): ReadonlyMap<string, Quantity> {
    return new Map()
  }
}

/** True for pods and ReplicaSets that differ only in the random suffix of their names. */
const isIdentical = ({kind, metadata}: JsonObject): boolean =>
  (kind === 'Pod' || kind === 'ReplicaSet') && (metadata as {readonly generateName?: string}).generateName !== undefined

import type {ApiServer, BatchAnswer, ControllerAnswer, NewObject, OwnedRow, StoredReference} from '../../controllers/workload/api-server.js'
import type {Row} from '../../machinery/collections/rows.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {forbiddenRequest} from '../../machinery/meta/status.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {Admitted, Left, Room} from './room.js'

const unknown: ControllerAnswer = {allowed: false, status: forbiddenRequest({group: '', name: ''}, '', '')}

/**
 * An API server that stores nothing: it admits any number of pods and ReplicaSets identical to an admitted one, and deletions
 * free nothing. If there is room for all of them even so, a real cluster would have given the same answers.
 */
export class Forecast implements ApiServer {
  private readonly made = new Map<Admitted, number>()
  private isKnown = true

  constructor(private readonly room: Room) {}

  /** True if a real cluster would have given the same answers so far. */
  get isCertain(): boolean {
    if (!this.isKnown) return false
    const taken = new Map<Left, Quantity>()
    for (const [{takes}, count] of this.made) {
      for (const [left, amount] of takes) taken.set(left, (taken.get(left) ?? Quantity.zero).add(amount.times(BigInt(count))))
    }
    return [...taken].every(([left, amount]) => amount.compare(left.amount) <= 0)
  }

  createIdentical({object}: NewObject, count: number): BatchAnswer {
    const admitted = isIdentical(object) ? this.room.ask(object) : undefined
    if (admitted === undefined) {
      this.isKnown = false
      return {count: 0, rejected: unknown}
    }
    this.made.set(admitted, (this.made.get(admitted) ?? 0) + count)
    return {count, admitted: admitted.answer}
  }

  deleteIdentical(): void {
    // Nothing is stored, and no room is freed.
  }

  /** Not supported: the pods of a forecast do not end. */
  addIdentical(): void {
    this.isKnown = false
  }

  /** False: the pods of a forecast have no numbers. */
  readsNames(): boolean {
    return false
  }

  /** Empty: nothing is rejected for lack of room. */
  headrooms(): ReadonlyMap<string, Quantity> {
    return new Map()
  }

  get(): undefined {
    this.isKnown = false
  }

  /** Not supported, like deletions and numbers: these are for StatefulSets. */
  createNumbered(): BatchAnswer {
    this.isKnown = false
    return {count: 0, rejected: unknown}
  }

  deleteNumbered(): void {
    this.isKnown = false
  }

  numbers(): readonly Row[] {
    this.isKnown = false
    return []
  }

  owners(): readonly OwnedRow[] {
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

/** True for pods and ReplicaSets that differ only in the random suffix of their names. */
const isIdentical = ({kind, metadata}: JsonObject): boolean =>
  (kind === 'Pod' || kind === 'ReplicaSet') && (metadata as {readonly generateName?: string}).generateName !== undefined

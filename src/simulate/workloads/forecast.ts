import type {BatchAnswer, NewObject} from '../../controllers/workload/api-server.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {IdenticalObjects, rejection} from './identical-objects.js'
import type {Admitted, Left, Room} from './room.js'

/**
 * An API server that stores nothing: it admits any number of pods and ReplicaSets identical to an admitted one, and deletions
 * free nothing. If there is room for all of them even so, a real cluster would have given the same answers.
 */
export class Forecast extends IdenticalObjects {
  private readonly made = new Map<Admitted, number>()

  constructor(private readonly room: Room) {
    super()
  }

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
      return {count: 0, rejected: rejection}
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

  /** Empty: nothing is rejected for lack of room. */
  headrooms(): ReadonlyMap<string, Quantity> {
    return new Map()
  }
}

/** True for pods and ReplicaSets that differ only in the random suffix of their names. */
const isIdentical = ({kind, metadata}: JsonObject): boolean =>
  (kind === 'Pod' || kind === 'ReplicaSet') && (metadata as {readonly generateName?: string}).generateName !== undefined

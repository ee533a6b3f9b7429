import type {BatchAnswer, ControllerAnswer, NewObject, StoredReference} from '../../controllers/workload/api-server.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import {created} from '../../machinery/meta/status.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import {anyRejection, IdenticalObjectsServer} from './identical-objects-server.js'

/** The numbers of further pods and ReplicaSets of a Deployment that fit into the quotas; negative if too much is used, Infinity without bounds. */
export interface FittingCounts {
  readonly pods: number
  readonly replicaSets: number
}

/** Returns the rejection of a request after `present` objects like it were admitted; undefined if it would be admitted. */
export type RejectionOf = (request: NewObject, present: number) => ControllerAnswer | undefined

/** Objects of one kind. */
interface ObjectCounts {
  /** The number that still fits; less than 0 if too much is used. */
  left: number
  /** The created objects less the deleted ones. */
  present: number
  /** The maximum of `present`. */
  peak: number
  deleted: number
  /** The objects deleted before the maximum. */
  deletedBeforePeak: number
  request?: NewObject
}

/** The objects that a scenario adds to the cluster at its peak. */
export interface AddedObjects {
  readonly request: NewObject
  readonly count: number
}

/**
 * Answers the controllers of a Deployment by counting. Its pods use the same amounts of quotas, its ReplicaSets too, and only
 * exceeded quotas reject them: so the numbers that still fit decide each answer.
 */
export class CountingServer extends IdenticalObjectsServer {
  private readonly pods: ObjectCounts
  private readonly replicaSets: ObjectCounts
  private hasRejected = false

  /**
   * @param pod a pod as the cluster stores it
   * @param reject gives the first rejection; by default it has no message
   */
  constructor({pods, replicaSets}: FittingCounts, private readonly pod: JsonObject, private readonly reject?: RejectionOf) {
    super()
    this.pods = {left: pods, present: 0, peak: 0, deleted: 0, deletedBeforePeak: 0}
    this.replicaSets = {left: replicaSets, present: 0, peak: 0, deleted: 0, deletedBeforePeak: 0}
  }

  get isCertain(): boolean {
    return this.isKnown
  }

  /** The maximum of added objects; undefined if objects were deleted before, which may change the formats of amounts. */
  get peak(): readonly AddedObjects[] | undefined {
    const counts = [this.replicaSets, this.pods]
    if (!this.isKnown || counts.some(({deletedBeforePeak}) => deletedBeforePeak > 0)) return undefined
    return counts.flatMap(({request, peak}) => request === undefined ? [] : [{request, count: peak}])
  }

  createIdentical(request: NewObject, count: number): BatchAnswer {
    const counted = this.countedAs(request.object['kind'])
    const fits = Math.max(0, Math.min(count, counted.left))
    counted.request ??= request
    add(counted, fits)
    return {count: fits, ...fits > 0 && {admitted: this.admit(request)}, ...fits < count && {rejected: this.rejectFirst(request, counted)}}
  }

  deleteIdentical({kind}: StoredReference, count: number): void {
    const counted = this.countedAs(kind)
    add(counted, -count)
    counted.deleted += count
  }

  addIdentical({kind}: StoredReference, count: number): void {
    add(this.countedAs(kind), count)
  }

  headrooms(): ReadonlyMap<string, Quantity> {
    const bounded = Object.entries({pods: this.pods.left, replicaSets: this.replicaSets.left}).filter(([, left]) => Number.isFinite(left))
    return new Map(bounded.map(([name, left]) => [name, Quantity.fromInteger(BigInt(left))]))
  }

  private countedAs(kind: unknown): ObjectCounts {
    return kind === 'Pod' ? this.pods : this.replicaSets
  }

  private admit({object, namespace}: NewObject): ControllerAnswer {
    const isPod = object['kind'] === 'Pod'
    return {allowed: true, status: created, object: isPod ? this.pod : {...object, metadata: {name: storedName, namespace}}, storedAs: storedName}
  }

  /** Only the first rejection has a message: results contain no other. */
  private rejectFirst(request: NewObject, {present}: ObjectCounts): ControllerAnswer {
    if (this.hasRejected || this.reject === undefined) return anyRejection
    this.hasRejected = true
    // After deletions, the quota controller has counted again, which may change the formats of amounts in messages.
    const answer = this.pods.deleted + this.replicaSets.deleted > 0 ? undefined : this.reject(request, present)
    if (answer === undefined) this.isKnown = false
    return answer ?? anyRejection
  }
}

/** The key of new objects. */
const storedName = 'new'

function add(counted: ObjectCounts, count: number): void {
  counted.left -= count
  counted.present += count
  if (counted.present <= counted.peak) return
  counted.peak = counted.present
  counted.deletedBeforePeak = counted.deleted
}

import {renumbered} from '../../machinery/collections/renumbered.js'
import type {NumberRange} from '../../machinery/collections/number-ranges.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {ApiServer, BatchAnswer, ControllerAnswer, NewObject, NumberedObjects} from './api-server.js'
import type {RequestBudget} from './request-budget.js'
import type {RoundDetector} from './round-detector.js'
import type {WorkloadRecord} from './workload-record.js'

/** A key of stored objects, and the number of one of them. */
export interface KnownPods {
  readonly storedAs: string
  readonly number: number
}

/** Sends the requests of controllers, within the budget of their workloads, and records the answers. */
export class RequestSender {
  /** Called for each created object, identical ones once. */
  onCreated?: () => void

  constructor(private readonly cluster: ApiServer, private readonly budget: RequestBudget, private readonly recurrence: RoundDetector) {}

  /** Creates an object. */
  create(workload: WorkloadRecord, object: JsonObject, namespace: string): ControllerAnswer {
    const {admitted, rejected} = this.send(workload, {object, namespace}, 1)
    return (admitted ?? rejected) as ControllerAnswer
  }

  /** Creates objects with consecutive numbers, until one is rejected. @returns the answer to the rejected request, if any */
  createNumbered(workload: WorkloadRecord, objects: NumberedObjects, [from, to]: NumberRange): ControllerAnswer | undefined {
    for (let number = from; number < to;) {
      const {count, rejected} = this.sendNumbered(workload, objects, number, to - number)
      if (rejected !== undefined) return rejected
      number += count
    }
    return undefined
  }

  /** Creates identical objects, until one is rejected. */
  send(workload: WorkloadRecord, {namespace, object, nth}: NewObject, count: number, like?: string): BatchAnswer {
    this.budget.take(workload.requests++)
    const answers = this.cluster.createIdentical({namespace, object}, count, like)
    return this.answered(workload, namespace, nth ?? (() => object), nth === undefined ? answers : this.named(answers, {namespace, object, nth}))
  }

  /** The answers, with the number of identical objects that each one is for. */
  private named({count, admitted, rejected}: BatchAnswer, {namespace, object, nth}: Required<NewObject>): BatchAnswer {
    return {
      count,
      ...admitted && {admitted: {...admitted, ...admitted.object && {object: renumbered(admitted.object, object, nth(0))}}},
      ...rejected && {rejected: this.cluster.createIdentical({namespace, object: nth(count)}, 1).rejected ?? rejected},
    }
  }

  /** Creates objects that differ in their numbers, until one is rejected or not certain to be alike. */
  sendNumbered(workload: WorkloadRecord, objects: NumberedObjects, first: number, count: number, like?: KnownPods): BatchAnswer {
    this.budget.take(workload.requests++)
    return this.answered(workload, objects.namespace, (i) => objects.at(first + i), this.cluster.createNumbered(objects, first, count, like))
  }

  private answered(workload: WorkloadRecord, namespace: string, nth: (index: number) => JsonObject, answers: BatchAnswer): BatchAnswer {
    const {count, admitted, rejected} = answers
    if (this.recurrence.isWatching) this.watch(namespace)
    if (admitted !== undefined) {
      workload.recordAnswer(nth(0), admitted, count)
      this.onCreated?.()
    }
    if (rejected !== undefined) workload.recordAnswer(nth(count), rejected, 1)
    return answers
  }

  private watch(namespace: string): void {
    this.recurrence.watch(new Map([...this.cluster.headrooms(namespace)].map(([name, left]) => [`${namespace} ${name}`, left])))
  }
}

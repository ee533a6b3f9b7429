import type {KubeObject} from '../../kinds/kind.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {ControllerAnswer} from './api-server.js'
import {PodCounts} from './pod-counts.js'

/** An event about a failed action of a controller. */
export interface FailureEvent {
  /** The kind of the object that `kubectl describe` shows the event for. */
  readonly kind: string
  readonly name: string
  readonly reason: string
  readonly message: string
}

/** Equal answers, with their number. */
export interface GroupedAnswer {
  /** The first of the requests. */
  readonly request: JsonObject
  readonly answer: ControllerAnswer
  readonly count: number
}

/** Options that decide which answers are kept. */
export interface RecordOptions {
  /** True to keep each answer to an admitted request separately. */
  readonly listsAll?: boolean
  /** True to keep only the first rejection and the first event: messages with the names of pods then do not keep rounds from being equal. */
  readonly isSummary?: boolean
}

/** A workload that a user wrote, with the answers to its controllers and the resulting events. */
export class WorkloadRecord {
  readonly counts = new PodCounts()
  /** The number of requests that its controllers have sent. */
  requests = 0
  /** True if its simulation ended early, as it would have taken too many requests. */
  isIncomplete = false
  private readonly groups = new Map<string, {readonly request: JsonObject, readonly answer: ControllerAnswer, count: number}>()
  private readonly failed = new Map<string, FailureEvent>()

  /** @param object the stored object */
  constructor(public object: JsonObject, private readonly options: RecordOptions = {}) {}

  get namespace(): string {
    const {namespace = 'default'} = this.object['metadata'] as ObjectMeta
    return namespace
  }

  /** A unique key of the workload. */
  get key(): string {
    return keyOf(this.object)
  }

  /** The distinct failure events since the last mark, in order. */
  get failures(): readonly FailureEvent[] {
    return [...this.failed.values()]
  }

  /** The answers since the last mark, with equal ones grouped. */
  get answers(): readonly GroupedAnswer[] {
    return [...this.groups.values()]
  }

  /** Records the answer to `count` equal requests. */
  recordAnswer(request: JsonObject, answer: ControllerAnswer, count: number): void {
    const {listsAll = false, isSummary = false} = this.options
    const key = isSummary && !answer.allowed ? 'rejected' : listsAll && answer.allowed ? String(this.groups.size) : groupingKey(request, answer)
    const known = this.groups.get(key)
    if (known === undefined) this.groups.set(key, {request, answer, count})
    else known.count += count
  }

  /** The numbers of distinct answers and events. */
  get shape(): string {
    return `${this.groups.size} ${this.failed.size}`
  }

  /** The number of rejected requests. */
  get rejections(): number {
    return this.answers.reduce((sum, {answer, count}) => answer.allowed ? sum : sum + count, 0)
  }

  /** All counters, in an order that is fixed while `shape` does not change. */
  get numbers(): readonly number[] {
    return [...this.counts.numbers, ...this.answers.map(({count}) => count)]
  }

  set numbers(numbers: readonly number[]) {
    this.counts.numbers = numbers
    let i = this.counts.numbers.length
    for (const group of this.groups.values()) group.count = numbers[i++] ?? group.count
  }

  recordFailure(event: FailureEvent): void {
    if (this.options.isSummary === true && this.failed.size > 0) return
    const key = `${event.kind} ${event.name} ${event.message}`
    if (!this.failed.has(key)) this.failed.set(key, event)
  }

  /** Starts new measurements. */
  startMeasurement(): void {
    this.counts.startMeasurement()
    this.groups.clear()
    this.failed.clear()
  }
}

/** A unique key of an object. */
export function keyOf(object: JsonObject): string {
  const {apiVersion, kind, metadata: {namespace = '', name = ''}} = object as unknown as KubeObject
  return `${apiVersion}/${kind}/${namespace}/${name}`
}

/** The key by which answers are grouped: ignores the names of identical pods, and the ordinals of pods and claims. */
function groupingKey({kind, metadata}: JsonObject, {allowed, status}: ControllerAnswer): string {
  const {name = ''} = metadata as ObjectMeta
  return JSON.stringify([kind, ...allowed ? [name.replace(ordinal, ''), status.code] : [status.message]])
}

const ordinal = /\d+$/

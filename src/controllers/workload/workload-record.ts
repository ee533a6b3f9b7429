import type {KubeObject} from '../../kinds/kind.js'
import type {JsonObject} from '../../machinery/encode.js'
import type {ObjectMeta} from '../../machinery/object-meta.js'
import type {ControllerAnswer} from './api-server.js'
import {Tally} from './tally.js'

/** An event about something that a controller could not do, or would not. */
export interface FailureEvent {
  /** The object that `kubectl describe` shows it under. */
  readonly kind: string
  readonly name: string
  readonly reason: string
  readonly message: string
}

/** An answer that was given so many times. */
export interface FoldedAnswer {
  /** What was sent, the first of those that are alike. */
  readonly request: JsonObject
  readonly answer: ControllerAnswer
  readonly count: number
}

/** A workload that a user wrote, and all that came of it. */
export class WorkloadRecord {
  readonly tally = new Tally()
  /** How many requests its controllers have sent. */
  requests = 0
  /** True when it was not played to its end, as that would have taken too many requests. */
  isIncomplete = false
  private readonly folded = new Map<string, {readonly request: JsonObject, readonly answer: ControllerAnswer, count: number}>()
  private readonly failed = new Map<string, FailureEvent>()

  /**
   * @param object as it is stored
   * @param listsAll true to keep each answer to what was allowed by itself
   */
  constructor(public object: JsonObject, private readonly listsAll = false) {}

  /** What tells it from all others. */
  get key(): string {
    return keyOf(this.object)
  }

  /** The events about refusals since the last mark, each once, in the order in which they came up. */
  get failures(): readonly FailureEvent[] {
    return [...this.failed.values()]
  }

  /** The answers to what was sent for it since the last mark, alike ones together. */
  get answers(): readonly FoldedAnswer[] {
    return [...this.folded.values()]
  }

  /** Notes the answer to what its controller has sent so many times. */
  note(request: JsonObject, answer: ControllerAnswer, count: number): void {
    const key = this.listsAll && answer.allowed ? String(this.folded.size) : foldingKey(request, answer)
    const known = this.folded.get(key)
    if (known === undefined) this.folded.set(key, {request, answer, count})
    else known.count += count
  }

  /** How many different answers and events there are. */
  get shape(): string {
    return `${this.folded.size} ${this.failed.size}`
  }

  /** How often something was refused. */
  get refusals(): number {
    return this.answers.reduce((sum, {answer, count}) => answer.allowed ? sum : sum + count, 0)
  }

  /** All that is counted, in an order that is the same while the shape is. */
  get numbers(): readonly number[] {
    return [...this.tally.numbers, ...this.answers.map(({count}) => count)]
  }

  set numbers(numbers: readonly number[]) {
    this.tally.numbers = numbers
    let i = this.tally.numbers.length
    for (const folded of this.folded.values()) folded.count = numbers[i++] ?? folded.count
  }

  fail(event: FailureEvent): void {
    const key = `${event.kind} ${event.name} ${event.message}`
    if (!this.failed.has(key)) this.failed.set(key, event)
  }

  /** Begins to measure and to note anew. */
  mark(): void {
    this.tally.mark()
    this.folded.clear()
    this.failed.clear()
  }
}

/** What tells an object from all others. */
export function keyOf(object: JsonObject): string {
  const {apiVersion, kind, metadata: {namespace = '', name = ''}} = object as unknown as KubeObject
  return `${apiVersion}/${kind}/${namespace}/${name}`
}

/** What tells answers apart that a user cares to see: not the names of pods that are all alike, nor the ordinals of pods and claims. */
function foldingKey({kind, metadata}: JsonObject, {allowed, status}: ControllerAnswer): string {
  const {name = ''} = metadata as ObjectMeta
  return JSON.stringify([kind, ...allowed ? [name.replace(ordinal, ''), status.code] : [status.message]])
}

const ordinal = /\d+$/

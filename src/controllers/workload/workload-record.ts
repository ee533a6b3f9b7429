import type {JsonObject} from '../../machinery/encode.js'
import {Tally} from './tally.js'

/** An event about something that a controller could not do, or would not. */
export interface FailureEvent {
  /** The object that `kubectl describe` shows it under. */
  readonly kind: string
  readonly name: string
  readonly reason: string
  readonly message: string
}

/** A workload that a user wrote, and all that came of it. */
export class WorkloadRecord {
  readonly tally = new Tally()
  readonly claims = {wanted: 0, created: 0}
  private readonly failed = new Map<string, FailureEvent>()

  /** @param object as it is stored */
  constructor(public object: JsonObject) {}

  /** The events about refusals since the last mark, each once, in the order in which they came up. */
  get failures(): readonly FailureEvent[] {
    return [...this.failed.values()]
  }

  fail(event: FailureEvent): void {
    const key = `${event.kind} ${event.name} ${event.message}`
    if (!this.failed.has(key)) this.failed.set(key, event)
  }

  /** Begins to measure and to note anew. */
  mark(): void {
    this.tally.mark()
    this.failed.clear()
  }
}

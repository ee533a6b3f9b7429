import type {ClientRequest, EmittedEvent, EventClient, EventResult, EventWrite, RequestSteps, ServerAnswer} from './types.js'

/** Maximum number of queued events; more are dropped (client-go tools/record `maxQueuedEvents`). */
const queueSize = 1000

/** The server and the counters that a process uses. */
export interface ProcessContext {
  /** Sends a request to the server now. */
  send(write: Pick<ClientRequest, 'user' | keyof EventWrite>): ServerAnswer
  /** Called with the result of each event. */
  report(result: EventResult): void
}

/** A process that emits events: its client handles them one after the other, and they wait in a queue while the client waits. */
export class EventProcess {
  private readonly queue: EmittedEvent[] = []
  private conversation: RequestSteps<EventResult> | undefined

  constructor(private readonly user: string, private readonly client: EventClient, private readonly context: ProcessContext) {}

  /**
   * Emits an event, and does all work that is possible now.
   *
   * @returns the nanoseconds to wait before `resume`; undefined if there is nothing to wait for, or a wait is pending
   */
  emit(event: EmittedEvent): bigint | undefined {
    if (this.conversation === undefined) return this.start(event)
    if (this.queue.length < queueSize) this.queue.push(event)
    else this.context.report('overflowed')
    return undefined
  }

  /** Continues after a wait, including the queue. @returns the same as `emit` */
  resume(): bigint | undefined {
    let pause = this.conversation && this.talk(this.conversation)
    while (pause === undefined) {
      const event = this.queue.shift()
      if (event === undefined) return undefined
      pause = this.start(event)
    }
    return pause
  }

  private start(event: EmittedEvent): bigint | undefined {
    return this.talk(this.client.handle(event))
  }

  private talk(conversation: RequestSteps<EventResult>): bigint | undefined {
    let step = conversation.next()
    while (step.done !== true) {
      if ('pause' in step.value) {
        this.conversation = conversation
        return step.value.pause
      }
      step = conversation.next(this.context.send({user: this.user, ...step.value.write}))
    }
    this.conversation = undefined
    this.context.report(step.value)
    return undefined
  }
}

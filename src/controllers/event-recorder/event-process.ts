import type {ClientRequest, Conversation, EmittedEvent, EventClient, EventResult, EventWrite, ServerAnswer} from './types.js'

/** So many events wait for the one that is being sent; more are dropped (client-go tools/record `maxQueuedEvents`). */
const queueSize = 1000

/** What goes on around a process. */
export interface Surroundings {
  /** Sends something to the server now. */
  send(write: Pick<ClientRequest, 'user' | keyof EventWrite>): ServerAnswer
  /** Hears what became of an event. */
  report(result: EventResult): void
}

/** A process that tells of events: they go through its client one after the other, and wait in a queue while that waits. */
export class EventProcess {
  private readonly queue: EmittedEvent[] = []
  private conversation: Conversation<EventResult> | undefined

  constructor(private readonly user: string, private readonly client: EventClient, private readonly surroundings: Surroundings) {}

  /**
   * Takes an event, and does all that can be done now.
   *
   * @returns the nanoseconds after which it wants to go on; undefined when it does not, or has said so before
   */
  emit(event: EmittedEvent): bigint | undefined {
    if (this.conversation === undefined) return this.start(event)
    if (this.queue.length < queueSize) this.queue.push(event)
    else this.surroundings.report('overflowed')
    return undefined
  }

  /** Goes on after a pause, with what is queued too, and returns the same. */
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

  private talk(conversation: Conversation<EventResult>): bigint | undefined {
    let step = conversation.next()
    while (step.done !== true) {
      if ('pause' in step.value) {
        this.conversation = conversation
        return step.value.pause
      }
      step = conversation.next(this.surroundings.send({user: this.user, ...step.value.write}))
    }
    this.conversation = undefined
    this.surroundings.report(step.value)
    return undefined
  }
}

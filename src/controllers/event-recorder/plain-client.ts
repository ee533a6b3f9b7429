import type {NameEvent} from './event-name.js'
import {makeEvent} from './make-event.js'
import {isGranted} from './record-event.js'
import type {Conversation, EmittedEvent, EventClient, EventResult} from './types.js'

/** A client without a recorder: creates every event once. */
export class PlainClient implements EventClient {
  constructor(private readonly nameOf: NameEvent) {}

  * handle(emitted: EmittedEvent): Conversation<EventResult> {
    const answer = (yield {write: {verb: 'POST', event: makeEvent(emitted, this.nameOf)}}) ?? {code: 'transport'}
    if (answer.code === 'transport') return 'unanswered'
    return isGranted(answer) ? 'stored' : 'abandoned'
  }
}

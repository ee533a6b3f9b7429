import type {Clock} from '../../admission/clock.js'
import {type CorrelatorOptions, EventCorrelator} from './event-correlator.js'
import type {NameEvent} from './event-name.js'
import {makeEvent, recordEvent} from './record-event.js'
import type {Transport} from './transport.js'
import type {EmittedEvent, EventClient, EventResult, RecordedEvent, RequestSteps} from './types.js'

/** Number of tries for an event without an answer. */
const maxTries = 12

const retryPause = 10_000_000_000n

/** The parts of a recorder. */
export interface RecorderOptions extends CorrelatorOptions {
  readonly clock: Clock
  readonly nameOf: NameEvent
  readonly transport: Transport
}

/**
 * The recorder of client-go, as the components that write core events have it (client-go tools/record `recordToSink`;
 * spec eventratelimit 8.1). While it waits for an answer, everything waits.
 */
export class RecorderClient implements EventClient {
  private readonly correlator: EventCorrelator

  constructor(private readonly options: RecorderOptions) {
    this.correlator = new EventCorrelator(options.clock, options, options.nameOf)
  }

  * handle(emitted: EmittedEvent): RequestSteps<EventResult> {
    const event = this.correlator.correlate(makeEvent(emitted, this.options.nameOf))
    if (event === undefined) return 'filtered'
    return this.options.transport.isPaused() ? 'paused' : yield* this.write(event)
  }

  private * write(event: RecordedEvent): RequestSteps<EventResult> {
    for (let tries = 1; ; tries++) {
      const result = yield* recordEvent(event, this.correlator, this.options.transport)
      if (result !== 'retry') return result
      if (tries === maxTries) return 'unanswered'
      // Upstream first waits for a random part of the pause; here it is half of it.
      yield {pause: tries === 1 ? retryPause / 2n : retryPause}
    }
  }
}

import {type ClientName, EventClients, eventServer} from '../../controllers/event-recorder/index.js'
import type {Instant} from '../../machinery/go/instant.js'
import type {ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import type {EventRequest} from '../../machinery/rate-limit/event-limit.js'
import {instantOf} from '../../machinery/rate-limit/token-bucket.js'
import {refusalMessage} from './message.js'
import type {ClientSummary} from '../report/report.js'
import type {LogRequest} from '../read/request.js'

/** The model of the client between the events of a log and the server. */
export interface ClientModel {
  readonly name: ClientName
  /** The Retry-After that the server sends with a 429; it sends none by itself. */
  readonly retryAfterSeconds?: number | undefined
}

/** Decides a request at the server. */
type Decide = (request: EventRequest, now: Instant) => readonly ReachedLimit[]

/** Feeds the events of a log to emulated clients, and decides the requests that these send (spec eventratelimit 8). */
export class ReplayClients {
  private readonly clients: EventClients

  constructor(private readonly model: ClientModel, decide: Decide) {
    const {name, retryAfterSeconds} = model
    this.clients = new EventClients(name, eventServer(({user, event, time}) => {
      const reached = decide({user, namespace: event.namespace, object: event}, instantOf(time))
      return reached.length === 0 ? undefined : {code: 429, message: refusalMessage(reached), ...retryAfterSeconds !== undefined && {retryAfterSeconds}}
    }))
  }

  /** Takes an event; they come in order of time. */
  emit({user, object = {}}: LogRequest, {seconds, nanoseconds}: Instant): void {
    const {source = {}, involvedObject = {}, type = '', reason = '', message = ''} = object
    this.clients.emit({time: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds), user, source, involvedObject, type, reason, message})
  }

  /** Sends what was put off. */
  finish(): void {
    this.clients.finish()
  }

  summary(): ClientSummary {
    return {name: this.model.name, ...this.clients.counts()}
  }
}

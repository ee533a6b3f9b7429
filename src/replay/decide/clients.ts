import {type ClientCounts, type ClientName, EventClients, eventServer} from '../../controllers/event-recorder/index.js'
import type {Instant} from '../../machinery/go/instant.js'
import type {EventRequest, ReachedLimit} from '../../machinery/rate-limit/event-limit.js'
import {instantOf} from '../../machinery/rate-limit/token-bucket.js'
import type {LogRequest} from '../read/request.js'
import {rejectionMessage, type ReplayEngine} from './engine.js'

/** Model of the client that sends the events of a log to the server. */
export interface ClientModel {
  readonly name: ClientName
  /** The Retry-After header of a 429. By default the server sends none. */
  readonly retryAfterSeconds?: number | undefined
}

/** Counts of the requests that simulated clients send for the events of a log. */
export interface ClientSummary extends ClientCounts {
  readonly name: ClientName
}

/** A request that a client sent, and the limits that reject it. */
export interface SentRequest {
  readonly now: Instant
  readonly reached: readonly ReachedLimit[]
}

/** Feeds the events of a log to emulated clients, and decides the requests that these send (spec eventratelimit 8). */
export class ReplayClients {
  private readonly clients: EventClients
  private sent: SentRequest[] = []

  constructor(private readonly model: ClientModel, private readonly engine: ReplayEngine) {
    const {name, retryAfterSeconds} = model
    this.clients = new EventClients(name, eventServer(({user, event, time}) => {
      const reached = this.decide({user, namespace: event.namespace, object: event}, instantOf(time))
      return reached.length === 0 ? undefined : {code: 429, message: rejectionMessage(reached), ...retryAfterSeconds !== undefined && {retryAfterSeconds}}
    }))
  }

  /** Takes the next event, in order of time. Returns the requests that clients sent up to its time. */
  emit({user, object = {}}: LogRequest, {seconds, nanoseconds}: Instant): readonly SentRequest[] {
    const {source = {}, involvedObject = {}, type = '', reason = '', message = ''} = object
    this.clients.emit({time: BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds), user, source, involvedObject, type, reason, message})
    return this.takeSent()
  }

  /** Ends the log. Returns the requests that clients had postponed. */
  finish(): readonly SentRequest[] {
    this.clients.finish()
    return this.takeSent()
  }

  summary(): ClientSummary {
    return {name: this.model.name, ...this.clients.counts()}
  }

  private decide(request: EventRequest, now: Instant): readonly ReachedLimit[] {
    const reached = this.engine.decide(this.engine.keysOf(request), now)
    this.sent.push({now, reached})
    return reached
  }

  private takeSent(): readonly SentRequest[] {
    const {sent} = this
    this.sent = []
    return sent
  }
}

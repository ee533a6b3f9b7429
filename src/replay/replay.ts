import type {Instant} from '../machinery/go/instant.js'
import type {ReachedLimit} from '../machinery/rate-limit/event-limit.js'
import type {EventRateLimitConfiguration} from '../machinery/rate-limit/event-limit.js'
import {type ClientModel, ReplayClients} from './decide/clients.js'
import type {Decisions} from './report/decisions.js'
import {ReplayEngine} from './decide/engine.js'
import type {Key} from './decide/key.js'
import {ObservedTally} from './report/observed.js'
import {type LogOptions, OrderedLog} from './order/ordered-log.js'
import type {Pending} from './order/pending.js'
import type {ReplayReport} from './report/report.js'
import type {Seconds} from './report/seconds.js'
import {Timeline} from './report/timeline.js'

export interface ReplayOptions extends LogOptions {
  /** The number of API servers that take the requests in turn; 1 by default. */
  readonly servers?: number
  /** The number of keys to report for each limit. */
  readonly top?: number
  /** Receives every decision. */
  readonly decisions?: Decisions | undefined
  /** Counts what happens in each second. */
  readonly seconds?: Seconds | undefined
  /** True to compare verdicts with those of the log. */
  readonly observes?: boolean
  /** The model of the client between the events of the log and the server; without it, the log contains the requests to the server. */
  readonly client?: ClientModel | undefined
}

/** Replays logs under a configuration of EventRateLimit: decides requests in order of time, keeps books (spec eventratelimit 9, spec eventratelimit 10). */
export class Replay {
  /** The log to read lines into. */
  readonly log: OrderedLog
  private readonly timeline = new Timeline()
  private readonly observed: ObservedTally | undefined
  private readonly engine: ReplayEngine
  private readonly clients: ReplayClients | undefined

  /** @param configuration a valid one */
  constructor(configuration: EventRateLimitConfiguration, private readonly options: ReplayOptions = {}) {
    const {servers, top, observes = false, client, decisions} = options
    const engine = new ReplayEngine(configuration, {...servers !== undefined && {servers}, ...top !== undefined && {top}})
    this.engine = engine
    this.observed = observes ? new ObservedTally() : undefined
    this.clients = client && new ReplayClients(client, (request, now) => this.send(engine.keysOf(request), now))
    this.log = new OrderedLog((pending, now) => this.decide(pending, now), {
      types: engine.types, observed: observes, request: client !== undefined, decisions,
    }, options)
  }

  /** Decides the remaining requests, and returns the results. */
  finish(): ReplayReport {
    const order = this.log.finish()
    this.clients?.finish()
    this.options.seconds?.end()
    const {log: {paths, reading, requests}, engine, options: {servers = 1}} = this
    return {
      paths, servers, reading, requests, order, collateral: engine.collateral, limits: engine.summaries(),
      timeline: this.timeline.summary(), observed: this.observed, client: this.clients?.summary(),
    }
  }

  private decide({keys, observed, request}: Pending, now: Instant): readonly ReachedLimit[] {
    if (this.clients !== undefined && request !== undefined) {
      this.clients.emit(request, now)
      return []
    }
    const reached = this.send(keys, now)
    this.observed?.add(observed, reached)
    return reached
  }

  /** Decides a request at a server. */
  private send(keys: readonly Key[], now: Instant): readonly ReachedLimit[] {
    const reached = this.engine.decide(keys, now)
    this.log.requests[reached.length === 0 ? 'accepted' : 'refused']++
    this.timeline.add(now.seconds, reached.length > 0)
    this.options.seconds?.add(now.seconds, reached)
    return reached
  }
}

import type {Instant} from '../machinery/go/instant.js'
import type {EventRateLimitConfiguration} from '../machinery/rate-limit/event-limit.js'
import {type ClientModel, ReplayClients} from './decide/clients.js'
import {type EngineOptions, ReplayEngine} from './decide/engine.js'
import type {Key} from './decide/key.js'
import type {Pending} from './order/pending.js'
import {type LogOptions, RequestOrder} from './order/request-order.js'
import type {Batch, BatchContent} from './read/batch.js'
import {DecisionSeries} from './report/decision-series.js'
import {type ReplayReport, ReplayTally, type ReportOptions} from './report/report.js'

export interface ReplayOptions extends LogOptions, EngineOptions, ReportOptions {
  /** The model of the client between the events of the log and the server; without it, the log contains the requests to the server. */
  readonly client?: ClientModel | undefined
}

/**
 * Replays logs under a configuration of EventRateLimit (spec eventratelimit 9, spec eventratelimit 10), in four stages:
 *
 * 1. read: the caller reads logs into batches of records, with several threads if asked to, and passes them to `add`
 * 2. order: the records become requests in order of time
 * 3. decide: the limits accept or reject each request
 * 4. report: the decisions are counted
 *
 * Each stage has a folder, and imports only those of the stages before it.
 */
export class Replay {
  /** Facts to determine about each record. */
  readonly content: BatchContent
  private readonly order: RequestOrder<Key>
  private readonly engine: ReplayEngine
  private readonly clients: ReplayClients | undefined
  private readonly report: ReplayTally
  private readonly series: DecisionSeries | undefined

  /** @param configuration a valid one */
  constructor(configuration: EventRateLimitConfiguration, private readonly options: ReplayOptions = {}) {
    const {client, observes = false, decisions, hasSeries = false} = options
    this.series = hasSeries ? new DecisionSeries(configuration.limits?.length ?? 0) : undefined
    const engine = new ReplayEngine(configuration, {...options, onDecided: this.series && ((now, reached, limits) => this.series?.add(now, reached, limits))})
    this.engine = engine
    const needs = {types: engine.types, observed: observes, times: decisions !== undefined, request: client !== undefined}
    this.order = new RequestOrder(engine.keys, needs, options)
    this.content = this.order.content
    this.clients = client && new ReplayClients(client, engine)
    this.report = new ReplayTally(options)
  }

  /** Takes the next batch. */
  add(batch: Batch): void {
    this.report.addBatch(batch)
    this.order.add(batch)
    this.decideAll()
  }

  /** Decides the remaining requests, and returns the results. */
  finish(): ReplayReport {
    const {order, engine, clients, report, options: {servers = 1}} = this
    order.end()
    this.decideAll()
    for (const {now, reached} of clients?.finish() ?? []) report.addSent(now, reached)
    report.addOrder(order)
    const {paths, reading, requests, observed} = report
    return {
      paths, servers, reading, requests, order: order.moved, collateral: engine.collateral, limits: engine.summaries(),
      timeline: report.end(), observed, client: clients?.summary(), series: this.series?.summary(),
    }
  }

  /** Decides all requests whose order is certain. */
  private decideAll(): void {
    const {order, report} = this
    for (let request = order.next(); request !== undefined; request = order.next()) {
      if (report.addRequest(request, order.now)) this.decide(request, order.now)
      else report.addUndecided(request)
    }
  }

  /** Decides a request, or the requests that clients send because of an event. */
  private decide(request: Pending<Key>, now: Instant): void {
    const {engine, clients, report} = this
    if (clients === undefined) {
      const reached = engine.decide(request.keys, now)
      report.addSent(now, reached)
      report.addDecided(request, reached)
    } else if (request.request !== undefined) {
      for (const sent of clients.emit(request.request, now)) report.addSent(sent.now, sent.reached)
    }
  }
}

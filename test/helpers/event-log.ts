import {mergeExtracts} from '../../src/cli/merge-extracts.js'
import type {OpenLog} from '../../src/cli/open-log.js'
import {formatTime} from '../../src/machinery/go/instant.js'
import type {LimitSpec} from '../../src/machinery/rate-limit/event-limit.js'
import {rejectionMessage} from '../../src/replay/decide/engine.js'
import {Keys} from '../../src/replay/decide/key.js'
import {ExtractLog} from '../../src/replay/extract.js'
import {RequestOrder} from '../../src/replay/order/request-order.js'
import type {Batch, BatchContent} from '../../src/replay/read/batch.js'
import {BatchReader} from '../../src/replay/read/batch-reader.js'
import type {LogRequest} from '../../src/replay/read/request.js'
import {type UserOf, userOfComponent} from '../../src/replay/read/users.js'
import {Replay, type ReplayOptions} from '../../src/replay/replay.js'
import {type Decision, Decisions} from '../../src/replay/report/decisions.js'
import {LogTally} from '../../src/replay/report/log-tally.js'
import type {ReplayReport} from '../../src/replay/report/report.js'

/** A limit in short: `limit('Namespace', qps, burst, cacheSize)`. */
export const limit = (type: string, qps: number, burst: number, cacheSize = 0): LimitSpec => ({type, qps, burst, cacheSize})

/** A replay of lines, with the verdict on each request: A for accepted, else the message. */
export interface Replayed {
  readonly report: ReplayReport
  readonly decisions: readonly Decision[]
  readonly verdicts: readonly string[]
}

type Log = string | readonly string[]

type TestOptions = ReplayOptions & {readonly userOf?: UserOf}

/** Replays logs, each as a text or lines. */
export function replayLogs(limits: readonly LimitSpec[], logs: readonly Log[], {userOf, ...options}: TestOptions = {}): Replayed {
  const {replay, result} = startReplay(limits, options)
  for (const batch of batchesOf(logs, replay.content, userOf)) replay.add(batch)
  return result()
}

/** Replays extracts, each as the lines of a file. */
export async function replayExtracts(limits: readonly LimitSpec[], extracts: readonly (readonly string[])[], options: ReplayOptions = {}): Promise<Replayed> {
  const {replay, result} = startReplay(limits, options)
  for await (const batch of mergeExtracts(extracts.map(openExtract), new BatchReader(userOfComponent, replay.content))) replay.add(batch)
  return result()
}

/** Extracts logs, each as a text or lines; returns the lines of the extract. */
export function extractOf(logs: readonly Log[]): string[] {
  const lines: string[] = []
  const log = new ExtractLog((line) => lines.push(line.slice(0, -1)))
  for (const batch of batchesOf(logs, log.content)) log.add(batch)
  log.finish()
  return lines
}

/** An extract as read from a file, in batches of three lines. */
export const openExtract = (lines: readonly string[], i = 0): OpenLog => ({
  path: `extract-${i}`, shown: `extract-${i}`, isExtract: true, second: lines[1], isClosed: true,
  async *blocks() {
    for (let start = 0; start < lines.length; start += 3) {
      yield await Promise.resolve({bytes: Buffer.from(lines.slice(start, start + 3).map((line) => `${line}\n`).join('')), goesOn: false})
    }
  },
})

/** The lines of logs, in batches of a few lines. */
export function* batchesOf(logs: readonly Log[], content: BatchContent, userOf = userOfComponent, name?: string): Generator<Batch> {
  const batches = new BatchReader(userOf, content)
  for (const [i, log] of logs.entries()) {
    batches.begin(name ?? `log-${i}`)
    for (const [j, line] of (typeof log === 'string' ? log.split('\n') : log).entries()) {
      batches.read(line)
      if (j % 7 === 6) yield batches.take()
    }
    batches.end()
    yield batches.take()
  }
}

/** Starts a replay; `result` ends it. */
export function startReplay(limits: readonly LimitSpec[], options: ReplayOptions): {readonly replay: Replay, readonly result: () => Replayed} {
  const decisions: Decision[] = []
  const made: Decision[] = []
  const reported = new Decisions((decision) => `${made.push(decision) - 1}`, (text) => {
    const decision = made[Number(text)]
    if (text !== '' && decision !== undefined) decisions.push(decision)
  })
  const replay = new Replay({limits}, {...options, ...options.client === undefined && {decisions: reported}})
  const result = (): Replayed => {
    const report = replay.finish()
    return {report, decisions, verdicts: decisions.map(({reached}) => reached.length === 0 ? 'A' : rejectionMessage(reached))}
  }
  return {replay, result}
}

/** A request of a log, and its time. */
export type LoggedRequest = LogRequest & {readonly at: string}

interface ReadLog {
  readonly requests: readonly LoggedRequest[]
  readonly log: LogTally
  readonly order: ReplayReport['order']
}

/**
 * The requests of a log, in order of time, with the effective time; and the counts of lines.
 *
 * @param inPieces lines after those of the log, each in pieces
 */
export function requestsOf(log: string | readonly string[], userOf: UserOf = userOfComponent, inPieces: readonly (readonly string[])[] = []): ReadLog {
  const requests: LoggedRequest[] = []
  const order = new RequestOrder(new Keys(0), {types: [], observed: false, times: false, request: true})
  const tally = new LogTally()
  const batches = new BatchReader(userOf, order.content)
  batches.begin('log')
  for (const line of typeof log === 'string' ? log.split('\n') : log) batches.read(line)
  for (const pieces of inPieces) pieces.forEach((piece, i) => batches.read(piece, i < pieces.length - 1))
  batches.end()
  const batch = batches.take()
  tally.addBatch(batch)
  order.add(batch)
  const collect = (): void => {
    for (let next = order.next(); next !== undefined; next = order.next()) {
      if (tally.addRequest(next, order.now) && next.request !== undefined) requests.push({...next.request, at: formatTime(order.now)})
    }
  }
  collect()
  order.end()
  collect()
  tally.addOrder(order)
  return {requests, log: tally, order: order.moved}
}

/** A canonical record some milliseconds after 10 o'clock, as a line. */
export function record(milliseconds: number, fields: Readonly<Record<string, unknown>> = {}): string {
  const time = new Date(Date.UTC(2026, 0, 1, 10) + milliseconds).toISOString()
  return JSON.stringify({time, verb: 'create', group: '', user: 'u', namespace: 'a', ...fields})
}

type Fields = Readonly<Record<string, unknown>>

type AuditFields = Fields & {readonly objectRef?: Fields, readonly requestObject?: Fields | null, readonly responseStatus?: Fields}

/** An audit event as kube-apiserver writes it, about a create of an event in the namespace shop. */
export function auditEvent({objectRef = {}, requestObject = {}, responseStatus, ...fields}: AuditFields = {}): string {
  return JSON.stringify({
    kind: 'Event', apiVersion: 'audit.k8s.io/v1', level: 'Request', auditID: 'a1', stage: 'ResponseComplete', requestURI: '/api/v1/namespaces/shop/events', verb: 'create',
    user: {username: 'system:node:n1'}, userAgent: 'kubelet/v1.36.3 (linux/amd64)',
    objectRef: {resource: 'events', namespace: 'shop', name: 'web-0.17c0ffee', apiVersion: 'v1', ...objectRef},
    responseStatus: {metadata: {}, code: 201, ...responseStatus},
    ...requestObject !== null && {requestObject: {
      kind: 'Event', apiVersion: 'v1', metadata: {name: 'web-0.17c0ffee', namespace: 'shop'},
      involvedObject: {kind: 'Pod', namespace: 'shop', name: 'web-0', uid: 'u1', apiVersion: 'v1', fieldPath: 'spec.containers{c}'},
      reason: 'BackOff', message: 'it fails', source: {component: 'kubelet', host: 'n1'}, type: 'Warning', count: 1, ...requestObject,
    }},
    requestReceivedTimestamp: '2026-01-01T10:00:00.000001Z', stageTimestamp: '2026-01-01T10:00:00.002000Z', ...fields,
  })
}

/** The key of the bucket of type SourceAndObject that a request takes its token from. */
export function sourceAndObject({object = {}}: LogRequest): string {
  const {source: {component = '', host = ''} = {}, involvedObject: {kind = '', namespace = '', name = '', uid = '', apiVersion = ''} = {}} = object
  return component + host + kind + namespace + name + uid + apiVersion
}

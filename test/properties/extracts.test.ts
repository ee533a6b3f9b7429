import {expect} from 'chai'
import * as fc from 'fast-check'

import {mergeExtracts} from '../../src/cli/merge-extracts.js'
import {formatTime} from '../../src/machinery/instant.js'
import {ExtractLog} from '../../src/replay/extract/extract-log.js'
import type {ReplayOptions} from '../../src/replay/replay.js'
import {auditEvent, extractOf, limit, openExtract, record, type Replayed, replayExtracts, replayLogs} from '../helpers/event-log.js'

/** One step of a generated log. */
const step = fc.record({
  kind: fc.constantFrom('create', 'create', 'patch', 'patch', 'update', 'metadata', 'dry run', 'new API', 'pod', 'record', 'stored', 'list', 'broken'),
  name: fc.integer({min: 0, max: 5}), jitter: fc.integer({min: 0, max: 9}), code: fc.constantFrom(201, 201, 201, 403, 409, 404, 429),
  /** True if the log also has the first stage of the request; true if it has its last stage twice. */
  hasBeginning: fc.boolean(), isTwice: fc.boolean(), user: fc.constantFrom('x', 'y'), count: fc.integer({min: 0, max: 3}),
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** The lines of a log. */
const linesOf = (steps: readonly Step[]): string[] => groupsOf(steps, 0).flat()

/** The lines of a log, step by step, in which requests about the same event follow each other, and others are out of order. */
function groupsOf(steps: readonly Step[], spread: number): string[][] {
  const lastTimes = new Map<number, number>()
  const counts = new Map<number, number>()
  return steps.map(({kind, name, jitter, code, hasBeginning, isTwice, user, count}, i) => {
    const milliseconds = Math.max(i * 40 + jitter * 200 + (spread === 0 ? 0 : i / spread), (lastTimes.get(name) ?? -1) + 1)
    lastTimes.set(name, milliseconds)
    const time = formatTime({seconds: Date.UTC(2026, 0, 1, 10) / 1000 + Math.floor(milliseconds / 1000), nanoseconds: Math.round(milliseconds % 1000 * 1e6)})
    const audit = (fields: Parameters<typeof auditEvent>[0] = {}): string[] => {
      const about = {auditID: `id-${i}`, user: {username: user}, requestReceivedTimestamp: time, ...fields, objectRef: {name: `web-${name}.17c0`, ...fields.objectRef}}
      const end = auditEvent({...about, responseStatus: {code, message: code === 429 ? 'Too many requests: limit reached on type Server for key ' : ''}})
      return [...hasBeginning ? [auditEvent({...about, stage: 'RequestReceived', requestObject: null})] : [], end, ...isTwice ? [end] : []]
    }
    const body = {involvedObject: {kind: 'Pod', name: `web-${name}`, namespace: 'shop', uid: `u${name}`}, message: `it fails ${i % 3}`}
    switch (kind) {
      case 'create': return audit({requestObject: body})
      case 'update': return audit({verb: 'update', requestObject: body})
      case 'patch': return audit({verb: 'patch', requestObject: {kind: undefined, count: 2, message: `it fails ${i % 3}`, involvedObject: undefined, source: undefined}})
      case 'metadata': return audit({requestObject: null})
      case 'dry run': return audit({requestURI: '/api/v1/namespaces/shop/events?dryRun=All'})
      case 'new API': return audit({objectRef: {apiGroup: 'events.k8s.io'}})
      case 'pod': return audit({objectRef: {resource: 'pods'}})
      case 'record': return [record(milliseconds, {time, user, namespace: `n${name}`})]
      // Requests with equal times have no order: no other request has the time of a stored event.
      case 'stored': return [JSON.stringify(storedEvent(name, time.replace(/Z$/, time.includes('.') ? '0007Z' : '.0000007Z'), counts, count))]
      case 'list': return [JSON.stringify({kind: 'List', apiVersion: 'v1', items: [record(milliseconds, {time}), record(milliseconds - 5)].map((line) => JSON.parse(line) as object)})]
      case 'broken': return ['{"kind":"Event","apiVersion":"audit.k8s.io/v1",']
    }
  })
}

/** The next version of an event, as in a watch. All have the same first time. */
function storedEvent(name: number, time: string, counts: Map<number, number>, more: number): object {
  const count = (counts.get(name) ?? 0) + more
  counts.set(name, count)
  return {
    kind: 'Event', apiVersion: 'v1', metadata: {name: `s-${name}`, namespace: 'shop', uid: `stored-${name}`}, involvedObject: {kind: 'Pod', name: `web-${name}`},
    source: {component: 'kubelet', host: 'n1'}, firstTimestamp: `2026-01-01T09:59:5${name}Z`, lastTimestamp: time, count,
  }
}

const limits = [limit('Server', 3, 6), limit('Namespace', 2, 4), limit('User', 2, 5, 3), limit('SourceAndObject', 1, 2, 4)]

/** Start of the logs, in seconds. */
const begin = Date.UTC(2026, 0, 1, 10) / 1000

const options: fc.Arbitrary<ReplayOptions> = fc.constantFrom(
  {observes: true}, {servers: 3}, {since: {seconds: begin + 1, nanoseconds: 0}}, {until: {seconds: begin + 2, nanoseconds: 0}},
  {client: {name: 'recorder', retryAfterSeconds: undefined}},
)

/** Result of a replay, without the places of records and the number of sorted ones. */
function resultOf({report: {reading, order, ...report}, decisions}: Replayed): object {
  const texts = decisions.map(({time, reached}) => `${time} ${JSON.stringify(reached)}`).sort()
  return {...report, paths: [], reading: {...reading, unreadableLines: []}, late: order.late, decisions: texts}
}

describe('properties of extracts', () => {
  it('extracts of the parts of a log are the log', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 60}), fc.array(fc.nat(), {maxLength: 4}), options, async (steps, cuts, given) => {
      const lines = linesOf(steps)
      const places = [0, ...cuts.map((cut) => cut % (lines.length + 1)), lines.length].sort((a, b) => a - b)
      const parts = places.slice(1).map((end, i) => lines.slice(places[i], end))
      const merged = await replayExtracts(limits, parts.map((part) => extractOf([part])), given)
      expect(resultOf(merged)).to.deep.equal(resultOf(replayLogs(limits, [lines], given)))
    }), {numRuns: 300})
  })

  it('extracts of the logs of several API servers are the log of all', async () => {
    const choices = fc.array(fc.integer({min: 0, max: 3}), {minLength: 1, maxLength: 50})
    await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 60}), choices, options, async (steps, serverOf, given) => {
      const groups = groupsOf(steps.filter(({kind}) => kind !== 'stored' && kind !== 'list'), 1000)
      const servers = [0, 1, 2, 3].map((server) => groups.filter((_, i) => serverOf[i % serverOf.length] === server).flat())
      const lines = groups.flat()
      const merged = await replayExtracts(limits, servers.map((server) => extractOf([server])), given)
      expect(resultOf(merged)).to.deep.equal(resultOf(replayLogs(limits, [lines], given)))
    }), {numRuns: 300})
  })

  it('extracts of extracts are extracts of the log', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, {maxLength: 40}), fc.nat(), async (steps, cut) => {
      const lines = linesOf(steps)
      const place = cut % (lines.length + 1)
      const merged: string[] = []
      const log = new ExtractLog((line) => merged.push(line.slice(0, -1)))
      await mergeExtracts([lines.slice(0, place), lines.slice(place)].map((part, i) => openExtract(extractOf([part]), i)), log, () => Promise.resolve(true))
      log.finish()
      const withoutEnd = (extract: readonly string[]): readonly string[] => extract.slice(0, -1)
      expect(withoutEnd(merged)).to.deep.equal(withoutEnd(extractOf([lines])))
    }), {numRuns: 200})
  })
})

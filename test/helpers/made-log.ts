import * as fc from 'fast-check'

import {formatTime} from '../../src/machinery/go/instant.js'
import {auditEvent, record} from './event-log.js'

/** One step of a generated log. */
export const logStep = fc.record({
  kind: fc.constantFrom('create', 'create', 'patch', 'patch', 'update', 'metadata', 'dry run', 'new API', 'pod', 'record', 'stored', 'list', 'broken'),
  name: fc.integer({min: 0, max: 5}), jitter: fc.integer({min: 0, max: 9}), code: fc.constantFrom(201, 201, 201, 403, 409, 404, 429),
  /** True if the log also has the first stage of the request; true if it has its last stage twice. */
  hasBeginning: fc.boolean(), isTwice: fc.boolean(), user: fc.constantFrom('x', 'y'), count: fc.integer({min: 0, max: 3}),
})

export type LogStep = typeof logStep extends fc.Arbitrary<infer T> ? T : never

/** The lines of a log. */
export const linesOf = (steps: readonly LogStep[]): string[] => groupsOf(steps, 0).flat()

/** Generates steps of a log: requests about the same event are in order, others are not. */
export function groupsOf(steps: readonly LogStep[], spread: number): string[][] {
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

import {expect} from 'chai'
import * as fc from 'fast-check'

import {auditEvent, limit, record, replayLogs} from '../helpers/event-log.js'

/** Requests of a few namespaces, in log order, which is a little later than their times. */
const log = fc.array(fc.record({
  wait: fc.constantFrom(0, 0, 0, 1, 7, 100, 333, 999, 1000, 5000), namespace: fc.constantFrom('a', 'b', 'c'), user: fc.constantFrom('x', 'y'), delay: fc.integer({min: 0, max: 3000}),
}), {maxLength: 120}).map((requests) => {
  let time = 0
  return requests.map(({wait, delay, ...request}) => {
    time += wait
    return {...request, time, logged: time + delay}
  }).sort((a, b) => a.logged - b.logged)
})

const limits = fc.record({
  qps: fc.integer({min: 1, max: 5}), burst: fc.integer({min: 1, max: 8}),
}).map(({qps, burst}) => [limit('Namespace', qps, burst), limit('Server', qps + 2, burst * 2), limit('User', qps, burst + 1)])

const lines = (requests: readonly {readonly time: number, readonly namespace: string, readonly user: string}[]): string[] =>
  requests.map(({time, namespace, user}) => record(time, {namespace, user}))

describe('replay of random logs', () => {
  it('accepts at most burst + qps x t requests of each key in any time span', () => {
    fc.assert(fc.property(limits, log, (configuration, requests) => {
      const {verdicts} = replayLogs(configuration, [lines(requests)])
      const accepted = requests.filter((_, i) => verdicts[i] === 'A').sort((a, b) => a.time - b.time)
      const keys = {Namespace: (request: typeof accepted[number]) => request.namespace, Server: () => '', User: (request: typeof accepted[number]) => request.user}
      for (const {type, qps = 0, burst = 0} of configuration) {
        const keyOf = keys[type as keyof typeof keys]
        for (const key of new Set(accepted.map(keyOf))) {
          const times = accepted.filter((request) => keyOf(request) === key).map(({time}) => time)
          times.forEach((from, i) => times.slice(i).forEach((to, j) => expect(j + 1).to.be.at.most(burst + qps * (to - from) / 1000 + 1e-6)))
        }
      }
    }))
  })

  it('returns the same verdicts for a log and for its two halves', () => {
    fc.assert(fc.property(limits, log, fc.nat(), (configuration, requests, cut) => {
      const all = lines(requests)
      const half = all.length === 0 ? 0 : cut % (all.length + 1)
      const [one, two] = [replayLogs(configuration, [all]), replayLogs(configuration, [all.slice(0, half), all.slice(half)])]
      expect(two.verdicts).to.deep.equal(one.verdicts)
      expect({...two.report, paths: [], reading: 0}).to.deep.equal({...one.report, paths: [], reading: 0})
    }))
  })

  it('does not depend on the order of lines within the sort buffer', () => {
    fc.assert(fc.property(limits, log, fc.func(fc.integer()), (configuration, requests, weight) => {
      const distinct = requests.map((request, i) => ({...request, time: request.time * 1000 + i}))
      const shuffled = [...distinct].sort((a, b) => weight(a.time) - weight(b.time) || a.time - b.time)
      const verdictsByTime = (list: typeof distinct): object =>
        Object.fromEntries(replayLogs(configuration, [lines(list)]).verdicts.map((verdict, i) => [String(list[i]?.time), verdict]))
      expect(verdictsByTime(shuffled)).to.deep.equal(verdictsByTime(distinct))
    }))
  })

  it('returns the same verdicts for an audit log and canonical records', () => {
    fc.assert(fc.property(limits, log, (configuration, requests) => {
      const audits = requests.map(({time, namespace, user}, i) => auditEvent({
        auditID: `id-${i}`, user: {username: user}, objectRef: {namespace}, requestReceivedTimestamp: new Date(Date.UTC(2026, 0, 1, 10) + time).toISOString(),
      }))
      expect(replayLogs(configuration, [audits]).verdicts).to.deep.equal(replayLogs(configuration, [lines(requests)]).verdicts)
    }))
  })

  it('reads arbitrary bytes without an exception', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.string(), fc.json(), fc.constantFrom('{', '}', '[', ']', '---', 'kind: Event', auditEvent(), record(0)))), (texts) => {
      const {report: {reading, requests}} = replayLogs([limit('Server', 1, 1)], [texts])
      expect(reading.lines).to.equal(texts.length)
      expect(requests.accepted + requests.refused).to.equal(requests.counted)
    }))
  })
})

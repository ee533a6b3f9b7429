import {expect} from 'chai'
import * as fc from 'fast-check'

import {formatTime} from '../../src/machinery/go/instant.js'
import {AdjustableClock} from '../../src/simulate/event-order.js'
import type {SimulateOptions} from '../../src/simulate/simulate.js'
import type {Body} from '../helpers/builders.js'
import {simulated} from '../helpers/simulated.js'

const event = (name: string, fields: Body = {}): Body =>
  ({apiVersion: 'v1', kind: 'Event', metadata: {name}, involvedObject: {kind: 'Pod', namespace: 'dev', name: 'web'}, ...fields})

const at = (second: number | string): string => `2026-01-01T10:00:0${second}Z`

const first = (name: string, second: number): Body => event(name, {firstTimestamp: at(second), lastTimestamp: at(second)})

const configMap = (name: string): Body => ({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name}})

const newEvent = (name: string, second: number): Body => ({
  apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: {name}, regarding: {kind: 'Pod', namespace: 'dev', name: 'web'}, eventTime: at(`${second}.000000`),
  type: 'Normal', reason: 'Scheduled', action: 'Binding', reportingController: 'scheduler', reportingInstance: 'scheduler-0',
})

const limited = (qps: number, burst: number): SimulateOptions => ({pluginConfigurations: {EventRateLimit: {limits: [{type: 'Server', qps, burst}]}}})

/** Sent events: `name time code`, in order. */
const sent = (files: readonly Body[], options: SimulateOptions = {}): string[] =>
  simulated({files}, options).reviews.map(({manifest: {body}, sentAt, status: {code}}) =>
    [(body['metadata'] as {name: string}).name, sentAt === undefined ? '-' : formatTime(sentAt).slice(14), code].join(' '))

describe('order of sent Events', () => {
  it('sorts Events by time', () => {
    expect(sent([first('c', 3), first('a', 1), first('b', 2)])).to.deep.equal(['a 00:01Z 201', 'b 00:02Z 201', 'c 00:03Z 201'])
  })

  it('keeps the input order for equal times', () => {
    expect(sent([first('b', 1), first('a', 1), first('c', 0)])).to.deep.equal(['c 00:00Z 201', 'b 00:01Z 201', 'a 00:01Z 201'])
  })

  it('keeps the positions of other objects', () => {
    expect(sent([configMap('x'), first('b', 2), configMap('y'), first('a', 1), configMap('z')], {order: 'files'})).to.deep.equal(['x - 201', 'a 00:01Z 201', 'y - 201', 'b 00:02Z 201', 'z - 201'])
  })

  it('uses the first time at which an Event was seen, or else the last', () => {
    const other = event('b', {lastTimestamp: at(2)})
    expect(sent([event('c', {firstTimestamp: at(3), lastTimestamp: at(9)}), other, newEvent('a', 1)])).to.deep.equal(['a 00:01Z 201', 'b 00:02Z 201', 'c 00:03Z 201'])
  })

  it('sends an Event without a time after the one before it', () => {
    expect(sent([first('c', 3), event('d'), first('a', 1), event('b')])).to.deep.equal(['a 00:01Z 201', 'b 00:01Z 201', 'c 00:03Z 201', 'd 00:03Z 201'])
  })

  it('sends Events before the first time at that time', () => {
    expect(sent([event('x'), first('a', 5)], limited(1, 1))).to.deep.equal(['x 00:05Z 201', 'a 00:05Z 429'])
    expect(sent([event('x'), event('a')], limited(1, 1))).to.deep.equal(['x - 201', 'a - 429'])
  })

  it('omits objects that kubectl does not send', () => {
    const review = simulated({files: [first('b', 2), {kind: 'Event', metadata: {name: 'x'}}, first('a', 1)]})
    expect(review.reviews.map(({manifest: {body}}) => body['metadata'])).to.deep.equal([{name: 'b', namespace: 'dev'}])
    expect(review.notSent).to.have.length(1)
  })

  it('does not depend on the input order', () => {
    const events = Array.from({length: 9}, (_, i) => first(`e${i}`, i))
    const outcome = sent(events, limited(1, 3)).join()
    fc.assert(fc.property(fc.shuffledSubarray(events, {minLength: 9}), (shuffled) => sent(shuffled, limited(1, 3)).join() === outcome), {numRuns: 20})
  })
})

describe('Events under rate limits', () => {
  it('are limited at their own times', () => {
    expect(sent([first('a', 0), first('b', 0), first('c', 1), first('d', 1)], limited(1, 1)))
      .to.deep.equal(['a 00:00Z 201', 'b 00:00Z 429', 'c 00:01Z 201', 'd 00:01Z 429'])
  })

  it('are counted with nanosecond precision (spec eventratelimit 11 case 35)', () => {
    const named = (nanoseconds: bigint): Body =>
      event(`web.${(0x1886930fd5304000n + nanoseconds).toString(16)}`, {firstTimestamp: at(nanoseconds < 500_000_000n ? 0 : 1)})
    const codes = sent([named(999_999_999n), named(0n), named(999_999_998n)], limited(1, 1)).map((line) => line.replace(/^\S+ /, ''))
    expect(codes).to.deep.equal(['00:00Z 201', '00:00.999999998Z 429', '00:00.999999999Z 201'])
  })

  it('reproduce the worked example of the design document @slow', () => {
    const events = Array.from({length: 2000}, (_, i) => first(`e${i}`, i < 1500 ? 0 : 1))
    const accepted = simulated({files: events}, limited(100, 1000)).reviews.map(({allowed}) => allowed)
    expect([accepted.slice(0, 1500).lastIndexOf(true), accepted.indexOf(true, 1500), accepted.lastIndexOf(true)]).to.deep.equal([999, 1500, 1599])
    expect(accepted.filter(Boolean)).to.have.length(1100)
  })

  it('do not change the clock for other objects', () => {
    const times = simulated({files: [first('a', 5), configMap('b')]}, {clock: {now: () => 7_000_000_000n}}).reviews.map(({object}) => (object?.['metadata'] as {creationTimestamp?: unknown}).creationTimestamp)
    expect(times[1]).to.not.equal(at(5))
  })
})

describe('AdjustableClock', () => {
  it('returns the given time within a call', () => {
    const clock = new AdjustableClock({now: () => 5n})
    expect([clock.now(), clock.at({seconds: -1, nanoseconds: 7}, () => clock.now()), clock.at(undefined, () => clock.now()), clock.now()])
      .to.deep.equal([5n, -999_999_993n, 5n, 5n])
  })
})

describe('hints about Events', () => {
  const hints = (files: readonly Body[], options: SimulateOptions): readonly string[] => simulated({files}, options).hints

  it('report Events that no limit counts', () => {
    expect(hints([first('a', 1), newEvent('b', 1)], limited(1, 1))).to.deep.equal(['Hint: no limit counts the Events that are written through events.k8s.io: 1 of 2.'])
    expect(sent([newEvent('a', 1), newEvent('b', 1), first('c', 1)], limited(1, 1)).map((line) => line.split(' ').at(-1))).to.deep.equal(['201', '201', '201'])
  })

  it('report Events with a count above 1', () => {
    const repeated = [{...first('a', 1), count: 5}, {...first('b', 1), count: 1}]
    expect(hints(repeated, limited(1, 9))).to.deep.equal([
      'Hint: each Event is sent once, also one that was seen more often (count): 1 of 2. "kadm replay" sends every occurrence.',
    ])
  })

  it('are omitted without limits', () => {
    expect(hints([{...first('a', 1), count: 5}, newEvent('b', 1)], {})).to.deep.equal([])
    expect(hints([configMap('a')], limited(1, 1))).to.deep.equal([])
  })
})

import {expect} from 'chai'
import * as fc from 'fast-check'

import type {Clock} from '../../../src/admission/clock.js'
import {type CorrelatorOptions, EventCorrelator} from '../../../src/controllers/event-recorder/event-correlator.js'
import {aggregateKey, eventKey, spamKey} from '../../../src/controllers/event-recorder/event-keys.js'
import {distinctNames, eventName} from '../../../src/controllers/event-recorder/event-name.js'
import {eventObject, eventPatch} from '../../../src/controllers/event-recorder/event-object.js'
import type {RecordedEvent} from '../../../src/controllers/event-recorder/types.js'
import {seconds, start} from '../../helpers/event-clients.js'

/** An event of a recorder, some seconds after the start. */
const recorded = (after: number, fields: Partial<RecordedEvent> = {}): RecordedEvent => ({
  name: eventName('web', start + seconds(after)), namespace: 'shop', type: 'Normal', reason: 'R', message: 'm', source: {component: 'c', host: 'h'},
  involvedObject: {kind: 'Pod', namespace: 'shop', name: 'web', uid: 'u', apiVersion: 'v1'}, count: 1,
  firstTimestamp: start + seconds(after), lastTimestamp: start + seconds(after), ...fields,
})

class Recorder implements Clock {
  time = start
  readonly correlator: EventCorrelator

  constructor(options?: CorrelatorOptions) {
    this.correlator = new EventCorrelator(this, options)
  }

  now(): bigint {
    return this.time
  }

  /** Result for an event, some seconds after the start. */
  correlate(after: number, fields: Partial<RecordedEvent> = {}): RecordedEvent | undefined {
    this.time = start + seconds(after)
    return this.correlator.correlate(recorded(after, fields))
  }
}

const whole = {
  ...recorded(0, {annotations: {a: 'b'}, reportingComponent: 'rc', reportingInstance: 'ri'}),
  involvedObject: {kind: 'K', namespace: 'N', name: 'O', uid: 'U', apiVersion: 'A', resourceVersion: 'V', fieldPath: 'F'},
}

describe('keys of an event', () => {
  it('concatenate the fields that identify it', () => {
    expect(eventKey(whole)).to.equal('chKNOFUANormalRm')
    expect(spamKey(whole)).to.equal('chKNOUANormal')
    expect(aggregateKey(whole)).to.equal('chKNOUANormalRrcri')
  })

  it('omit missing fields', () => {
    const bare: RecordedEvent = {...recorded(0), source: {}, involvedObject: {}}
    expect([eventKey(bare), spamKey(bare), aggregateKey(bare)]).to.deep.equal(['NormalRm', 'Normal', 'NormalR'])
  })
})

describe('name of an event', () => {
  it('consists of the name of the object and the time', () => {
    expect(eventName('web', 1_767_225_600_000_000_000n)).to.equal('web.18867251edfa0000')
    expect(eventName('10.0.0.1', 255n)).to.equal('10.0.0.1.ff')
  })

  it('is a UUID if the name of the object is invalid', () => {
    for (const name of ['', 'Upper', 'a:b', '-a', 'a'.repeat(250)]) expect(eventName(name, start, () => 'uuid'), name).to.equal('uuid')
    expect(eventName('', start)).to.equal('00000000-0000-4000-8000-000000000000')
  })

  it('differs for each event of a process, even if the clock stops or is set back', () => {
    const nameOf = distinctNames(() => 'uuid')
    expect([5n, 5n, 4n, 7n, 10n, 9n].map((time) => nameOf('a', time))).to.deep.equal(['a.5', 'a.6', 'a.7', 'a.8', 'a.a', 'a.b'])
  })
})

describe('bodies of requests', () => {
  it('contain times in whole seconds', () => {
    expect(eventObject({...whole, count: 2, lastTimestamp: start + 1_999_999_999n})).to.deep.equal({
      apiVersion: 'v1', kind: 'Event', metadata: {name: 'web.18867251edfa0000', namespace: 'shop', annotations: {a: 'b'}},
      involvedObject: whole.involvedObject, type: 'Normal', reason: 'R', message: 'm', source: {component: 'c', host: 'h'}, count: 2,
      firstTimestamp: '2026-01-01T00:00:00Z', lastTimestamp: '2026-01-01T00:00:01Z', reportingComponent: 'rc', reportingInstance: 'ri',
    })
    expect(eventObject(recorded(0))['metadata']).to.deep.equal({name: 'web.18867251edfa0000', namespace: 'shop'})
  })

  it('contain only the changed fields in a PATCH', () => {
    expect(eventPatch(recorded(1.5, {count: 7, message: '<m>'}))).to.equal('{"count":7,"lastTimestamp":"2026-01-01T00:00:01Z","message":"\\u003cm\\u003e"}')
  })

  it('omit fields of a PATCH that equal those of an empty event', () => {
    expect(eventPatch(recorded(0, {count: 2, message: ''}))).to.equal('{"count":2,"lastTimestamp":"2026-01-01T00:00:00Z"}')
    expect(eventPatch(recorded(0, {count: 2, lastTimestamp: 500_000_000n}))).to.equal('{"count":2,"message":"m"}')
  })
})

describe('EventCorrelator', () => {
  it('returns a new event unchanged', () => {
    const recorder = new Recorder()
    expect(recorder.correlate(0, {annotations: {a: 'b'}})).to.deep.equal(recorded(0, {annotations: {a: 'b'}}))
  })

  it('keeps name and first time of a known event, in whole seconds once it is stored', () => {
    const recorder = new Recorder()
    const first = recorder.correlate(0.5)!
    expect(recorder.correlate(1.25)).to.deep.include({name: first.name, count: 2, firstTimestamp: start + seconds(0.5), lastTimestamp: start + seconds(1.25)})
    recorder.correlator.updateState(first)
    expect(recorder.correlate(2.25)).to.deep.include({name: first.name, count: 2, firstTimestamp: start})
  })

  it('aggregates similar events into one without annotations and reporting fields', () => {
    const recorder = new Recorder({maxEvents: 2})
    const fields = {annotations: {a: 'b'}, reportingComponent: 'rc', reportingInstance: 'ri'}
    recorder.correlate(0, fields)
    expect(recorder.correlate(0.5, {...fields, message: 'n'})).to.deep.equal(recorded(0.5, {message: '(combined from similar events): n'}))
  })

  it('never aggregates events with the same message', () => {
    const recorder = new Recorder({maxEvents: 2, burst: 50})
    for (let i = 0; i < 30; i++) expect(recorder.correlate(i)?.message).to.equal('m')
  })

  it('does not aggregate events that differ in another field than the message', () => {
    const differences: Partial<RecordedEvent>[] = [
      {reason: 'S'}, {type: 'Warning'}, {source: {component: 'd'}}, {reportingComponent: 'rc'}, {reportingInstance: 'ri'}, {involvedObject: {kind: 'Pod', name: 'other'}},
    ]
    for (const difference of differences) {
      const recorder = new Recorder({maxEvents: 2})
      recorder.correlate(0)
      expect(recorder.correlate(0, {...difference, message: 'n'})?.message).to.equal('n')
      expect(recorder.correlate(0, {message: 'n'})?.message).to.equal('(combined from similar events): n')
    }
  })

  it('drops events of an object without tokens, and counts them', () => {
    const recorder = new Recorder({burst: 2})
    expect([0, 1, 2, 299].map((after) => recorder.correlate(after)?.count)).to.deep.equal([1, 2, undefined, undefined])
    expect(recorder.correlate(300)?.count).to.equal(5)
    expect(recorder.correlate(300, {type: 'Warning'})?.count).to.equal(1)
  })

  it('remembers cacheSize events', () => {
    const recorder = new Recorder({cacheSize: 1, burst: 1})
    const other = {involvedObject: {kind: 'Pod', name: 'other'}}
    expect([recorder.correlate(0)?.count, recorder.correlate(1, other)?.count, recorder.correlate(2)?.count]).to.deep.equal([1, 1, 1])
  })

  it('remembers 4096 events by default', () => {
    const countAfter = (others: number): number | undefined => {
      const recorder = new Recorder()
      recorder.correlate(0)
      for (let i = 0; i < others; i++) recorder.correlate(0, {involvedObject: {kind: 'Pod', name: `p${i}`}})
      return recorder.correlate(1)?.count
    }
    expect([countAfter(4095), countAfter(4096)]).to.deep.equal([2, 1])
  })

  it('counts every event once, separately or in an aggregate event', () => {
    const event = fc.record({after: fc.integer({min: 0, max: 50}), message: fc.constantFrom('a', 'b', 'c', 'd'), reason: fc.constantFrom('R', 'S')})
    fc.assert(fc.property(fc.array(event, {maxLength: 60}), fc.integer({min: 1, max: 5}), (events, maxEvents) => {
      const recorder = new Recorder({maxEvents, burst: 1000})
      const counts = new Map<string, number>()
      for (const {after, ...fields} of events) {
        const {count, message, reason} = recorder.correlate(after, fields)!
        counts.set(`${reason} ${message.startsWith('(combined') ? 'all' : message}`, count)
      }
      expect([...counts.values()].reduce((sum, count) => sum + count, 0)).to.equal(events.length)
    }), {numRuns: 300, seed: 1})
  })
})

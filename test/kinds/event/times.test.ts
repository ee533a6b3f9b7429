import {expect} from 'chai'

import {eventTimes} from '../../../src/kinds/event/times.js'
import {formatTime, type Instant} from '../../../src/machinery/go/instant.js'

const shown = (instant: Instant | undefined): string => instant === undefined ? '-' : formatTime(instant).replace('2026-01-01T', '')

/** The first and the last time. */
const timesOf = (event: unknown): string => {
  const {first, last} = eventTimes(event)
  return `${shown(first)} ${shown(last)}`
}

const at = (time: string): string => `2026-01-01T${time}Z`

describe('eventTimes', () => {
  it('reads the first time from firstTimestamp, eventTime or creationTimestamp, in this order', () => {
    const metadata = {name: 'a', creationTimestamp: at('10:00:03')}
    expect(timesOf({metadata, firstTimestamp: at('10:00:01'), eventTime: at('10:00:02.000000')})).to.equal('10:00:01Z 10:00:01Z')
    expect(timesOf({metadata, firstTimestamp: null, eventTime: at('10:00:02.500000')})).to.equal('10:00:02.5Z 10:00:02.5Z')
    expect(timesOf({metadata, eventTime: null})).to.equal('10:00:03Z 10:00:03Z')
    expect(timesOf({metadata, deprecatedFirstTimestamp: at('10:00:01'), eventTime: at('10:00:02.000000')})).to.equal('10:00:01Z 10:00:01Z')
  })

  it('reads the last time from the series, else from lastTimestamp', () => {
    const event = {metadata: {}, firstTimestamp: at('10:00:01'), lastTimestamp: at('10:00:05')}
    expect(timesOf(event)).to.equal('10:00:01Z 10:00:05Z')
    expect(timesOf({...event, series: {lastObservedTime: at('10:00:09.000000')}})).to.equal('10:00:01Z 10:00:09Z')
    expect(timesOf({eventTime: at('10:00:01.000000'), deprecatedLastTimestamp: at('10:00:07')})).to.equal('10:00:01Z 10:00:07Z')
    expect(timesOf({lastTimestamp: at('10:00:05')})).to.equal('- 10:00:05Z')
  })

  it('takes nanoseconds from the name if they agree with firstTimestamp', () => {
    const named = (name: string): string => timesOf({metadata: {name}, firstTimestamp: at('10:00:00')})
    expect(named('web-0.1886930fd5304001')).to.equal('10:00:00.000000001Z 10:00:00.000000001Z')
    expect(named('web-0.1886930fd5304001'.toUpperCase())).to.equal('10:00:00.000000001Z 10:00:00.000000001Z')
    for (const name of ['web-0.2886930fd5304001', 'web-0.beef', 'web-0', '', 'web-0.11886930fd5304001f']) expect(named(name), name).to.equal('10:00:00Z 10:00:00Z')
  })

  it('returns no times for an event without valid times', () => {
    for (const event of [undefined, null, 5, 'a', [], {}, {metadata: 5, series: 'x'}, {firstTimestamp: 'yesterday', eventTime: 5}, {metadata: {creationTimestamp: '2026-13-01T00:00:00Z'}}]) {
      expect(timesOf(event)).to.equal('- -')
    }
  })
})

import {expect} from 'chai'
import {utcMicroTime, utcTime} from '../../../src/machinery/go/utc-time.js'

describe('utcTime and utcMicroTime', () => {
  const times: Record<string, [whole: string, micro: string]> = {
    '2026-01-02T03:04:05.123456Z': ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.123456Z'],
    '2026-01-02T03:04:05.123456+02:00': ['2026-01-02T01:04:05Z', '2026-01-02T01:04:05.123456Z'],
    '2026-01-01T23:04:05,000001-01:30': ['2026-01-02T00:34:05Z', '2026-01-02T00:34:05.000001Z'],
    '2026-01-02T3:04:05.000000Z': ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000000Z'],
    '2026-01-02T03:04:05.000001+24:00': ['2026-01-01T03:04:05Z', '2026-01-01T03:04:05.000001Z'],
    '2026-01-02T03:04:05.000001-24:60': ['2026-01-03T04:04:05Z', '2026-01-03T04:04:05.000001Z'],
    '2026-01-02T03:04:05.000001+00:60': ['2026-01-02T02:04:05Z', '2026-01-02T02:04:05.000001Z'],
    '0000-01-01T00:00:00.000001+01:00': ['-0001-12-31T23:00:00Z', '-0001-12-31T23:00:00.000001Z'],
    '9999-12-31T23:59:59.000001-01:00': ['10000-01-01T00:59:59Z', '10000-01-01T00:59:59.000001Z'],
    '0001-01-01T00:00:00.999999Z': ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.999999Z'],
  }

  for (const [text, [whole, micro]] of Object.entries(times)) {
    it(`convert ${text} to UTC`, () => expect([utcTime(text), utcMicroTime(text)]).to.deep.equal([whole, micro]))
  }

  it('truncate to whole seconds in utcTime', () => {
    expect(utcTime('2026-01-02T03:04:05Z')).to.equal('2026-01-02T03:04:05Z')
    expect(utcTime('2026-01-02T03:04:05.9Z')).to.equal('2026-01-02T03:04:05Z')
  })

  it('return invalid times unchanged', () => {
    for (const text of ['', 'now', '2026-01-02', '2026-13-02T03:04:05Z', '2026-01-02T03:04:05+25:00', '2026-01-02T03:04:05+00:61']) {
      expect([utcTime(text), utcMicroTime(text)], text).to.deep.equal([text, text])
    }
  })
})

import {expect} from 'chai'
import * as fc from 'fast-check'

import {addNanoseconds, compareInstants, formatTime, nanosecondsBetween, parseTime} from '../../../src/machinery/go/instant.js'

describe('times of logs', () => {
  const read: readonly (readonly [text: string, seconds: number, nanoseconds: number])[] = [
    ['1970-01-01T00:00:00Z', 0, 0],
    ['2026-01-01T10:00:00.000001Z', 1_767_261_600, 1000],
    ['2026-01-01T10:00:00.5Z', 1_767_261_600, 500_000_000],
    ['2026-01-01T10:00:00.123456789Z', 1_767_261_600, 123_456_789],
    ['2026-01-01T10:00:00.1234567899Z', 1_767_261_600, 123_456_789],
    ['2026-01-01T12:00:00+02:00', 1_767_261_600, 0],
    ['2026-01-01T04:30:00.25-05:30', 1_767_261_600, 250_000_000],
    ['2024-02-29T00:00:00Z', 1_709_164_800, 0],
    ['2000-02-29T23:59:59Z', 951_868_799, 0],
    ['0001-01-01T00:00:00Z', -62_135_596_800, 0],
    ['1969-12-31T23:59:59.75Z', -1, 750_000_000],
  ]
  for (const [text, seconds, nanoseconds] of read) {
    it(`are parsed from ${text}`, () => expect(parseTime(text)).to.deep.equal({seconds, nanoseconds}))
  }

  for (const text of [
    '', '2026', '2026-01-01', '2026-01-01T10:00:00', '2026-01-01 10:00:00Z', '2026-01-01T10:00:00.Z', '2026-13-01T10:00:00Z', '2026-00-01T10:00:00Z', '2026-02-29T10:00:00Z',
    '2100-02-29T10:00:00Z', '2026-04-31T10:00:00Z', '2026-01-00T10:00:00Z', '2026-01-01T24:00:00Z', '2026-01-01T10:60:00Z', '2026-01-01T10:00:60Z', '2026-01-01T10:00:00z',
    '2026-01-01T10:00:00ZZ', '2026-01-01T10:00:00+0200', '2026-01-01T10:00:00+02:0', '2026-01-01T10:00:00+25:00', 'x026-01-01T10:00:00Z', '2026/01/01T10:00:00Z', '2026-01-01T10-00-00Z',
  ]) it(`are not parsed from ${JSON.stringify(text)}`, () => expect(parseTime(text)).to.equal(undefined))

  it('equal those that Date parses', () => {
    fc.assert(fc.property(fc.date({min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true}), (date) => {
      const milliseconds = date.getTime()
      const seconds = Math.floor(milliseconds / 1000)
      expect(parseTime(date.toISOString())).to.deep.equal({seconds, nanoseconds: (milliseconds - seconds * 1000) * 1e6})
    }))
  })

  it('are formatted with the necessary decimals, and can be parsed again', () => {
    expect(formatTime({seconds: 1_767_261_600, nanoseconds: 0})).to.equal('2026-01-01T10:00:00Z')
    expect(formatTime({seconds: 1_767_261_600, nanoseconds: 120_000_000})).to.equal('2026-01-01T10:00:00.12Z')
    fc.assert(fc.property(fc.integer({min: -62_135_596_800, max: 253_402_300_799}), fc.integer({min: 0, max: 999_999_999}), (seconds, nanoseconds) => {
      expect(parseTime(formatTime({seconds, nanoseconds}))).to.deep.equal({seconds, nanoseconds})
    }))
  })

  it('can be compared and added', () => {
    const [early, late] = [{seconds: 5, nanoseconds: 999_999_999}, {seconds: 6, nanoseconds: 1}]
    expect(compareInstants(early, late)).to.be.below(0)
    expect(compareInstants(late, late)).to.equal(0)
    expect(nanosecondsBetween(early, late)).to.equal(2)
    expect(addNanoseconds(early, 2)).to.deep.equal(late)
    expect(addNanoseconds(early, 3_000_000_001)).to.deep.equal({seconds: 9, nanoseconds: 0})
  })
})

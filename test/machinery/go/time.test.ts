import {expect} from 'chai'
import {microTimeError, timeError, unixNanoseconds, utcMicroTime, utcTime} from '../../../src/machinery/go/time.js'

const layouts = {time: '2006-01-02T15:04:05Z07:00', micro: '2006-01-02T15:04:05.000000Z07:00'}

/** Texts that Go escapes when it quotes them. */
const quoted: Readonly<Record<string, string>> = {
  'é': '\\xc3\\xa9', '😀': '\\xf0\\x9f\\x98\\x80', 'a"b\\c': 'a\\"b\\\\c', 'a\tb\u007f\n': 'a\\x09b\u007f\\x0a',
}

/** Go's message for an error in the table. */
function message(text: string, error: string, layout: string): string | undefined {
  if (error === '') return undefined
  const as = error.startsWith('cannot parse') ? ` as "${layout}"` : ''
  return `parsing time "${quoted[text] ?? text}"${as}: ${error}`
}

describe('timeError and microTimeError', () => {
  // Errors of Go's time.Parse for a time, and for a time with microseconds where that differs. An empty error means a valid time.
  const table: [text: string, time: string, micro?: string][] = [
    ['yesterday', 'cannot parse "yesterday" as "2006"'],
    ['2001-01-01', 'cannot parse "" as "T"'],
    ['2001-13-01T00:00:00Z', 'month out of range'],
    ['2001-02-30T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['2001-02-03T24:00:00Z', 'hour out of range'],
    ['2001-02-03T2:00:00Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-02-03T02:00:60Z', 'second out of range'],
    ['2001-02-03T02:00:00.5Z', '', 'cannot parse ".5Z" as ".000000"'],
    ['2001-02-03T02:00:00,5Z', '', 'cannot parse ",5Z" as ".000000"'],
    ['2001-02-03T02:00:00', 'cannot parse "" as "Z07:00"', 'cannot parse "" as ".000000"'],
    ['2001-02-03T02:00:00+1:00', 'cannot parse "+1:00" as "Z07:00"', 'cannot parse "+1:00" as ".000000"'],
    ['2001-02-03T02:00:00+25:00', 'time zone offset hour out of range', 'cannot parse "+25:00" as ".000000"'],
    ['2001-02-03T02:00:00+01:99', 'time zone offset minute out of range', 'cannot parse "+01:99" as ".000000"'],
    ['2001-02-03T02:00:00Zx', 'extra text: "x"', 'cannot parse "Zx" as ".000000"'],
    ['2001-02-03t02:00:00Z', 'cannot parse "t02:00:00Z" as "T"'],
    ['2001-02-00T02:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['', 'cannot parse "" as "2006"'],
    ['2001-1-01T00:00:00Z', 'cannot parse "1-01T00:00:00Z" as "01"'],
    ['é', 'cannot parse "\\xc3\\xa9" as "2006"'],
    ['2001-02-03T02:00:00.Z', 'cannot parse ".Z" as "Z07:00"', 'cannot parse ".Z" as ".000000"'],
    ['2001-02-03T02:61:00Z', 'minute out of range'],
    ['20010-02-03T02:00:00Z', 'cannot parse "0-02-03T02:00:00Z" as "-"'],
    [' 2001-02-03T02:00:00Z', 'cannot parse " 2001-02-03T02:00:00Z" as "2006"'],
    ['0000-02-29T02:00:00Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-02-03T02:00:00.123456Z', ''],
    ['2001-02-03T02:00:00.1234567Z', '', 'cannot parse "7Z" as "Z07:00"'],
    ['2001-02-03T02:00:00.12345Z', '', 'cannot parse ".12345Z" as ".000000"'],
    ['2001-02-03T02:00:00z', 'cannot parse "z" as "Z07:00"', 'cannot parse "z" as ".000000"'],
    ['2001-02-03T02:00:00+2400', 'cannot parse "+2400" as "Z07:00"', 'cannot parse "+2400" as ".000000"'],
    ['2001-12-31T23:59:59Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-00-01T00:00:00Z', 'month out of range'],
    ['1900-02-29T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['2000-02-29T00:00:00Z', '', 'cannot parse "Z" as ".000000"'],
    ['2004-02-29T00:00:00Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-02-29T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['2001-04-31T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['2001-01-31T00:00:00Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-01-32T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['2001-12-32T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['0001-02-29T00:00:00Z', 'day out of range', 'cannot parse "Z" as ".000000"'],
    ['9999-12-31T00:00:00Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-02-03T02:00:00+24:00', '', 'cannot parse "+24:00" as ".000000"'],
    ['2001-02-03T02:00:00-24:59', '', 'cannot parse "-24:59" as ".000000"'],
    ['2001-02-03T02:00:00+01:60', '', 'cannot parse "+01:60" as ".000000"'],
    ['2001-02-03T02:00:00+01:61', 'time zone offset minute out of range', 'cannot parse "+01:61" as ".000000"'],
    ['2001-02-03T02:00:00-25:00', 'time zone offset hour out of range', 'cannot parse "-25:00" as ".000000"'],
    ['2001-02-03T02:00:00-00:00', '', 'cannot parse "-00:00" as ".000000"'],
    ['2001-02-03T02:00:00+25:61', 'time zone offset minute out of range', 'cannot parse "+25:61" as ".000000"'],
    ['2001-02-03T02:00:00+0a:00', 'cannot parse "+0a:00" as "Z07:00"', 'cannot parse "+0a:00" as ".000000"'],
    ['2001-02-03T02:00:00+010:0', 'cannot parse "+010:0" as "Z07:00"', 'cannot parse "+010:0" as ".000000"'],
    ['2001-02-03T02:00:00,123456Z', ''],
    ['2001-02-03T02:00:00.123456+01:00', ''],
    ['2001-02-03T02:00:00.12345aZ', 'cannot parse "aZ" as "Z07:00"', 'cannot parse ".12345aZ" as ".000000"'],
    ['2001-02-03T02:00:00.123456', 'cannot parse "" as "Z07:00"'],
    ['2001-02-03T02:00:00.5', 'cannot parse "" as "Z07:00"', 'cannot parse ".5" as ".000000"'],
    ['2001-02-03T02:00:00.123456789123Z', '', 'cannot parse "789123Z" as "Z07:00"'],
    ['2001-02-03T02:60:00Z', 'minute out of range'],
    ['2001-02-03T02:59:59Z', '', 'cannot parse "Z" as ".000000"'],
    ['2001-02-03T2:5:00Z', 'cannot parse "5:00Z" as "04"'],
    ['2001-02-03T222:00:00Z', 'cannot parse "2:00:00Z" as ":"'],
    ['2001-02-03T02:00:0Z', 'cannot parse "0Z" as "05"'],
    ['2001-02-3T02:00:00Z', 'cannot parse "3T02:00:00Z" as "02"'],
    ['2001/02-03T02:00:00Z', 'cannot parse "/02-03T02:00:00Z" as "-"'],
    ['2001-02/03T02:00:00Z', 'cannot parse "/03T02:00:00Z" as "-"'],
    ['2001-02-03 02:00:00Z', 'cannot parse " 02:00:00Z" as "T"'],
    ['2001-02-03T02-00:00Z', 'cannot parse "-00:00Z" as ":"'],
    ['2001-02-03T02:00-00Z', 'cannot parse "-00Z" as ":"'],
    ['200a-01-01T00:00:00Z', 'cannot parse "200a-01-01T00:00:00Z" as "2006"'],
    ['2001-02-03T:00:00Z', 'cannot parse ":00:00Z" as "15"'],
    ['2001-02-03Tx', 'cannot parse "x" as "15"'],
    ['2001-02-03T02:0x:00Z', 'cannot parse "0x:00Z" as "04"'],
    ['2001-02-03T02:00:0xZ', 'cannot parse "0xZ" as "05"'],
    ['a"b\\c', 'cannot parse "a\\"b\\\\c" as "2006"'],
    ['a\tb\u007f\n', 'cannot parse "a\\x09b\\x0a" as "2006"'],
    ['~ }', 'cannot parse "~ }" as "2006"'],
    ['2001-02-30T24:00:00Z', 'hour out of range'],
    ['2001-02-30T00:00:00+25:00', 'time zone offset hour out of range', 'cannot parse "+25:00" as ".000000"'],
    ['2001-02-30T00:00:00Zx', 'extra text: "x"', 'cannot parse "Zx" as ".000000"'],
    ['2001-02-31T02:00:00.123456+25:00', 'time zone offset hour out of range'],
    ['😀', 'cannot parse "\\xf0\\x9f\\x98\\x80" as "2006"'],
    ['2001-02-03T02:00:00Z ', 'extra text: " "', 'cannot parse "Z " as ".000000"'],
    ['2001-02-03T02:00:00.1234560Z', '', 'cannot parse "0Z" as "Z07:00"'],
    ['2001-02-03T02:00:00.123456Zx', 'extra text: "x"'],
  ]

  for (const [text, time, micro = time] of table) {
    it(`return the errors of Go for ${JSON.stringify(text)}`, () => {
      expect(timeError(text), 'time').to.equal(message(text, time, layouts.time))
      expect(microTimeError(text), 'micro').to.equal(message(text, micro, layouts.micro))
    })
  }
})

describe('unixNanoseconds', () => {
  // Results of Go's time.Parse(time.RFC3339, ...).Unix().
  const table: Record<string, bigint> = {
    '1970-01-01T00:00:01Z': 1n,
    '1969-12-31T23:59:59.5Z': -1n,
    '2026-01-02T03:04:05+24:00': 1_767_236_645n,
    '2026-01-02T03:04:05-24:60': 1_767_413_045n,
    '2026-01-02T03:04:05+00:60': 1_767_319_445n,
    '2026-01-02T3:04:05,5+00:00': 1_767_323_045n,
    '0000-01-01T00:00:00+01:00': -62_167_222_800n,
    // Years that are possible only with an offset, as the server writes them.
    '10000-01-01T23:59:59Z': 253_402_387_199n,
    '-0001-12-31T23:00:00Z': -62_167_222_800n,
  }

  for (const [text, seconds] of Object.entries(table)) it(`parses ${text}`, () => expect(unixNanoseconds(text)).to.equal(seconds * 1_000_000_000n))
})

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

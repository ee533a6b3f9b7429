import {expect} from 'chai'
import {durationError, parseDuration, shortDuration} from '../../../src/machinery/go/duration.js'

describe('Go durations', () => {
  const second = 1_000_000_000n

  for (const [text, nanoseconds] of [
    ['5m', 300n * second], ['1h30m', 5400n * second], ['1.5s', 1_500_000_000n], ['-2s', -2n * second], ['+1ns', 1n], ['0', 0n], ['-0s', 0n], ['.5us', 500n],
    ['-9223372036854775808ns', -(2n ** 63n)],
  ] as const) it(`are parsed from ${text}`, () => expect([parseDuration(text), durationError(text)]).to.deep.equal([nanoseconds, undefined]))

  for (const [text, error] of [
    ['', 'time: invalid duration ""'], ['5', 'time: missing unit in duration "5"'], ['5x', 'time: unknown unit "x" in duration "5x"'],
    ['.s', 'time: invalid duration ".s"'], ['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
  ] as const) it(`are not parsed from ${JSON.stringify(text)}`, () => expect([parseDuration(text), durationError(text)]).to.deep.equal([undefined, error]))

  for (const [milliseconds, text] of [[300_000, '5m'], [5_400_000, '1h30m'], [90_500, '1m30.5s'], [1, '0.001s'], [0, '0s']] as const) {
    it(`are formatted as ${text}`, () => expect(shortDuration(milliseconds)).to.equal(text))
  }
})

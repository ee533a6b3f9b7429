import {expect} from 'chai'
import fc from 'fast-check'

import {instantOf, TokenBucket} from '../../../src/machinery/rate-limit/token-bucket.js'

/** Verdicts of a bucket at times in nanoseconds: A for accepted, R for rejected. */
function answers(qps: number, burst: number, times: readonly (number | bigint)[]): string {
  const bucket = new TokenBucket(qps, burst)
  return times.map((time) => bucket.tryAccept(instantOf(BigInt(time))) ? 'A' : 'R').join('')
}

const ms = (...times: number[]): number[] => times.map((time) => time * 1e6)

/** The bucket as computed in spec eventratelimit 5.1. */
function reference(qps: number, burst: number, times: readonly bigint[]): string {
  const rate = Math.fround(qps)
  let tokens = burst
  let last: bigint | undefined
  return times.map((now) => {
    const elapsed = last === undefined || now < last ? 0n : now - last
    const seconds = Number(elapsed / 1_000_000_000n) + Number(elapsed % 1_000_000_000n) / 1e9
    const rest = (last === undefined ? burst : Math.min(tokens + seconds * rate, burst)) - 1
    if (rest < 0 && Math.trunc(-rest / rate * 1e9) !== 0) return 'R'
    tokens = rest
    last = now
    return 'A'
  }).join('')
}

describe('TokenBucket', () => {
  it('allows its burst at once, then its rate per second (spec eventratelimit 11 case 34)', () => {
    expect(answers(3, 10, [...ms(...Array<number>(12).fill(0)), ...ms(333, 334, 666, 667, 668, 1000)])).to.equal('AAAAAAAAAARRRARARA')
  })

  it('accepts up to a nanosecond early (spec eventratelimit 11 case 35)', () => {
    expect(answers(1, 1, [0, 999_999_998, 999_999_999])).to.equal('ARA')
    expect(answers(3, 1, [0, 333_333_332, 333_333_333])).to.equal('ARA')
    expect(answers(7, 1, [0, 142_857_141, 142_857_142])).to.equal('ARA')
    expect(answers(10, 1, [0, 99_999_998, 99_999_999])).to.equal('ARA')
  })

  it('is not changed by rejected requests (spec eventratelimit 11 case 36)', () => {
    expect(answers(2, 1, ms(0, 100, 200, 300, 400, 500))).to.equal('ARRRRA')
  })

  it('never holds more than its burst (spec eventratelimit 11 case 37)', () => {
    expect(answers(1, 2, ms(0, 86_400_000, 86_400_000, 86_400_000))).to.equal('AAAR')
  })

  it('gains no tokens when the clock is set back, and continues from there', () => {
    expect(answers(1, 2, ms(10_000, 10_000, 5_000, 6_000, 6_000))).to.equal('AARRR')
    expect(answers(1, 3, ms(10_000, 5_000, 5_000, 6_000, 6_000))).to.equal('AAAAR')
  })

  it('rounds the rate to 32 bits', () => {
    expect(answers(16_777_217, 1, [0, 59])).to.equal(answers(16_777_216, 1, [0, 59]))
  })

  it('supports times before 1970 and far in the future', () => {
    expect(answers(1, 1, [-1_500_000_000n, -500_000_002n, -500_000_000n, 10n ** 30n, 10n ** 30n])).to.equal('ARAAR')
    expect(instantOf(-1n)).to.deep.equal({seconds: -1, nanoseconds: 999_999_999})
  })

  it('decides as computed in spec eventratelimit 5.1', () => {
    const round = fc.constantFrom(0n, 10n ** 6n, 10n ** 8n, 10n ** 9n, 333_333_333n, -(10n ** 9n), 10n ** 13n)
    const step = fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 10n ** 9n), round)
    const times = fc.array(step, {maxLength: 60}).map((steps) => {
      let now = 10n ** 18n
      return steps.map((each) => now += each)
    })
    const qps = fc.oneof(fc.integer({min: 1, max: 20}), fc.integer({min: 1, max: 2147483647}))
    fc.assert(fc.property(qps, fc.integer({min: 1, max: 10}), times, (rate, burst, all) => {
      expect(answers(rate, burst, all)).to.equal(reference(rate, burst, all))
    }), {numRuns: 2000})
  })
})

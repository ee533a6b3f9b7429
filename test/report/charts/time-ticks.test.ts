import {expect} from 'chai'

import {timeTicks} from '../../../src/report/charts/time-ticks.js'

const start = Date.UTC(2026, 0, 1, 10) / 1000

const texts = (span: number): string[] => timeTicks(start, start + span).map(({text}) => text)

describe('timeTicks', () => {
  it('returns round times with texts as long as the time needs', () => {
    expect(texts(300)).to.deep.equal(['10:00:00', '10:02:00', '10:04:00'])
    expect(texts(2 * 3600)).to.deep.equal(['10:00', '10:30', '11:00', '11:30', '12:00'])
    expect(texts(8 * 3600)).to.deep.equal(['12:00', '15:00', '18:00'])
    expect(texts(20 * 86_400)).to.deep.equal(['2026-01-04', '2026-01-11', '2026-01-18'])
    expect(texts(10 * 365 * 86_400)).to.deep.equal(['2028-01-01', '2032-01-01'])
  })

  it('has whole seconds only, and no labels that overlap', () => {
    for (const span of [1, 2, 5, 59, 61, 4000, 90_000, 400_000, 1e7, 1e9]) {
      const ticks = timeTicks(start, start + span)
      expect(new Set(ticks.map(({text}) => text)).size, `${span} s`).to.equal(ticks.length)
      for (const [i, {at}] of ticks.entries()) expect(at - (ticks[i - 1]?.at ?? -1), `${span} s`).to.be.at.least(0.131)
    }
  })
})

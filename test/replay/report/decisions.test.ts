import {expect} from 'chai'

import {type Decision, Decisions} from '../../../src/replay/report/decisions.js'

const textOf = ({line, reached}: Decision): string => `${line} ${reached.map(({type, key}) => `${type}:${key}`).join()}`

/** The limits that reject the request in a line: none, or one or two of several. */
const decisionOn = (line: number): Decision => ({
  path: 'a.log', line, time: `t${line}`,
  reached: ['User', 'Namespace'].slice(0, line % 3).map((type) => ({type, key: `k${line % 5}`})),
})

/** The texts that are written for requests that are decided in an order of places. */
function textsFor(places: readonly number[], isDecided: (place: number) => boolean = () => true): string[] {
  const texts: string[] = []
  const decisions = new Decisions(textOf, (text) => texts.push(text))
  for (const place of places) decisions.settle(place, isDecided(place) ? decisionOn(place) : undefined)
  return texts
}

const places = Array.from({length: 3000}, (_, i) => i)

describe('Decisions', () => {
  it('are written in the order of the input, each with its own limits', () => {
    const expected = places.map((place) => textOf(decisionOn(place)))
    expect(textsFor(places)).to.deep.equal(expected)
    expect(textsFor(places.toReversed())).to.deep.equal(expected)
    expect(textsFor([...places.filter((place) => place % 2 === 1), ...places.filter((place) => place % 2 === 0)])).to.deep.equal(expected)
  })

  it('leave out requests without a decision, and wait for those that are not decided yet', () => {
    expect(textsFor([1, 3, 2, 0], (place) => place !== 2)).to.deep.equal([0, 1, 3].map((place) => textOf(decisionOn(place))))
    expect(textsFor([1, 2, 4])).to.deep.equal([])
    expect(textsFor([0, 2])).to.deep.equal([textOf(decisionOn(0))])
  })
})

import {expect} from 'chai'

import {isShared, share} from '../../../src/machinery/collections/shared.js'
import {RepeatedJson} from '../../../src/machinery/decode/repeated-json.js'

type Json = Readonly<Record<string, unknown>>

/** Results of a RepeatedJson, and the JSON from which each was computed. */
function counted(isKept = true) {
  const repeated = new RepeatedJson<{readonly from: Json}>()
  const computed: Json[] = []
  const get = (json: Json) => repeated.get(json, (from) => {
    computed.push(from)
    return {result: {from}, isKept}
  })
  return {get, computed}
}

const spec = (image: unknown): Json => ({containers: [{name: 'app', image, args: ['a', 1, true, null, 2n]}]})

describe('RepeatedJson', () => {
  it('shares one result for equal JSON from the second time on', () => {
    const {get, computed} = counted()
    const [first, second, third] = [get(spec('a')), get(spec('a')), get(spec('a'))]
    expect(second).to.equal(third).and.not.to.equal(first)
    expect([first, second].map(isShared)).to.deep.equal([false, true])
    expect(computed).to.deep.equal([spec('a'), spec('a')])
  })

  it('shares the result for shared JSON from the first time on, without a copy', () => {
    const {get, computed} = counted()
    const json = share(spec('a'))
    const first = get(json)
    expect(isShared(first)).to.equal(true)
    expect([get(json), get(spec('a'))]).to.deep.equal([first, first])
    expect(computed).to.have.lengthOf(1)
    expect(computed[0]).to.equal(json)
  })

  const different: readonly (readonly [what: string, a: Json, b: Json])[] = [
    ['strings', spec('a'), spec('b')],
    ['long strings that differ only at the start', {a: `x${'a'.repeat(1000)}`}, {a: `y${'a'.repeat(1000)}`}],
    ['orders of keys', {a: 1, b: 2}, {b: 2, a: 1}],
    ['keys', {a: 1}, {b: 1}],
    ['numbers and strings', {a: 1}, {a: '1'}],
    ['numbers and bigints', {a: 1}, {a: 1n}],
    ['signs of zero', {a: 0}, {a: -0}],
    ['fractions', {a: 0.25}, {a: 0.5}],
    ['null and undefined', {a: null}, {a: undefined}],
    ['undefined and missing fields', {a: {b: undefined}}, {a: {}}],
    ['lists and maps', {a: []}, {a: {}}],
    ['lengths of lists', {a: ['a']}, {a: ['a', 'b']}],
    ['NaN and null', {a: NaN}, {a: null}],
    ['maps with and without __proto__', JSON.parse('{"a": {"__proto__": {"b": 1}}}') as Json, {a: {}}],
  ]
  for (const [what, a, b] of different) {
    it(`distinguishes ${what}`, () => {
      const {get, computed} = counted()
      for (const json of [a, a, b, b, a, b]) expect(get(json).from).to.deep.equal(json)
      expect(computed.length).to.be.greaterThan(3)
    })
  }

  it('computes from a copy, which later changes do not affect', () => {
    const {get} = counted()
    const json = {list: ['a']}
    get(json)
    get(json)
    json.list.push('b')
    expect([get(json).from, get({list: ['a']}).from]).to.deep.equal([{list: ['a', 'b']}, {list: ['a']}])
  })

  it('keeps neither results that are marked so nor those of long JSON', () => {
    const json = spec('a')
    const [unkept, kept] = [counted(false), counted()]
    for (let i = 0; i < 3; i++) {
      unkept.get(json)
      kept.get({...json, args: 'a'.repeat(20_000)})
    }
    expect([unkept.computed.length, kept.computed.length]).to.deep.equal([3, 3])
  })

  it('keeps a limited number of results', () => {
    const {get, computed} = counted()
    const several = Array.from({length: 1000}, (_, i) => spec(`a-${i}`))
    for (let round = 0; round < 4; round++) several.forEach(get)
    expect(computed.length).to.equal(4000)
  })
})

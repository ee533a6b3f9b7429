import {expect} from 'chai'

import {isShared} from '../../../src/machinery/collections/shared.js'
import {RepeatedJson} from '../../../src/machinery/decode/repeated-json.js'

type Json = Readonly<Record<string, unknown>>

/** Results of one kind, how often one was computed, and from what. */
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
  it('has one result, which is shared, for equal JSON from the second time on', () => {
    const {get, computed} = counted()
    const [first, second, third] = [get(spec('a')), get(spec('a')), get(spec('a'))]
    expect(second).to.equal(third).and.not.to.equal(first)
    expect([first, second].map(isShared)).to.deep.equal([false, true])
    expect(computed).to.deep.equal([spec('a'), spec('a')])
  })

  const different: readonly (readonly [what: string, a: Json, b: Json])[] = [
    ['texts', spec('a'), spec('b')],
    ['long texts, far from their ends', {a: `x${'a'.repeat(1000)}`}, {a: `y${'a'.repeat(1000)}`}],
    ['orders of keys', {a: 1, b: 2}, {b: 2, a: 1}],
    ['keys', {a: 1}, {b: 1}],
    ['numbers and texts', {a: 1}, {a: '1'}],
    ['whole numbers and large ones', {a: 1}, {a: 1n}],
    ['zeros', {a: 0}, {a: -0}],
    ['fractions', {a: 0.25}, {a: 0.5}],
    ['null and undefined', {a: null}, {a: undefined}],
    ['fields that are undefined and missing', {a: {b: undefined}}, {a: {}}],
    ['lists and maps', {a: []}, {a: {}}],
    ['lengths', {a: ['a']}, {a: ['a', 'b']}],
    ['numbers that are none', {a: NaN}, {a: null}],
    ['maps with __proto__', JSON.parse('{"a": {"__proto__": {"b": 1}}}') as Json, {a: {}}],
  ]
  for (const [what, a, b] of different) {
    it(`tells different ${what} apart`, () => {
      const {get, computed} = counted()
      for (const json of [a, a, b, b, a, b]) expect(get(json).from).to.deep.equal(json)
      expect(computed.length).to.be.greaterThan(3)
    })
  }

  it('computes from a copy, which nobody can change', () => {
    const {get} = counted()
    const json = {list: ['a']}
    get(json)
    get(json)
    json.list.push('b')
    expect([get(json).from, get({list: ['a']}).from]).to.deep.equal([{list: ['a', 'b']}, {list: ['a']}])
  })

  it('forgets what is not to be kept, and what is too long', () => {
    const json = spec('a')
    const [unkept, kept] = [counted(false), counted()]
    for (let i = 0; i < 3; i++) {
      unkept.get(json)
      kept.get({...json, args: 'a'.repeat(20_000)})
    }
    expect([unkept.computed.length, kept.computed.length]).to.deep.equal([3, 3])
  })

  it('remembers no more than it has room for', () => {
    const {get, computed} = counted()
    const several = Array.from({length: 1000}, (_, i) => spec(`a-${i}`))
    for (let round = 0; round < 4; round++) several.forEach(get)
    expect(computed.length).to.equal(4000)
  })
})

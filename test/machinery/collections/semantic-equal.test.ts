import {expect} from 'chai'
import {semanticEqual} from '../../../src/machinery/collections/semantic-equal.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {resourceListOf} from '../../../src/machinery/quantity/resource-list.js'

const amount = (text: string): Quantity => Quantity.parse(text)

const map = (entries: object): object => Object.assign(Object.create(null) as object, entries)

describe('semanticEqual', () => {
  const same: [a: unknown, b: unknown][] = [
    [1, 1], ['a', 'a'], [{}, {}], [{a: [1, {b: 2}]}, {a: [1, {b: 2}]}], [{a: 1, b: 2}, {b: 2, a: 1}],
    [amount('1'), amount('1000m')], [amount('1Gi'), amount('1073741824')],
    [map({cpu: amount('1')}), map({cpu: amount('1e0')})], [resourceListOf([['cpu', amount('1')]]), map({cpu: amount('1')})],
    [undefined, null], [undefined, ''], [undefined, 0], [undefined, false], [undefined, []], [undefined, map({})], [null, resourceListOf([])],
    [{a: undefined}, {}], [{a: ''}, {}], [{a: []}, {}], [{a: null}, {b: false}], [{}, {a: 0}],
    [map({a: 'b'}), {a: 'b'}],
  ]

  const different: [a: unknown, b: unknown][] = [
    [1, 2], ['a', 'b'], [true, undefined], [{}, undefined], [{a: {}}, {}], [{a: 1}, {a: 2}], [{a: 1}, {}], [{a: 1}, {b: 1}],
    [[1], [1, 2]], [[1], [2]], [[1, 2], [2, 1]], [[''], undefined], [[undefined], []], [[1], {0: 1, length: 1}], [[1], 1], [{a: 1}, 'a'], [{a: 1}, [1]],
    [amount('1'), amount('2')], [amount('1'), '1'], [amount('0'), undefined], [amount('1'), {}], [map({cpu: amount('0')}), map({})],
    [map({a: ''}), undefined], [map({cpu: amount('1')}), map({memory: amount('1')})], ['1', 1], [{toString: 1}, {}], [{a: 1}, null],
    [map({a: 'b', c: ''}), map({a: 'b'})], [map({a: ''}), map({b: ''})], [map({a: ''}), {}],
  ]

  const named = (value: unknown): string => value instanceof Quantity ? String(value)
    : JSON.stringify(value, (_key, item: unknown) => item === undefined ? 'nothing' : item)

  for (const [a, b] of same) {
    it(`${named(a)} equals ${named(b)}`, () => expect([semanticEqual(a, b), semanticEqual(b, a)]).to.deep.equal([true, true]))
  }

  for (const [a, b] of different) {
    it(`${named(a)} differs from ${named(b)}`, () => expect([semanticEqual(a, b), semanticEqual(b, a)]).to.deep.equal([false, false]))
  }

  it('treats __proto__ as an ordinary key', () => {
    const labels = JSON.parse('{"__proto__": "a"}') as object
    expect(semanticEqual(labels, JSON.parse('{"__proto__": "a"}'))).to.equal(true)
    expect(semanticEqual(labels, JSON.parse('{"__proto__": "b"}'))).to.equal(false)
    expect(semanticEqual(labels, {})).to.equal(false)
  })
})

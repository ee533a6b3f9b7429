import {expect} from 'chai'
import {assign, mapItems, merge} from '../../../src/machinery/collections/immutable.js'

describe('assign', () => {
  const object: {a?: number | undefined, b?: string} = Object.freeze({a: 1, b: 'x'})

  it('replaces fields in a new object', () => {
    expect(assign(object, {b: 'y'})).to.deep.equal({a: 1, b: 'y'})
    expect(assign<Record<string, number>>({a: 1}, {c: 2})).to.deep.equal({a: 1, c: 2})
    expect(object).to.deep.equal({a: 1, b: 'x'})
  })

  it('returns the same object if no value changes', () => {
    expect(assign(object, {})).to.equal(object)
    expect(assign(object, {a: 1, b: 'x'})).to.equal(object)
    expect(assign<{a?: number | undefined, b: string}>({b: 'x'}, {a: undefined})).to.deep.equal({b: 'x'})
  })

  it('detects a change of any field', () => {
    expect(assign(object, {a: 1, b: 'y'})).to.deep.equal({a: 1, b: 'y'})
    expect(assign(object, {a: 2, b: 'x'})).to.deep.equal({a: 2, b: 'x'})
    expect(assign(object, {a: undefined})).to.deep.equal({a: undefined, b: 'x'})
  })

  it('treats equal but distinct lists as different', () => {
    const holder = {list: [1]}
    expect(assign(holder, {list: [1]})).not.to.equal(holder)
  })
})

describe('merge', () => {
  it('returns what a spread returns, also for keys of Object.prototype', () => {
    const odd = JSON.parse('{"a": 1, "__proto__": {"b": 2}, "constructor": 3}') as Readonly<Record<string, unknown>>
    const pairs: readonly [object, object][] = [[{a: 1, b: 2}, {b: 3, c: 4}], [odd, {a: 2}], [{a: 1}, odd], [odd, odd], [Object.create(null) as object, {a: 1}]]
    for (const [object, changes] of pairs) {
      const merged = merge(object, changes)
      expect(Object.entries(merged)).to.deep.equal(Object.entries({...object, ...changes}))
      expect(Object.getPrototypeOf(merged)).to.equal(Object.prototype)
      expect(merged).not.to.equal(object)
    }
  })
})

describe('mapItems', () => {
  const items: readonly string[] = Object.freeze(['a', 'b', 'c'])

  it('replaces items in a new list', () => {
    expect(mapItems(items, (item, i) => i === 1 ? item.toUpperCase() : item)).to.deep.equal(['a', 'B', 'c'])
    expect(mapItems(items, (item, i) => `${item}${i}`)).to.deep.equal(['a0', 'b1', 'c2'])
    expect(items).to.deep.equal(['a', 'b', 'c'])
  })

  it('returns the same list if no item changes', () => {
    expect(mapItems(items, (item) => item)).to.equal(items)
    const none: string[] = []
    expect(mapItems(none, () => 'x')).to.equal(none)
  })
})

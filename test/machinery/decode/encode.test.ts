import {expect} from 'chai'
import {encode} from '../../../src/machinery/decode/encode.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {resourceListOf} from '../../../src/machinery/quantity/resource-list.js'

describe('encode', () => {
  it('converts quantities to text at any depth', () => {
    const amount = Quantity.parse('1500m')
    expect(encode({a: amount, b: {c: [amount, {d: amount}]}, e: resourceListOf([['cpu', amount]])}))
      .to.deep.equal({a: '1500m', b: {c: ['1500m', {d: '1500m'}]}, e: {cpu: '1500m'}})
  })

  it('omits only undefined values', () => {
    const kept = {a: null, b: '', c: 0, d: false, e: [], f: {}, g: 2n ** 63n}
    expect(encode({...kept, gone: undefined, h: {gone: undefined, stays: 1}})).to.deep.equal({...kept, h: {stays: 1}})
  })

  it('returns ordinary objects for maps', () => {
    const {labels} = encode({labels: Object.assign(Object.create(null) as object, {a: 'b'})})
    expect(Object.getPrototypeOf(labels)).to.equal(Object.prototype)
  })

  it('accepts keys that are properties of Object.prototype', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const map = Object.create(null) as Record<string, string>
    for (const name of names) map[name] = 'x'
    const {labels} = encode({labels: map}) as {labels: object}
    expect(Object.entries(labels)).to.deep.equal(names.map((name) => [name, 'x']))
    expect(Object.getPrototypeOf(labels)).to.equal(Object.prototype)
  })

  it('copies the object instead of changing or sharing it', () => {
    const object = {list: [{a: 1}]}
    const json = encode(object)
    expect(json).to.deep.equal(object)
    expect([json, json['list']].some((part) => part === object || part === object.list)).to.equal(false)
  })
})

import {expect} from 'chai'
import {emptyDictionary} from '../../../src/machinery/collections/dictionary.js'

describe('emptyDictionary', () => {
  it('is empty, without inherited properties', () => {
    const dictionary = emptyDictionary<number>()
    expect(Object.keys(dictionary)).to.deep.equal([])
    for (const name of ['toString', 'constructor', '__proto__', 'hasOwnProperty']) expect(dictionary[name]).to.equal(undefined)
  })

  it('accepts any key', () => {
    const dictionary = emptyDictionary<number>()
    for (const name of ['a', '__proto__', '0', '']) dictionary[name] = 1
    expect(Object.keys(dictionary)).to.have.members(['a', '__proto__', '0', ''])
    expect(Object.keys(emptyDictionary())).to.deep.equal([])
  })
})

import {expect} from 'chai'
import {remember} from '../../../src/machinery/collections/remember.js'

describe('remember', () => {
  it('computes the result for an object once', () => {
    const seen: unknown[] = []
    const double = remember((value: {readonly n: number}) => seen.push(value) && value.n * 2)
    const [one, equal] = [{n: 1}, {n: 1}]
    expect([double(one), double(one), double(equal)]).to.deep.equal([2, 2, 2])
    expect(seen).to.have.length(2)
  })

  it('keeps falsy results', () => {
    let calls = 0
    const falsy = remember((value: {readonly result: unknown}) => {
      calls++
      return value.result
    })
    for (const value of [{result: 0}, {result: ''}, {result: false}, {result: null}]) expect([falsy(value), falsy(value)]).to.deep.equal([value.result, value.result])
    expect(calls).to.equal(4)
  })
})

import {expect} from 'chai'
import {gaps, intersection, numberIn, numbersIn, rangesOf, segments, smallestWithMoreDigits, withoutRange, withRange} from '../../../src/machinery/collections/number-ranges.js'

describe('ranges of numbers', () => {
  it('are the ranges of true values', () => {
    expect(rangesOf([true, true, false, true])).to.deep.equal([[0, 2], [3, 4]])
    expect(rangesOf([])).to.deep.equal([])
  })

  it('grow, merge and split', () => {
    expect(withRange([[0, 2], [5, 6]], [2, 5])).to.deep.equal([[0, 6]])
    expect(withRange([[0, 2], [9, 10]], [4, 6])).to.deep.equal([[0, 2], [4, 6], [9, 10]])
    expect(withRange([], [1, 2])).to.deep.equal([[1, 2]])
    expect(withoutRange([[0, 6], [8, 9]], [2, 4])).to.deep.equal([[0, 2], [4, 6], [8, 9]])
    expect(withoutRange([[0, 2]], [0, 2])).to.deep.equal([])
    expect(gaps([0, 10], [[2, 3], [8, 20]])).to.deep.equal([[0, 2], [3, 8]])
  })

  it('have an intersection, which may be empty', () => {
    expect([intersection([2, 9], [4, 6]), intersection([2, 5], [4, 6])]).to.deep.equal([[4, 6], [4, 5]])
    expect([intersection([0, 2], [4, 6]), intersection([7, 9], [4, 6])].map(([from, to]) => to - from)).to.deep.equal([0, 0])
  })

  it('are split where others begin and end', () => {
    expect([...segments([[[0, 4]], [[2, 6], [5, 7]]])]).to.deep.equal([[[0, 2], [0]], [[2, 4], [0, 1]], [[4, 5], [1]], [[5, 6], [1]], [[6, 7], [1]]])
  })

  it('end where numbers get more digits', () => expect([0, 9, 10, 99, 100].map(smallestWithMoreDigits)).to.deep.equal([10, 10, 100, 100, 1000]))

  it('contain only numbers in canonical notation', () => {
    expect(['web-0', 'web-10', 'web-01', 'web-', 'web-1x', 'db-1', 'web--1', 'web-1e1'].map((name) => numberIn(name, 'web-')))
      .to.deep.equal([0, 10, undefined, undefined, undefined, undefined, undefined, undefined])
  })

  it('split a name at each digit of its number', () => {
    expect(numbersIn('web-120')).to.deep.equal([['web-12', 0], ['web-1', 20], ['web-', 120]])
    expect(numbersIn('web-012')).to.deep.equal([['web-01', 2], ['web-0', 12]])
    expect(['web', 'web-', ''].flatMap(numbersIn)).to.deep.equal([])
    expect(numbersIn('7')).to.deep.equal([['', 7]])
  })
})

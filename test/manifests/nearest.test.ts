import {expect} from 'chai'

import {nearest} from '../../src/manifests/nearest.js'

describe('nearest', () => {
  const words = ['default', 'defaultRequest', 'max', 'maxLimitRequestRatio', 'min', 'type']

  const cases: [word: string, meant: string | undefined][] = [
    ['defaultRequests', 'defaultRequest'], ['DEFAULTREQUEST', 'defaultRequest'], ['Max', 'max'], ['maxx', 'max'], ['tpye', undefined],
    ['ma', 'max'], ['defualt', 'default'], ['zeta', undefined], ['', undefined],
  ]

  for (const [word, meant] of cases) it(`returns ${meant ?? 'undefined'} for "${word}"`, () => expect(nearest(word, words)).to.equal(meant))

  it('returns undefined for different words of three letters', () => {
    const cases: [word: string, meant: string | undefined][] = [['gpu', undefined], ['tpu', undefined], ['cpus', 'cpu'], ['cp', 'cpu'], ['CPU', 'cpu'], ['dpu', undefined]]
    for (const [word, meant] of cases) expect(nearest(word, ['cpu', 'memory']), word).to.equal(meant)
  })

  it('returns undefined for known words with another meaning', () => {
    expect(nearest('initializers', ['finalizers'])).to.equal(undefined)
    expect(nearest('gpus', ['cpus'])).to.equal(undefined)
  })

  it('returns undefined for different numbers', () => expect(nearest('1.37', ['1.34', '1.35', '1.36'])).to.equal(undefined))

  it('returns undefined without candidates', () => expect(nearest('a', [])).to.equal(undefined))

  it('limits the length of compared words', () => {
    expect(nearest(`${'a'.repeat(100)}b`, ['a'.repeat(101)])).to.equal(undefined)
    expect(nearest('A'.repeat(101), ['a'.repeat(101)])).to.equal('a'.repeat(101))
  })
})

import {expect} from 'chai'

import {sentWarnings} from '../../src/cluster/warning-headers.js'

describe('sentWarnings', () => {
  it('sends each text once', () => expect(sentWarnings(['a', 'b', 'a'])).to.deep.equal(['a', 'b']))

  it('sends nothing that fits into no header', () => expect(sentWarnings(['', 'a\nb', 'c\u0085', 'ä'])).to.deep.equal(['ä']))

  it('sends what is just not too much', () => {
    const texts = ['a'.repeat(4000), 'b'.repeat(96)]
    expect(sentWarnings(texts)).to.deep.equal(texts)
  })

  it('cuts each when all together are too much', () => {
    expect(sentWarnings(['a'.repeat(4000), 'b'.repeat(97)])).to.deep.equal(['a'.repeat(256), 'b'.repeat(97)])
  })

  it('leaves out the last ones when they are too much still', () => {
    const texts = Array.from({length: 89}, (_, i) => `${'x'.repeat(47)}${String(i).padStart(2, '0')}`)
    expect(sentWarnings(texts)).to.deep.equal(texts.slice(0, 84))
  })

  it('sends again all that it has sent before', () => {
    const texts = Array.from({length: 16}, (_, i) => String.fromCharCode(97 + i).repeat(256))
    expect(sentWarnings([...texts, 'z'])).to.deep.equal([...texts, 'z'])
    expect(sentWarnings([...texts, 'z', 'y'])).to.deep.equal([...texts, 'z'])
  })
})

import {expect} from 'chai'

import {sentWarnings} from '../../src/cluster/warning-headers.js'

describe('sentWarnings', () => {
  it('returns each text once', () => expect(sentWarnings(['a', 'b', 'a'])).to.deep.equal(['a', 'b']))

  it('omits texts that do not fit into a header', () => expect(sentWarnings(['', 'a\nb', 'c\u0085', 'ä'])).to.deep.equal(['ä']))

  it('returns all texts up to the limit', () => {
    const texts = ['a'.repeat(4000), 'b'.repeat(96)]
    expect(sentWarnings(texts)).to.deep.equal(texts)
  })

  it('truncates each text when the total exceeds the limit', () => {
    expect(sentWarnings(['a'.repeat(4000), 'b'.repeat(97)])).to.deep.equal(['a'.repeat(256), 'b'.repeat(97)])
  })

  it('omits the last texts when the total still exceeds the limit', () => {
    const texts = Array.from({length: 89}, (_, i) => `${'x'.repeat(47)}${String(i).padStart(2, '0')}`)
    expect(sentWarnings(texts)).to.deep.equal(texts.slice(0, 84))
  })

  it('returns the text that first exceeds the limit, but no text after it', () => {
    const texts = Array.from({length: 16}, (_, i) => String.fromCharCode(97 + i).repeat(256))
    expect(sentWarnings([...texts, 'z'])).to.deep.equal([...texts, 'z'])
    expect(sentWarnings([...texts, 'z', 'y'])).to.deep.equal([...texts, 'z'])
  })
})

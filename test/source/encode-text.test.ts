import {expect} from 'chai'

import {encodeLike} from '../../src/source/encode-text.js'
import {SourceFile} from '../../src/source/source-file.js'

const bytesOf = (hex: string): Uint8Array => Buffer.from(hex.replaceAll(' ', ''), 'hex')

const encoded = (text: string, like: string): string | undefined => {
  const bytes = encodeLike(text, bytesOf(like))
  return bytes && Buffer.from(bytes).toString('hex')
}

describe('encodeLike', () => {
  it('preserves the encoding and the byte order mark', () => {
    expect(encoded('aé', '61')).to.equal('61c3a9')
    expect(encoded('aé', 'ef bb bf 61')).to.equal('efbbbf61c3a9')
    expect(encoded('aé', 'ff fe 61 00')).to.equal('fffe6100e900')
    expect(encoded('aé', 'fe ff 00 61')).to.equal('feff006100e9')
    expect(encoded('', '')).to.equal('')
  })

  it('returns undefined if the original has invalid bytes', () => {
    for (const like of ['61 ff', 'c3', 'ff fe 61', 'ff fe 00 d8', 'fe ff d8 00', 'ed a0 80']) expect(encoded('a', like), like).to.equal(undefined)
  })

  it('is the inverse of decoding', () => {
    for (const like of ['61 0d 0a e2 82 ac', 'ef bb bf f0 9f 98 80', 'ff fe 3d d8 00 de 0a 00', 'fe ff d8 3d de 00', 'ef bb bf ef bb bf']) {
      const bytes = bytesOf(like)
      expect(encoded(SourceFile.decode('f', bytes).text, like)).to.equal(Buffer.from(bytes).toString('hex'))
    }
  })
})

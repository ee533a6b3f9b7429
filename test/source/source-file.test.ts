import {expect} from 'chai'

import {encodeLike, SourceFile} from '../../src/source/source-file.js'

describe('SourceFile', () => {
  describe('decode', () => {
    const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le')
    const table: [name: string, bytes: Uint8Array, text: string][] = [
      ['reads UTF-8', Buffer.from('a: é🚀'), 'a: é🚀'],
      ['drops a byte order mark', Buffer.from('\ufeffa: é'), 'a: é'],
      ['drops only the first byte order mark', Buffer.from('\ufeff\ufeffa'), '\ufeffa'],
      ['reads little-endian UTF-16 with a mark', utf16('\ufeffa: é🚀'), 'a: é🚀'],
      ['reads big-endian UTF-16 with a mark', Buffer.from(utf16('\ufeffa: é🚀')).swap16(), 'a: é🚀'],
      ['decodes UTF-16 without a mark as UTF-8', utf16('ab'), 'a\0b\0'],
      ['replaces invalid bytes', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
      ['replaces a truncated character once', Buffer.from([0xe2, 0x82, 0x62]), '\ufffdb'],
      ['replaces each byte of an invalid character', Buffer.from([0xed, 0xa0, 0x80]), '\ufffd\ufffd\ufffd'],
      ['returns an empty text for no bytes', new Uint8Array(0), ''],
    ]

    for (const [name, bytes, text] of table) it(name, () => expect(SourceFile.decode('f.yaml', bytes).text).to.equal(text))
  })

  const file = new SourceFile('f.yaml', 'one\ntwo\r\nthree\rfour 🚀x\n\n')

  const positions: [offset: number, line: number, column: number][] = [
    [0, 1, 1], [2, 1, 3], [3, 1, 4], [4, 2, 1], [7, 2, 4], [8, 2, 5], [9, 3, 1], [14, 3, 6], [15, 4, 1], [22, 4, 8], [23, 4, 9], [24, 5, 1], [25, 6, 1],
  ]

  for (const [offset, line, column] of positions) {
    it(`maps offset ${offset} to line ${line}, column ${column}`, () => expect(file.position(offset)).to.deep.equal({offset, line, column}))
  }

  it('returns lines without line breaks', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((line) => file.line(line))).to.deep.equal(['', 'one', 'two', 'three', 'four 🚀x', '', '', ''])
  })

  it('returns the text of a range', () => expect(file.slice({start: 4, end: 7})).to.equal('two'))

  it('returns the position in an empty text', () => expect(new SourceFile('f', '').position(0)).to.deep.equal({offset: 0, line: 1, column: 1}))

  it('is fast for a single line of a million characters', () => {
    const long = new SourceFile('f', 'x'.repeat(1_000_000))
    expect(long.position(999_999).column).to.equal(1_000_000)
  })
})

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

import {expect} from 'chai'

import {lint} from '../../src/lint/lint-all.js'
import {SourceFile} from '../../src/source/source-file.js'

const text = 'apiVersion: v1\nkind: Namespace\nmetadata: {name: dev}\n'

const littleEndian = (content: string): Buffer => Buffer.from(`\ufeff${content}`, 'utf16le')

const messages = (bytes: Uint8Array): string[] => lint([SourceFile.decode('a.yaml', bytes)]).diagnostics.map(({message, ruleId}) => `${ruleId}: ${message}`)

describe('UTF-16', () => {
  it('is decoded in either byte order', () => {
    expect([littleEndian(text), littleEndian(text).swap16()].map(messages)).to.deep.equal([[], []])
  })

  it('is rejected if it is truncated', () => {
    expect(messages(littleEndian(text).subarray(0, -1)))
      .to.deep.equal(['source/unreadable: the file cannot be read: its byte order mark is that of UTF-16, and it ends in the middle of a character'])
  })

  it('is rejected with an unpaired surrogate', () => {
    for (const broken of [littleEndian(`${text}# \ud800\n`), littleEndian(`${text}# \udc00\n`).swap16()]) {
      expect(messages(broken)).to.deep.equal(['source/unreadable: the file cannot be read: its byte order mark is that of UTF-16, and it has half a character (an unpaired surrogate)'])
    }
  })
})

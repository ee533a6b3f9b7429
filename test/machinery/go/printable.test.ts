import {expect} from 'chai'
import {createHash} from 'node:crypto'
import {isPrintable} from '../../../src/machinery/go/printable.js'

describe('isPrintable', () => {
  const table: [character: string, verdict: boolean][] = [
    ['\u0000', false], ['\u001f', false], [' ', true], ['~', true], ['\u007f', false], ['\u00a0', false], ['¡', true], ['\u00ad', false],
    ['\u0378', false], ['\u3000', false], ['\ue000', false], ['\ufffd', true], ['😀', true], ['\u{1fae9}', false], ['\u{10ffff}', false],
  ]

  for (const [character, verdict] of table) {
    it(`returns ${verdict} for U+${character.codePointAt(0)?.toString(16)}`, () => {
      expect(isPrintable(character.codePointAt(0) ?? 0)).to.equal(verdict)
    })
  }

  it('agrees with Go 1.26.8 about every character', () => {
    const verdicts = Uint8Array.from({length: 0x110000}, (_, codePoint) => Number(isPrintable(codePoint)))
    const digest = createHash('sha256').update(verdicts).digest('hex')
    expect(digest).to.equal('a24a109bc8e347f9490466c59e4160d0dc9dd1006a5be9a4c91af71cd2e7fa99')
  })
})

import {expect} from 'chai'
import {utf8Text} from '../../../src/machinery/go/bytes.js'
import {pemBlocks, pemTypes} from '../../../src/machinery/go/pem.js'

const block = (type: string, body = 'eHg=\n'): string => `-----BEGIN ${type}-----\n${body}-----END ${type}-----\n`

describe('pemTypes', () => {
  const table: [title: string, text: string, types: string[]][] = [
    ['an empty text', '', []],
    ['a text without a block', 'junk\n', []],
    ['one block', block('CERTIFICATE'), ['CERTIFICATE']],
    ['several blocks', block('A') + block('B C'), ['A', 'B C']],
    ['text around blocks', `junk\n${block('A')}junk\n${block('B')}junk`, ['A', 'B']],
    ['a missing line break at the end', block('A').trimEnd(), ['A']],
    ['an empty block', block('A', ''), ['A']],
    ['a block with headers', block('A', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: x\n\neHg=\n'), ['A']],
    ['Windows line breaks', block('A').replaceAll('\n', '\r\n'), ['A']],
    ['spaces at the ends of lines', '-----BEGIN A-----  \neHg= \n-----END A-----\t \n', ['A']],
    ['a block that begins within a line', `junk${block('A')}`, []],
    ['a block without an end', '-----BEGIN A-----\neHg=\n', []],
    ['a BEGIN line without an END line before a block', `-----BEGIN A-----\n${block('B')}`, ['B']],
    ['an END line of another type', `-----BEGIN A-----\neHg=\n-----END B-----\n${block('C')}`, ['C']],
    ['text after the END line', `-----BEGIN A-----\neHg=\n-----END A----- x\n${block('C')}`, ['C']],
    ['a BEGIN line without dashes at the end', `-----BEGIN A\neHg=\n-----END A-----\n${block('C')}`, ['C']],
    ['a block with invalid base64', block('A', '!!\n') + block('C'), ['C']],
  ]

  for (const [title, text, types] of table) it(`handles ${title}`, () => expect(pemTypes(text)).to.deep.equal(types))
})

describe('pemBlocks', () => {
  it('decodes the blocks, and knows whether they have headers', () => {
    expect(pemBlocks(block('A') + block('B', 'a: b\n\neHl6\n') + block('C', '')).map(({type, bytes, hasHeaders}) => [type, utf8Text(bytes), hasHeaders]))
      .to.deep.equal([['A', 'xx', false], ['B', 'xyz', true], ['C', '', false]])
  })
})

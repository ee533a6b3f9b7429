import {expect} from 'chai'
import {pemTypes} from '../../../src/machinery/go/pem.js'

const block = (type: string, body = 'eHg=\n'): string => `-----BEGIN ${type}-----\n${body}-----END ${type}-----\n`

describe('pemTypes', () => {
  const table: [title: string, text: string, types: string[]][] = [
    ['nothing', '', []],
    ['no block', 'junk\n', []],
    ['one block', block('CERTIFICATE'), ['CERTIFICATE']],
    ['several blocks', block('A') + block('B C'), ['A', 'B C']],
    ['text around blocks', `junk\n${block('A')}junk\n${block('B')}junk`, ['A', 'B']],
    ['no line break at the end', block('A').trimEnd(), ['A']],
    ['an empty block', block('A', ''), ['A']],
    ['headers', block('A', 'Proc-Type: 4,ENCRYPTED\nDEK-Info: x\n\neHg=\n'), ['A']],
    ['line breaks of Windows', block('A').replaceAll('\n', '\r\n'), ['A']],
    ['blanks behind lines', '-----BEGIN A-----  \neHg= \n-----END A-----\t \n', ['A']],
    ['a block that begins within a line', `junk${block('A')}`, []],
    ['a block without an end', '-----BEGIN A-----\neHg=\n', []],
    ['a beginning without an end before a block', `-----BEGIN A-----\n${block('B')}`, ['B']],
    ['an end of another type', `-----BEGIN A-----\neHg=\n-----END B-----\n${block('C')}`, ['C']],
    ['something behind the end', `-----BEGIN A-----\neHg=\n-----END A----- x\n${block('C')}`, ['C']],
    ['no dashes behind the type', `-----BEGIN A\neHg=\n-----END A-----\n${block('C')}`, ['C']],
    ['what is no base64', block('A', '!!\n') + block('C'), ['C']],
  ]

  for (const [title, text, types] of table) it(title, () => expect(pemTypes(text)).to.deep.equal(types))
})

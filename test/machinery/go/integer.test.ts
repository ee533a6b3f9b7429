import {expect} from 'chai'

import {type ParsedInteger, parseInteger, parseUnsigned} from '../../../src/machinery/go/integer.js'

const show = ({value, error}: ParsedInteger): string => error ?? String(value)

const syntax = 'invalid syntax'
const range = 'value out of range'

describe('parseInteger and parseUnsigned', () => {
  const table: [text: string, signed: string, unsigned: string][] = [
    ['0', '0', '0'], ['-0', '0', syntax], ['007', '7', '7'], ['+7', '7', syntax], ['-7', '-7', syntax], ['', syntax, syntax], [' 7', syntax, syntax], ['7.0', syntax, syntax],
    ['9223372036854775807', '9223372036854775807', '9223372036854775807'], ['9223372036854775808', range, '9223372036854775808'],
    ['18446744073709551615', range, '18446744073709551615'], ['18446744073709551616', range, range], ['1'.repeat(50), range, range],
    [`${'0'.repeat(50)}1`, '1', '1'],
  ]
  for (const [text, signed, unsigned] of table) {
    it(`parse ${JSON.stringify(text)} like Go`, () => expect([show(parseInteger(text)), show(parseUnsigned(text))]).to.deep.equal([signed, unsigned]))
  }
})

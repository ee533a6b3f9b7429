import {expect} from 'chai'

import {goKind, isObject, textOf} from '../../../src/machinery/go/json-value.js'

const cases: [value: unknown, kind: string][] = [
  [null, 'null'], [[], 'array'], [{}, 'object'], ['', 'string'], ['a', 'string'], [false, 'bool'], [0, 'number'], [9007199254740993n, 'number'], [1.5, 'number'],
]

describe('JSON values', () => {
  for (const [value, kind] of cases) {
    it(`${typeof value === 'bigint' ? String(value) : JSON.stringify(value)} is a Go ${kind}`, () => {
      expect(goKind(value)).to.equal(kind)
      expect(isObject(value)).to.equal(kind === 'object')
      expect(textOf(value)).to.equal(kind === 'string' ? value : '')
    })
  }

  it('have no text if they are undefined', () => expect(textOf(undefined)).to.equal(''))
})

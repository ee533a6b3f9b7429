import {expect} from 'chai'
import {portErrors, portNameErrors} from '../../../src/machinery/field/port.js'

describe('portErrors', () => {
  for (const port of [1, 80, 65535]) {
    it(`accepts ${port}`, () => expect(portErrors(port)).to.deep.equal([]))
  }

  for (const port of [0, -1, 65536, 2147483647]) {
    it(`rejects ${port}`, () => expect(portErrors(port)).to.deep.equal(['must be between 1 and 65535, inclusive']))
  }
})

describe('portNameErrors', () => {
  const long = 'must be no more than 15 characters'
  const illegal = 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'
  const letterless = 'must contain at least one letter (a-z)'
  const doubled = 'must not contain consecutive hyphens'
  const edge = 'must not begin or end with a hyphen'

  const table: [name: string, errors: string[]][] = [
    ['http', []], ['a', []], ['8080a', []], ['a-b-c', []], ['abcdefghijklmno', []],
    ['abcdefghijklmnop', [long]],
    ['éééééééé', [long, illegal, letterless]],
    ['ééééééa', [illegal]],
    ['HTTP', [illegal, letterless]],
    ['a_b', [illegal]],
    ['a\n', [illegal]],
    ['', [illegal, letterless]],
    ['8080', [letterless]],
    ['1-2', [letterless]],
    ['a--b', [doubled]],
    ['-a', [edge]],
    ['a-', [edge]],
    ['-', [letterless, edge]],
    ['--', [letterless, doubled, edge]],
    ['-A--------------', [long, illegal, letterless, doubled, edge]],
  ]

  for (const [name, errors] of table) {
    it(`reports ${errors.length} errors in ${JSON.stringify(name)}`, () => expect(portNameErrors(name)).to.deep.equal(errors))
  }
})

import {expect} from 'chai'
import {base64ErrorOffset} from '../../../src/machinery/go/base64.js'

describe('base64ErrorOffset', () => {
  const accept = ['', 'YQ==', 'YWI=', 'YWJj', 'YWJjZA==', '+/+/', 'YR==', '\n', 'Y\nQ\r\n==', 'YQ=\n=', 'YQ==\n', 'YWI=\n', 'YQ\n==\n\n']

  for (const text of accept) {
    it(`accepts ${JSON.stringify(text)}`, () => expect(base64ErrorOffset(text)).to.equal(undefined))
  }

  // Offsets that Go's base64.StdEncoding reports.
  const reject: [text: string, offset: number][] = [
    ['!!!', 0], [' YQ==', 0], ['é', 0], ['YW-j', 2], ['YW_j', 2], ['YQ\u0000=', 2],
    ['Y', 0], ['YQ', 0], ['YWJjZ', 4], ['YWJjYQ', 4], ['YWJjYWI', 4], ['YQ\n', 1], ['YWJ\n', 1],
    ['=', 0], ['==', 0], ['====', 0], ['Y=', 1], ['Y===', 1], ['YWJjY=', 5], ['YWJj=', 4],
    ['YQ=', 3], ['YQ=\n', 4], ['YWJjYQ=', 7], ['YQ=x', 2], ['YQ=!', 2], ['YQ=\n\n!', 4],
    ['YQ==x', 4], ['YQ===', 4], ['YQ== ', 4], ['YQ==YQ==', 4], ['YWI==', 4], ['YWI=x', 4], ['YWI=\n\nx', 6],
    ['Y\n!', 2], ['\n\n!', 2], ['YWJj\n!', 5],
  ]

  for (const [text, offset] of reject) {
    it(`reports offset ${offset} in ${JSON.stringify(text)}`, () => expect(base64ErrorOffset(text)).to.equal(offset))
  }
})

import {expect} from 'chai'

import {plainTable} from '../../src/report/plain-table.js'

describe('plainTable', () => {
  it('aligns columns to the widest cell, without trailing spaces', () => {
    expect(plainTable(['Name', 'Used', ''], [['a', '10k', 'full'], ['longer', '1', '']])).to.deep.equal([
      'Name    Used',
      '----    ----',
      'a       10k   full',
      'longer  1',
    ])
  })

  it('aligns all parts of a long table alike', () => {
    const rows = Array.from({length: 500}, (_, i) => [`n${i}`, String(i), 'x'])
    const lines = plainTable(['N', 'Number', 'X'], [...rows.slice(0, 450), ['as wide as none', '1', 'x'], ...rows.slice(450)])
    expect(lines).to.have.length(503)
    expect(lines[0]).to.equal('N                Number  X')
    expect(lines.slice(2)).to.deep.equal([...rows.slice(0, 450), ['as wide as none', '1', 'x'], ...rows.slice(450)]
      .map(([name = '', number = '', x = '']) => `${name.padEnd(15)}  ${number.padEnd(6)}  ${x}`))
  })

  it('ignores colours and counts wide characters twice', () => {
    const rows = Array.from({length: 300}, () => ['a', 'b'])
    const lines = plainTable(['N', 'X'], [...rows, ['\u001b[31mred\u001b[39m', 'b'], ['界界', 'b']])
    expect(lines[2]).to.equal('a     b')
    expect(lines.slice(-2)).to.deep.equal(['\u001b[31mred\u001b[39m   b', '界界  b'])
  })
})

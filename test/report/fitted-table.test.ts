import {expect} from 'chai'

import {fittedTable} from '../../src/report/fitted-table.js'
import {plainTable} from '../../src/report/plain-table.js'

const head = ['Field', 'Value', 'Reason']

const rows = [
  ['spec.hard[requests.cpu]', '2', 'needed all the time, and in a rollout of all workloads'],
  ['spec.hard[pods]', '14', 'needed'],
]

describe('fittedTable', () => {
  it('is a plain table without a width, and if it is narrow enough', () => {
    expect(fittedTable(head, rows)).to.deep.equal(plainTable(head, rows))
    expect(fittedTable(head, rows, 86)).to.deep.equal(plainTable(head, rows))
  })

  it('wraps the cells of the widest column first', () => {
    expect(fittedTable(head, rows, 60)).to.deep.equal([
      'Field                    Value  Reason',
      '-----                    -----  ------',
      'spec.hard[requests.cpu]  2      needed all the time, and in',
      '                                a rollout of all workloads',
      'spec.hard[pods]          14     needed',
    ])
  })

  it('breaks words that are longer than their column', () => {
    expect(fittedTable(head, rows, 45)).to.deep.equal([
      'Field               Value  Reason',
      '-----               -----  ------',
      'spec.hard[requests  2      needed all the',
      '.cpu]                      time, and in a',
      '                           rollout of all',
      '                           workloads',
      'spec.hard[pods]     14     needed',
    ])
  })

  it('is wider than a narrow terminal', () => {
    expect(fittedTable(head, rows, 1)[0]).to.equal('Field       Value  Reason')
    expect(fittedTable(head, [], 1)).to.deep.equal(plainTable(head, []))
  })
})

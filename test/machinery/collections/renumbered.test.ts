import {expect} from 'chai'
import {renumbered} from '../../../src/machinery/collections/renumbered.js'

const request = (number: number) => ({metadata: {name: `web-${number}`, labels: {index: String(number), app: 'x'}}, spec: {args: ['web-1', `web-${number}`], hostname: `web-${number}`}})

describe('renumbered', () => {
  it('replaces only values that differ between two requests', () => {
    const stored = {metadata: {name: 'web-1', labels: {index: '1', app: 'x', other: 'web-1'}, uid: 'web-1'}, spec: {args: ['web-1', 'web-1', 'web-1'], hostname: 'web-1'}, status: {n: 1}}
    expect(renumbered(stored, request(1), request(25))).to.deep.equal({
      metadata: {name: 'web-25', labels: {index: '25', app: 'x', other: 'web-1'}, uid: 'web-1'}, spec: {args: ['web-1', 'web-25', 'web-1'], hostname: 'web-25'}, status: {n: 1},
    })
  })

  it('keeps values that admission has changed', () => {
    expect(renumbered({metadata: {name: 'other'}, spec: {hostname: null}}, request(1), request(2))).to.deep.equal({metadata: {name: 'other'}, spec: {hostname: null}})
  })
})

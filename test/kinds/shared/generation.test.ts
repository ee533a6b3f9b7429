import {expect} from 'chai'
import type {KubeObject} from '../../../src/kinds/kind.js'
import {withGeneration} from '../../../src/kinds/shared/generation.js'

const object = (generation?: number | bigint): KubeObject => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p', ...generation !== undefined && {generation}}})

describe('withGeneration', () => {
  it('keeps the stored generation, and increments it for a change', () => {
    expect(withGeneration(object(9), object(3), true).metadata).to.deep.equal({name: 'p', generation: 3})
    expect(withGeneration(object(), object(3), false).metadata).to.deep.equal({name: 'p', generation: 4})
    expect(withGeneration(object(), object(3n), false).metadata.generation).to.equal(4)
  })

  it('starts at 0', () => {
    expect(withGeneration(object(), object(), true).metadata.generation).to.equal(0)
    expect(withGeneration(object(7), object(), false).metadata.generation).to.equal(1)
  })

  it('returns the same object if it has this generation', () => {
    const same = object(3)
    expect(withGeneration(same, object(3), true)).to.equal(same)
  })
})

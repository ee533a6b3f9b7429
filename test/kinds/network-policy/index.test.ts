import {expect} from 'chai'
import {networkPolicy as kind} from '../../../src/kinds/network-policy/index.js'
import type {NetworkPolicy} from '../../../src/machinery/api/networking-v1.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (spec: Body): NetworkPolicy => decoded({apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: {name: 'n'}, spec})

describe('NetworkPolicy', () => {
  it('increments the generation when the spec changes, treating a missing podSelector as empty', () => {
    const old = kind.prepareForCreate?.(read({podSelector: {}})) ?? read({})
    const generationOf = (spec: Body): unknown => kind.prepareForUpdate?.(read(spec), old).metadata.generation
    expect([generationOf({podSelector: {}}), generationOf({}), generationOf({podSelector: {matchLabels: {a: ''}}})]).to.deep.equal([1, 1, 2])
  })
})

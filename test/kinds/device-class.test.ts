import {expect} from 'chai'
import {type DeviceClass, deviceClass as kind} from '../../src/kinds/device-class.js'
import type {Body} from '../helpers/builders.js'
import {decoded} from '../helpers/decoded.js'

const read = (spec: Body): DeviceClass => decoded<DeviceClass>({apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: {name: 'c'}, spec})

describe('DeviceClass', () => {
  it('counts the changes of its spec', () => {
    const old = kind.prepareForCreate?.(read({})) ?? read({})
    expect(old.metadata.generation).to.equal(1)
    const generationOf = (spec: Body): unknown => kind.prepareForUpdate?.(read(spec), old).metadata.generation
    expect([generationOf({}), generationOf({selectors: []}), generationOf({extendedResourceName: 'example.com/a'})]).to.deep.equal([1, 1, 2])
  })
})

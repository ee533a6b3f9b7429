import {expect} from 'chai'

import {withoutDisabledFields} from '../../../src/kinds/resource-slice/disabled-fields.js'
import type {ResourceSlice} from '../../../src/machinery/api/resource-v1.js'
import type {Body} from '../../helpers/builders.js'
import {decoded} from '../../helpers/decoded.js'

const read = (spec: Body): ResourceSlice => decoded({apiVersion: 'resource.k8s.io/v1', kind: 'ResourceSlice', metadata: {name: 's'}, spec})

const always = {name: 'a', nodeAllocatableResourceMappings: {cpu: {}}, attributes: {a: {ints: [1]}, b: {int: 1}}}

const device = {
  ...always, taints: [{key: 'a'}], consumesCounters: [{counterSet: 'c'}], nodeName: 'n', allNodes: true, bindingConditions: ['a'], bindingFailureConditions: ['b'], bindsToNode: true,
  allowMultipleAllocations: true, capacity: {m: {requestPolicy: {validValues: []}}},
}

const spec = {driver: 'd', perDeviceNodeSelection: true, sharedCounters: [{name: 'c'}], devices: [device]}

const kept = {name: 'a', attributes: {a: {}, b: {int: 1}}}

describe('withoutDisabledFields', () => {
  it('drops fields of features that are off in all versions, and those of newer versions', () => {
    const {nodeAllocatableResourceMappings: _dropped, ...inAll} = device
    expect(withoutDisabledFields(read(spec), undefined).spec).to.deep.equal({...spec, devices: [{...inAll, ...kept}]})
    expect(withoutDisabledFields(read(spec), undefined, '1.35').spec).to.deep.equal({driver: 'd', devices: [{...kept, capacity: {m: {}}}]})
  })

  it('keeps the fields of features that the stored slice uses', () => {
    const before = read({devices: [{name: 'x', bindsToNode: false}]})
    expect(withoutDisabledFields(read(spec), before, '1.35').spec?.devices).to.deep.equal(
      [{...kept, capacity: {m: {}}, bindingConditions: ['a'], bindingFailureConditions: ['b'], bindsToNode: true}])
    expect(withoutDisabledFields(read(spec), read({devices: [{attributes: {z: {bools: []}}}]})).spec?.devices?.[0]?.attributes).to.deep.equal(always.attributes)
  })

  it('returns a slice without such fields itself', () => {
    const plain = read({driver: 'd', devices: [kept]})
    expect(withoutDisabledFields(plain, undefined, '1.34')).to.equal(plain)
    expect(withoutDisabledFields(read({}), undefined).spec).to.deep.equal({})
  })
})

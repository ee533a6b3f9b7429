import {expect} from 'chai'

import type {LimitedResource} from '../../../../src/admission/plugins/resource-quota/configuration.js'
import {fieldsNaming, fieldsOfScopes, limitedNames, limitedScopesOf} from '../../../../src/admission/plugins/resource-quota/limited-resources.js'
import {Quantity} from '../../../../src/machinery/quantity/quantity.js'
import {resourceListOf} from '../../../../src/machinery/quantity/resource-list.js'
import {within} from '../../../helpers/cpu-time.js'

const [high, low] = ['high', 'low'].map((value) => ({scopeName: 'PriorityClass', operator: 'In', values: [value]})) as [object, object]
const limited: readonly LimitedResource[] = [
  {resource: 'pods', matchContains: ['cpu', 'gpu'], matchScopes: [high]},
  {apiGroup: 'example.com', resource: 'pods', matchContains: ['memory']},
  {resource: 'services', matchContains: ['load', 'services']},
  {resource: 'pods', matchContains: ['requests.'], matchScopes: [low, high]},
]
const [pods, otherPods, services] = [{group: '', name: 'pods'}, {group: 'example.com', name: 'pods'}, {group: '', name: 'services'}] as const
const usage = resourceListOf(['requests.cpu', 'memory', 'services.loadbalancers', 'limits.cpu', 'requests.storage'].map((key) => [key, Quantity.parse(key === 'requests.storage' ? '0' : '1')]))

describe('limited resources', () => {
  it('are used by objects of their group and resource, each time again', () => {
    for (let i = 0; i < 2; i++) {
      expect(limitedNames(usage, pods, limited)).to.deep.equal(['limits.cpu', 'requests.cpu'])
      expect(limitedNames(usage, otherPods, limited)).to.deep.equal(['memory'])
      expect(limitedNames(usage, services, limited)).to.deep.equal(['services.loadbalancers'])
    }
    expect(limitedNames(usage, pods, [])).to.deep.equal([])
  })

  it('are listed with the fields that limit the keys, each time again', () => {
    for (let i = 0; i < 2; i++) {
      expect(fieldsNaming(['limits.cpu'], pods, limited).map(String)).to.deep.equal(['limitedResources[0].matchContains[0]'])
      expect(fieldsNaming(['limits.cpu', 'requests.gpu'], pods, limited).map(String))
        .to.deep.equal(['limitedResources[0].matchContains[0]', 'limitedResources[0].matchContains[1]', 'limitedResources[3].matchContains[0]'])
      expect(fieldsNaming(['memory'], otherPods, limited).map(String)).to.deep.equal(['limitedResources[1].matchContains[0]'])
    }
  })

  it('are listed with the fields of scopes', () => {
    expect(limitedScopesOf(limited)).to.deep.equal([high, low, high])
    const [, second, third] = limitedScopesOf(limited)
    expect(fieldsOfScopes([second, third].flatMap((scope) => scope ?? []), limited).map(String))
      .to.deep.equal(['limitedResources[0].matchScopes[0]', 'limitedResources[3].matchScopes[0]', 'limitedResources[3].matchScopes[1]'])
  })

  it('are compared once with a key, for all objects', within(2, () => {
    const many = Array.from({length: 10_000}, (_, i): LimitedResource => ({resource: 'pods', matchContains: [`x${i}`, 'cpu']}))
    for (let i = 0; i < 2000; i++) {
      expect(limitedNames(usage, pods, many)).to.have.length(2)
      expect(fieldsNaming(['limits.cpu'], pods, many)).to.have.length(10_000)
    }
  }))
})

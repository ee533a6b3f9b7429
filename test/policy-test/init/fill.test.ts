import {expect} from 'chai'

import {fillsOf} from '../../../src/policy-test/init/fill.js'
import {itemsOf} from '../../../src/policy-test/mutate/items.js'
import {policiesIn} from '../../../src/policy-test/mutate/policy-document.js'
import type {PolicyItem} from '../../../src/policy-test/mutate/policy-item.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {within} from '../../helpers/cpu-time.js'

const itemsIn = (...specs: readonly object[]): PolicyItem[] => specs.flatMap((spec, i) => {
  const kind = 'hard' in spec ? 'ResourceQuota' : 'LimitRange'
  return policiesIn(new SourceFile(`${i}.yaml`, JSON.stringify({apiVersion: 'v1', kind, metadata: {name: `p${i}`}, spec}))).flatMap(itemsOf)
})

describe('fillsOf', () => {
  it('takes the usual amount of a resource from the best list of the first LimitRange with one', () => {
    const items = itemsIn(
      {hard: {'requests.memory': '9Gi', 'limits.ephemeral-storage': '9Gi', 'requests.example.com/gpu': '9'}},
      {limits: [{type: 'Container', max: {'cpu': '4', 'memory': '4Gi', 'example.com/a': '4'}, min: {'memory': '1Mi', 'example.com/a': '1'}}]},
      {limits: [{type: 'Container', defaultRequest: {cpu: '2'}, default: {cpu: '3'}}, {type: 'Container', defaultRequest: {cpu: '1'}}]},
    )
    expect(fillsOf(items)).to.deep.equal([{}, {'memory': '1Mi', 'ephemeral-storage': '1Gi', 'cpu': '2', 'example.com/a': '1'}])
  })

  it('finds the amounts of 20,000 resources without comparing each with all others @slow', within(3, () => {
    const max = Object.fromEntries(Array.from({length: 20_000}, (_, i) => [`example.com/r${i}`, `${i}`]))
    expect(fillsOf(itemsIn({limits: [{type: 'Container', max}]}))[1]).to.include({'example.com/r0': '0', 'example.com/r19999': '19999'})
  }))
})

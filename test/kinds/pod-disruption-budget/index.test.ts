import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, given} from '../../helpers/test-cluster.js'

const budget = (spec: Body): Body => ({apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata: {name: 'b'}, spec})

describe('PodDisruptionBudget', () => {
  it('starts with a status of zeros', () => {
    expect(allowed(given().create(budget({minAvailable: 1}))))
      .to.deep.include({status: {currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0}})
  })

  checkCreates({
    'a percentage': [budget({minAvailable: '100%', unhealthyPodEvictionPolicy: 'AlwaysAllow'})],
    'a number': [budget({maxUnavailable: 0})],
    'both minAvailable and maxUnavailable': [
      budget({minAvailable: 1, maxUnavailable: 1}),
      'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    ],
    'a negative minAvailable': [budget({minAvailable: -1}), 'spec.minAvailable: Invalid value: -1: must be greater than or equal to 0'],
    'maxUnavailable above 100% and an unknown eviction policy': [
      budget({maxUnavailable: '101%', unhealthyPodEvictionPolicy: 'x'}), 'spec.maxUnavailable: Invalid value: "101%": must not be greater than 100%',
      'spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"',
    ],
  })

  checkUpdates({'the amount': [budget({minAvailable: '50%'}), budget({minAvailable: 2})]})

  it('increments the generation when the spec changes', () => {
    expect([1, 2].map((minAvailable) => generationAfter(budget({minAvailable: 1}), budget({minAvailable})))).to.deep.equal([1, 2])
  })
})

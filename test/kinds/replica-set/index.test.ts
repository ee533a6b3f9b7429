import {expect} from 'chai'

import type {Body} from '../../helpers/builders.js'
import {checkCreates, checkUpdates, generationAfter} from '../../helpers/kind-cases.js'
import {allowed, at, given} from '../../helpers/test-cluster.js'

const replicaSet = (spec: Body = {}): Body => ({
  apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: {name: 'r'},
  spec: {selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'c', image: 'i'}]}}, ...spec},
})

describe('ReplicaSet', () => {
  it('defaults to one replica, and starts with a status of zeros', () => {
    const object = allowed(given().create(replicaSet()))
    expect([at(object, 'spec.replicas'), at(object, 'status')]).to.deep.equal([1, {replicas: 0}])
  })

  checkCreates({
    'no replicas': [replicaSet({replicas: 0})],
    'negative numbers, and a selector that does not match the template': [
      replicaSet({replicas: -1, minReadySeconds: -1, selector: {matchLabels: {a: 'c'}}}), 'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
      'spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0',
      'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
    ],
  })

  checkUpdates({
    'the replicas': [replicaSet(), replicaSet({replicas: 2})],
    'the selector to an empty one': [
      replicaSet(), replicaSet({selector: {}}), 'spec.selector: Invalid value: {}: empty selector is invalid for deployment', 'spec.selector: Invalid value: {}: field is immutable',
    ],
  })

  it('increments the generation when the spec changes', () => expect([1, 2].map((replicas) => generationAfter(replicaSet(), replicaSet({replicas})))).to.deep.equal([1, 2]))
})

import {expect} from 'chai'

import {factsOf} from '../../src/suggest/facts.js'
import {container, limitRange, pod} from '../helpers/builders.js'
import {simulated} from '../helpers/simulated.js'

describe('factsOf', () => {
  it('names the fields that a LimitRange has filled in, for each container', () => {
    const {pods} = factsOf(simulated({
      files: [pod('p').asking({
        containers: [container('a', {requests: {cpu: '1', memory: '1Gi'}, limits: {memory: '1Gi'}}), container('b', {limits: {memory: '1Gi'}})], initContainers: [container('c')],
      })],
      policies: [limitRange('l', {type: 'Container', default: {memory: '64Mi'}, defaultRequest: {cpu: '1'}})],
    }), [], undefined)
    expect(pods.flatMap(({containers}) => containers.map(({text, filled}) => [text, [...filled].sort()]))).to.deep.equal([
      ['container a of Pod p', []],
      ['container b of Pod p', ['requests[cpu]']],
      ['init container c of Pod p', ['limits[memory]', 'requests[cpu]', 'requests[memory]']],
    ])
  })
})

import {expect} from 'chai'

import {measuredPods, podHeadrooms} from '../../src/simulate/headroom.js'
import {app, configMap, pod, podNamedAfter, quota} from '../helpers/builders.js'
import {quotaNamed, requesting} from '../helpers/quotas.js'
import {type Bodies, simulated} from '../helpers/simulated.js'

/** For each quota: how many more pods fit, the exhausted resource, and the sample pod. */
function room(bodies: Bodies): Record<string, string[]> {
  const simulation = simulated(bodies)
  return Object.fromEntries(simulation.quotas.map(({quota: body}) =>
    [body.metadata.name ?? '', podHeadrooms(body, measuredPods(simulation)).shown.map(({count, name, like}) => `${count} like ${like}: ${name}`)]))
}

describe('podHeadrooms', () => {
  it('reports how many more pods of the same size fit into the quota', () => {
    expect(room({policies: [quota({'requests.cpu': '4', 'pods': '9'})], files: [requesting({cpu: '1500m'})]})).to.deep.equal({q: ['1 like p: requests.cpu']})
  })

  it('reports each pod size once, with its first pod', () => {
    const files = [requesting({cpu: '1'}, 'a'), requesting({cpu: '1'}, 'b'), requesting({cpu: '2'}, 'c'), requesting({cpu: '1000m'}, 'd')]
    expect(room({policies: [quota({cpu: '9'})], files})).to.deep.equal({q: ['4 like a: cpu', '2 like c: cpu']})
  })

  it('ignores denied pods', () => {
    expect(room({policies: [quota({cpu: '4'})], files: [requesting({cpu: '5'}, 'big'), pod('silent'), configMap('c')]})).to.deep.equal({q: []})
  })

  it('measures pods as stored, with defaults and generated names', () => {
    const limited = pod().with(app({limits: {cpu: '1'}}))
    expect(room({policies: [quota({'requests.cpu': '4'})], files: [limited]})).to.deep.equal({q: ['3 like p: requests.cpu']})
    expect(room({policies: [quota({pods: '2'})], files: [podNamedAfter('web-')]})).to.deep.equal({q: ['1 like web-XXXXX: pods']})
  })

  it('reports for each quota only pods in its scopes', () => {
    const policies = [quotaNamed('best', {pods: '3'}, {scopes: ['BestEffort']}), quotaNamed('others', {services: '3'}), quotaNamed('some', {pods: '9'}, {scopes: ['NotBestEffort']})]
    expect(room({policies, files: [pod('a'), requesting({cpu: '1'}, 'b')]})).to.deep.equal({best: ['2 like a: pods'], others: [], some: ['8 like b: pods']})
  })

  it('ignores a pod of the same size outside the scopes', () => {
    const policies = [quota({pods: '5'}, {scopes: ['Terminating']})]
    expect(room({policies, files: [pod('a'), pod('b').asking({activeDeadlineSeconds: 9})]})).to.deep.equal({q: ['4 like b: pods']})
  })

  it('ignores pods in other namespaces', () => {
    expect(room({policies: [quota({pods: '5'})], files: [pod().marked({namespace: 'other'})]})).to.deep.equal({q: []})
  })
})

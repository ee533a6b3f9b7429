import {expect} from 'chai'

import type {Simulation} from '../../src/simulate/simulate.js'
import {app, type Body, claim, configMap, container, limitRange, namespace, pod, priorityClass, quota, runtimeClass, secret, storageClass} from '../helpers/builders.js'
import {quotaNamed} from '../helpers/quotas.js'
import {type Bodies, simulated} from '../helpers/simulated.js'
import {at} from '../helpers/test-cluster.js'

const read = (body: Body): Body => ({...body, metadata: {...body['metadata'] as Body, uid: 'u'}})

/** The names of the objects of a kind in the namespace `dev`, or in the cluster. */
const names = ({cluster}: Simulation, apiVersion: string, kind: string, ofNamespace = 'dev'): unknown[] =>
  cluster.list({apiVersion, kind}, ofNamespace).map(({metadata}) => metadata.name)

const pods = (bodies: Bodies): unknown[] => names(simulated(bodies), 'v1', 'Pod')

const maximum = (name: string, cpu: string): Body => limitRange(name, {type: 'Container', max: {cpu}})

describe('objects in the policies input', () => {
  it('take effect in file order if they are policies', () => {
    const {reviews, policies} = simulated({policies: [maximum('b', '1'), maximum('a', '2')], files: [pod().with(app({limits: {cpu: '3'}}))]})
    expect(reviews[0]?.status.message).to.contain('maximum cpu usage per Container is 2')
    expect([...policies.manifests.values()].map(({body}) => at(body, 'metadata.name'))).to.deep.equal(['b', 'a'])
  })

  it('are loaded if admission reads their kind', () => {
    const definition = {apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: {name: 'things.example.com'}, spec: {group: 'example.com', scope: 'Namespaced', names: {plural: 'things', kind: 'Thing'}, versions: []}}
    const policies = [namespace('dev'), priorityClass('high', 1), runtimeClass('slow'), storageClass('gold'), definition]
    const simulation = simulated({policies})
    expect(simulation.policies.ignored).to.equal(0)
    expect([...simulation.policies.refused, ...simulation.policies.diagnostics]).to.deep.equal([])
    expect(names(simulation, 'scheduling.k8s.io/v1', 'PriorityClass', '')).to.include('high')
    expect(names(simulation, 'storage.k8s.io/v1', 'StorageClass', '')).to.deep.equal(['gold'])
  })

  it('are ignored and counted otherwise', () => {
    const simulation = simulated({policies: [pod(), configMap('c'), secret('s')]})
    expect([simulation.policies.ignored, names(simulation, 'v1', 'Pod')]).to.deep.equal([3, []])
  })

  it('are loaded if they have a UID from a cluster', () => {
    expect(pods({policies: [pod('a'), read(pod('b'))]})).to.deep.equal(['b'])
    expect(pods({policies: [{...pod(), metadata: {name: 'p', uid: 5}}]})).to.deep.equal([])
  })

  it('are loaded in dependency order: cluster-scoped objects first', () => {
    const simulation = simulated({policies: [{...maximum('l', '1'), metadata: {name: 'l', namespace: 'new'}}, namespace('new')]})
    expect(simulation.policies.refused).to.deep.equal([])
  })

  it('are rejected if invalid, while the others take effect', () => {
    const bad = limitRange('bad', {type: 'Container', min: {cpu: '2'}, max: {cpu: '1'}})
    const {policies, reviews} = simulated({policies: [bad, maximum('good', '2')], files: [pod().with(app({limits: {cpu: '3'}}))]})
    expect(policies.refused.map(({manifest: {body}, review: {status}}) => [at(body, 'metadata.name'), status.code])).to.deep.equal([['bad', 422]])
    expect(reviews[0]?.status.message).to.contain('maximum cpu usage per Container is 2')
  })

  it('are reported if they cannot be decoded', () => {
    const {policies} = simulated({policies: [{kind: 'LimitRange'}, maximum('l', '1')]})
    expect([policies.diagnostics.length, policies.manifests.size]).to.deep.equal([1, 1])
  })
})

describe('objects in the existing input', () => {
  it('are loaded without admission', () => {
    const simulation = simulated({policies: [maximum('l', '1'), quota({pods: '0'})], existing: [pod('big').with(app({limits: {cpu: '9'}})), pod('b')]})
    expect([names(simulation, 'v1', 'Pod'), simulation.policies.refused]).to.deep.equal([['b', 'big'], []])
  })

  it('keep their status', () => {
    const {cluster} = simulated({existing: [pod().having({status: {phase: 'Failed'}})]})
    expect(at(cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'p'}), 'status.phase')).to.equal('Failed')
  })

  it('are reported if the server could not store them', () => {
    const {policies} = simulated({existing: [pod('A'), pod('a').with(container('x', {requests: {cpu: '-1'}})), pod('b')]})
    expect(policies.refused.map(({manifest: {document: {file}}, review: {status}}) => [file.path, status.code])).to.deep.equal([['existing.yaml', 422], ['existing.yaml', 422]])
  })

  it('take effect if they are policies', () => {
    const {reviews} = simulated({existing: [maximum('l', '1')], files: [pod().with(app({limits: {cpu: '2'}}))]})
    expect(reviews[0]?.allowed).to.equal(false)
  })

  it('are updated if they are sent again, and rejected for create', () => {
    const again = {existing: [pod()], files: [pod()]}
    expect(simulated(again).reviews[0]).to.include({operation: 'UPDATE', allowed: true})
    expect(simulated(again, {sending: {operation: 'create'}}).reviews[0]?.status.message).to.equal('pods "p" already exists')
  })

  it('are stored in their own namespace, or else in the selected one', () => {
    const simulation = simulated({existing: [pod('a'), pod('b').marked({namespace: 'other'})]}, {namespace: 'chosen'})
    expect([names(simulation, 'v1', 'Pod', 'chosen'), names(simulation, 'v1', 'Pod', 'other')]).to.deep.equal([['a'], ['b']])
  })
})

describe('policy given twice', () => {
  it('is taken from the policies input', () => {
    const {reviews, policies} = simulated({policies: [maximum('l', '1')], existing: [maximum('l', '9')], files: [pod().with(app({limits: {cpu: '2'}}))]})
    expect(reviews[0]?.allowed).to.equal(false)
    expect(policies.refused).to.deep.equal([])
  })

  it('is a different policy in another namespace', () => {
    const {policies} = simulated({policies: [maximum('l', '1'), {...maximum('l', '1'), metadata: {name: 'l', namespace: 'other'}}]})
    expect(policies.manifests.size).to.equal(2)
  })

  it('can be a quota', () => {
    const {quotas, policies} = simulated({policies: [quota({pods: '1'})], existing: [quota({pods: '9'}), claim('c', '1Gi')]})
    expect(policies.refused).to.deep.equal([])
    expect(quotas.map(({quota: {status}}) => String(status?.hard?.['pods']))).to.deep.equal(['1'])
  })
})

describe('order of policies and existing objects', () => {
  it('does not affect the usage of quotas', () => {
    const [first, second] = [[quotaNamed('q', {pods: '5'}), read(pod('a'))], [read(pod('a')), quotaNamed('q', {pods: '5'})]]
      .map((policies) => simulated({policies}).quotas.map(({quota: {status}, usageFrom}) => [usageFrom, String(status?.used?.['pods'])]))
    expect(first).to.deep.equal([['recomputed', '1']])
    expect(second).to.deep.equal(first)
  })
})

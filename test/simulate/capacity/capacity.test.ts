import {expect} from 'chai'

import {capacity, isEnough} from '../../../src/simulate/capacity/capacity.js'
import {type Capacity, type NamespaceCapacity, phases} from '../../../src/simulate/capacity/types.js'
import type {SimulateOptions} from '../../../src/simulate/simulate.js'
import {type Amounts, type Body, configMap, limitRange, pod, quota} from '../../helpers/builders.js'
import {CountedWork} from '../../helpers/counted-work.js'
import {requesting} from '../../helpers/quotas.js'
import {type Bodies, fileOf} from '../../helpers/simulated.js'
import {autoscaler, deployment, job, statefulSet} from '../../helpers/workload-manifests.js'

function found({files = [], policies = [], existing = []}: Bodies, options: SimulateOptions = {}): Capacity {
  const inputs = {files: [fileOf('files.yaml', files)], policies: [fileOf('policies.yaml', policies)], existing: [fileOf('existing.yaml', existing)]}
  return capacity(inputs, {namespace: 'dev', ...options})
}

const only = ({namespaces}: Capacity): NamespaceCapacity => {
  expect(namespaces).to.have.length(1)
  return namespaces[0] as NamespaceCapacity
}

/** Amounts of a resource in each phase, in order: for the n-th object, or for all. */
function needs(result: Capacity, resource: string, number?: number): string[] {
  const {objects, total} = only(result)
  const lists = number === undefined ? total : objects[number]?.needs
  return phases.map((phase) => String(lists?.[phase][resource] ?? '-'))
}

/** Amount of a key of a quota in each phase, and the phases that exceed it. */
function bound(result: Capacity, resource: string, name = 'q'): readonly [string[], string | undefined, string | undefined] {
  const row = only(result).quotas.find((candidate) => candidate.quota === name && candidate.resource === resource)
  const {phase, object} = row?.breaks ?? {}
  return [phases.map((each) => String(row?.needed[each])), phase, object && `${object.kind}/${object.name}`]
}

const web = deployment('web', 4, {requests: {cpu: '250m'}})

describe('capacity', () => {
  it('takes a few requests for each StatefulSet, however many pods quotas reject', () => {
    const work = new CountedWork()
    const files = Array.from({length: 20}, (_, i) => statefulSet(`s${i}`, 50, '1Gi'))
    const result = found({files, policies: [quota({pods: '7', 'requests.storage': '3Gi'})]}, {work})
    expect(bound(result, 'pods')[0].slice(0, 2)).to.deep.equal(['1k', '1k'])
    expect(bound(result, 'requests.storage')[0].slice(0, 2)).to.deep.equal(['1000Gi', '1000Gi'])
    expect(work.requests).to.be.below(20 * 40)
  })

  it('adds up pods with defaults, in rollouts and at the maximum of an autoscaler', () => {
    const result = found({files: [deployment('web', 4), autoscaler('web', 2, 8)], policies: [limitRange('l', {type: 'Container', default: {cpu: '500m'}, defaultRequest: {cpu: '250m'}})]})
    expect(needs(result, 'pods', 0)).to.deep.equal(['4', '5', '8', '8', '16'])
    expect(needs(result, 'requests.cpu', 0)).to.deep.equal(['1', '1250m', '2', '2', '4'])
    expect(needs(result, 'limits.cpu')).to.deep.equal(['2', '2500m', '4', '4', '8'])
    expect(isEnough(result)).to.equal(true)
  })

  it('counts the claims of a StatefulSet, which a rollout does not increase', () => {
    const result = found({files: [statefulSet('db', 3, '1Gi')]})
    expect(needs(result, 'requests.storage', 0)).to.deep.equal(['3Gi', '3Gi', '3Gi', '3Gi', '3Gi'])
    expect(needs(result, 'pods', 0)).to.deep.equal(['3', '3', '3', '3', '3'])
  })

  it('reports the first phase that exceeds a quota, and the object that causes it', () => {
    const breaks = (hard: Amounts): readonly unknown[] => bound(found({files: [web, deployment('api', 2)], policies: [quota(hard)]}), 'pods').slice(1)
    expect(breaks({pods: '5'})).to.deep.equal(['steady', 'Deployment/api'])
    expect(breaks({pods: '3'})).to.deep.equal(['steady', 'Deployment/web'])
    expect(breaks({pods: '6'})).to.deep.equal(['peak', 'Deployment/api'])
    expect(breaks({pods: '8'})).to.deep.equal(['worst', 'Deployment/api'])
    expect(breaks({pods: '12'})).to.deep.equal([undefined, undefined])
    expect(breaks({pods: '11'})).to.deep.equal(['worst', 'Deployment/api'])
  })

  it('lists the objects for which there is no room after those before them, and not smaller ones after those', () => {
    const cpus = ['300m', '700m', '400m', '0', '300m', '100m', '500m']
    const files = [configMap('none'), ...cpus.map((cpu, i) => requesting({cpu}, `p${i}`))]
    const unfit = (cpu: string, existing: Body[] = []): unknown => only(found({files, policies: [quota({'requests.cpu': cpu})], existing})).quotas[0]?.unfitIn?.('steady').map(({name}) => name)
    expect(unfit('750m')).to.deep.equal(['p1', 'p4', 'p5', 'p6'])
    expect(unfit('800m')).to.deep.equal(['p1', 'p4', 'p6'])
    expect(unfit('1')).to.deep.equal(['p2', 'p4', 'p5', 'p6'])
    expect(unfit('99m')).to.deep.equal(['p0', 'p1', 'p2', 'p4', 'p5', 'p6'])
    expect(unfit('1900m')).to.deep.equal(['p6'])
    expect(unfit('2300m')).to.equal(undefined)
    expect(unfit('1', [requesting({cpu: '1100m'}, 'old')])).to.deep.equal(['p0', 'p1', 'p2', 'p4', 'p5', 'p6'])
  })

  it('counts the maximum of an autoscaler, and a rollout at that size', () => {
    const breaks = (pods: string): unknown => bound(found({files: [web, autoscaler('web', 1, 9)], policies: [quota({pods})]}), 'pods')[1]
    expect([breaks('8'), breaks('9'), breaks('17'), breaks('18')]).to.deep.equal(['max', 'maxWorst', 'maxWorst', undefined])
  })

  it('adds the existing usage', () => {
    const result = found({files: [web], policies: [quota({'requests.cpu': '2'})], existing: [requesting({cpu: '1500m'}, 'old')]})
    expect(bound(result, 'requests.cpu')).to.deep.equal([['2500m', '2750m', '3500m', '2500m', '3500m'], 'steady', 'Deployment/web'])
    expect(String(only(result).quotas[0]?.used)).to.equal('1500m')
  })

  it('reports a bound that the existing objects exceed already, with the first object', () => {
    const result = found({files: [pod('p'), web], policies: [quota({'count/configmaps': '1'})], existing: [configMap('a'), configMap('b')]})
    expect(bound(result, 'count/configmaps')).to.deep.equal([phases.map(() => '2'), 'steady', 'Pod/p'])
    expect(isEnough(result)).to.equal(false)
  })

  it('simulates everything again without bounds if a quota rejects a policy on which other objects depend', () => {
    const defaulting = limitRange('l', {type: 'Container', defaultRequest: {cpu: '1'}})
    expect(needs(found({files: [pod('p'), defaulting], policies: [quota({'count/limitranges': '0'})]}), 'requests.cpu')).to.deep.equal(phases.map(() => '1'))
  })

  it('does not count the pods of an existing workload twice', () => {
    const result = found({files: [deployment('web', 4, {requests: {cpu: '500m'}})], policies: [quota({'requests.cpu': '4', 'pods': '8'})], existing: [web]})
    expect(bound(result, 'pods')).to.deep.equal([['4', '5', '8', '4', '8'], undefined, undefined])
    expect(bound(result, 'requests.cpu')[0][0]).to.equal('2')
  })

  it('charges each quota only for pods in its scopes', () => {
    const result = found({
      files: [web, deployment('idle', 8)], policies: [quota({pods: '8'}, {scopes: ['BestEffort']}), quota({pods: '4'}, {scopes: ['NotBestEffort']}).marked({name: 'busy'})],
    })
    expect(bound(result, 'pods')[0].slice(0, 2)).to.deep.equal(['8', '10'])
    expect(bound(result, 'pods', 'busy')[0].slice(0, 2)).to.deep.equal(['4', '5'])
  })

  it('counts the objects themselves', () => {
    const result = found({files: [web, pod('p')], policies: [quota({'count/deployments.apps': '0', 'count/replicasets.apps': '9', 'pods': '99'})]})
    expect(bound(result, 'count/deployments.apps')).to.deep.equal([['1', '1', '1', '1', '1'], 'steady', 'Deployment/web'])
    expect(bound(result, 'count/replicasets.apps')[0][0]).to.equal('1')
    expect(bound(result, 'pods')[0][0]).to.equal('5')
  })

  it('reports denials that no quota increase resolves', () => {
    const result = found({files: [deployment('web', 2)], policies: [quota({'requests.cpu': '4'})]})
    expect(only(result).objects[0]?.event?.message).to.equal(
      'Error creating: pods "web-XXXXX-XXXXX" is forbidden: failed quota: q: must specify requests.cpu for: app')
    expect(isEnough(result)).to.equal(false)
  })

  it('applies policies first, regardless of their position in the files', () => {
    const result = found({files: [web, quota({pods: '3'}), limitRange('l', {type: 'Container', max: {cpu: '100m'}})]})
    const {event} = only(result).objects.find(({kind}) => kind === 'Deployment') ?? {}
    expect(event?.message).to.contain('spec.containers[0].resources.requests: Invalid value: "250m": must be less than or equal to cpu limit of 100m')
    expect(bound(result, 'pods')[0][0]).to.equal('0')
  })

  it('counts only the parallel pods of a Job', () => {
    expect(needs(found({files: [job('j', {completions: 6, parallelism: 2})]}), 'pods', 0)).to.deep.equal(['2', '2', '2', '2', '2'])
  })

  it('sorts namespaces, and includes those with only a quota', () => {
    const {namespaces} = found({files: [web.marked({namespace: 'b'}), web.marked({namespace: 'a'})] as Body[], policies: [quota({pods: '1'}).marked({namespace: 'c'})]})
    expect(namespaces.map(({namespace, objects, quotas}) => [namespace, objects.length, quotas.length])).to.deep.equal([['a', 1, 0], ['b', 1, 0], ['c', 0, 1]])
  })
})

import {expect} from 'chai'

import {leftNote, simulationStrips} from '../../../src/report/charts/limit-data.js'
import {capacityBullets, simulationBullets} from '../../../src/report/charts/quota-data.js'
import type {Strip} from '../../../src/report/charts/strip.js'
import {capacity} from '../../../src/simulate/capacity/capacity.js'
import {type Body, quota} from '../../helpers/builders.js'
import {type Bodies, fileOf, simulated} from '../../helpers/simulated.js'
import {autoscaler, deployment, statefulSet} from '../../helpers/workload-manifests.js'

const limits = (name: string, ...items: readonly Body[]): Body => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name, namespace: 'dev'}, spec: {limits: items}})

const texts = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('capacityBullets', () => {
  it('has the needs of each phase that kadm capacity prints', () => {
    const found = capacity({
      files: [fileOf('files.yaml', [deployment('web', 4, {requests: {cpu: '250m'}}), autoscaler('web', 2, 6)])], policies: [fileOf('p.yaml', [quota({pods: '6'})])],
    }, {namespace: 'dev'})
    expect(texts(capacityBullets(found))).to.deep.equal([{
      namespace: 'dev', title: 'Quotas of namespace dev', rows: [{quota: 'q', resource: 'pods', hard: '6', used: '0', after: '4', peak: '5', maximum: '6', worst: '12'}],
    }])
  })
})

describe('simulationBullets', () => {
  it('has the usage before and after, and the greatest peak of the rollouts in the namespace', () => {
    const old = ['a', 'b'].map((name) => deployment(name, name === 'a' ? 4 : 2, {requests: {cpu: '1'}}))
    const now = ['a', 'b'].map((name) => deployment(name, name === 'a' ? 4 : 2, {requests: {cpu: '2'}}))
    const found = simulated({files: now, existing: old, policies: [quota({pods: '20', services: '5'})]})
    const [data] = simulationBullets(found)
    expect(texts(data)).to.deep.equal({
      namespace: 'dev', title: 'Quotas of namespace dev', rows: [{quota: 'q', resource: 'pods', hard: '20', used: '6', after: '6', peak: '10'}, {quota: 'q', resource: 'services', hard: '5', used: '0', after: '0'}],
    })
  })
})

/** Returns the points of a strip as texts: side, amount, standing and names. */
const points = (strip: Strip | undefined): string[] => (strip?.points ?? []).map(({side, amount, standing, names, count}) => `${side} ${String(amount)} ${standing} ${count} ${names.join(' ')}`)

const stripsOf = (bodies: Bodies): readonly Strip[] => simulationStrips(simulated(bodies)).all[0]?.strips ?? []

describe('simulationStrips', () => {
  it('compares the pods of admitted and denied workloads, with their defaults, with the bounds', () => {
    const [cpu] = stripsOf({
      files: [
        deployment('big', 3, {requests: {cpu: '100m'}, limits: {cpu: '4'}}), deployment('edge', 2, {requests: {cpu: '100m'}, limits: {cpu: '2'}}),
        deployment('plain', 1, {}), deployment('heavy', 1, {limits: {memory: '9Gi'}}), deployment('low', 1, {limits: {cpu: '50m'}}),
      ],
      policies: [limits('l', {type: 'Container', min: {cpu: '100m'}, max: {cpu: '2', memory: '8Gi'}, default: {cpu: '1'}, defaultRequest: {cpu: '500m'}})],
    })
    expect(cpu).to.include({label: 'Container cpu', missing: 0})
    expect(points(cpu)).to.have.members([
      'request 100m edge 2 Deployment/big Deployment/edge', 'limit 4 outside 1 Deployment/big', 'limit 2 edge 1 Deployment/edge',
      'request 500m inside 2 Deployment/plain Deployment/heavy', 'limit 1 inside 2 Deployment/plain Deployment/heavy',
      // The request of a container that has only a limit is its limit: the server defaults it before LimitRanger sees the pod.
      'request 50m outside 1 Deployment/low', 'limit 50m inside 1 Deployment/low',
    ])
  })

  it('has the defaults of a resource, also those that the server makes of a maximum', () => {
    const strips = stripsOf({
      files: [deployment('web', 1, {limits: {'cpu': '1', 'memory': '1Gi', 'example.com/gpu': '1'}})],
      policies: [limits('l', {type: 'Container', max: {cpu: '2', memory: '8Gi'}, min: {'example.com/gpu': '1'}, default: {cpu: '1'}, defaultRequest: {cpu: '500m'}}, {type: 'Pod', max: {cpu: '8'}})],
    })
    const [cpu, memory, gpu, pod] = ['Container cpu', 'Container memory', 'Container example.com/gpu', 'Pod cpu'].map((label) => strips.find((strip) => strip.label === label))
    expect(texts([cpu?.defaults, memory?.defaults])).to.deep.equal([{request: '500m', limit: '1'}, {request: '8Gi', limit: '8Gi'}])
    expect([gpu, pod].map((strip) => strip && [strip.defaults?.request?.toString(), strip.defaults?.limit?.toString()])).to.deep.equal([['1', undefined], [undefined, undefined]])
  })

  it('counts each object at an amount once, beside the number of its amounts', () => {
    const containers = ['a', 'b'].map((name) => ({name, image: 'i', resources: {limits: {cpu: '2'}}}))
    const pods = Array.from({length: 5}, (_, i): Body => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: `p${i}`, namespace: 'dev'}, spec: {containers}}))
    const [cpu] = stripsOf({files: pods, policies: [limits('l', {type: 'Container', max: {cpu: '2'}})]})
    expect(cpu?.points.map(({side, names, count}) => ({side, names, count}))).to.deep.equal(
      (['request', 'limit'] as const).map((side) => ({side, names: ['Pod/p0', 'Pod/p1', 'Pod/p2', 'Pod/p3', 'Pod/p4'], count: 10})))
  })

  it('has the ratios of limits to requests, and counts containers without the amounts that a bound requires', () => {
    const strips = stripsOf({
      files: [deployment('wide', 1, {requests: {cpu: '100m'}, limits: {cpu: '1'}}), deployment('even', 1, {requests: {cpu: '500m'}, limits: {cpu: '1'}}), deployment('none', 1, {})],
      policies: [limits('l', {type: 'Container', max: {cpu: '8'}, maxLimitRequestRatio: {cpu: '2'}, default: {memory: '1Gi'}})],
    })
    const ratio = strips.find(({label}) => label === 'Container cpu ratio')
    expect(String(ratio?.max)).to.equal('2')
    // A maximum is also the default, which `none` gets.
    expect(points(ratio)).to.deep.equal(['ratio 10 outside 1 Deployment/wide', 'ratio 2 edge 1 Deployment/even', 'ratio 1 inside 1 Deployment/none'])
    const [needed] = stripsOf({files: [deployment('none', 1, {})], policies: [limits('l', {type: 'Pod', min: {'ephemeral-storage': '1Gi'}})]})
    expect(needed).to.include({label: 'Pod ephemeral-storage', missing: 1})
  })

  it('compares claims by what they request', () => {
    const [storage] = stripsOf({files: [statefulSet('db', 2, '1Gi')], policies: [limits('l', {type: 'PersistentVolumeClaim', min: {storage: '1Gi'}, max: {storage: '10Gi'}})]})
    expect(points(storage)).to.deep.equal(['request 1Gi edge 1 StatefulSet/db'])
  })

  it('has no strips without LimitRanges, and skips pods that the server cannot decode', () => {
    expect(simulationStrips(simulated({files: [deployment('web', 1, {})], policies: [quota({pods: '1'})]}))).to.deep.equal({all: [], left: 0})
    const pod: Body = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p', namespace: 'dev'}, spec: {containers: 'none'}}
    expect(simulationStrips(simulated({files: [pod, {apiVersion: 'v1', kind: 'Pod'}], policies: [limits('l', {type: 'Container', max: {cpu: '1'}})]}))).to.deep.equal({all: [], left: 0})
  })

  it('leaves out LimitRanges with too many bounds for the containers of their namespace, and counts them @slow', () => {
    const pods = Array.from({length: 300}, (_, i) => ({apiVersion: 'v1', kind: 'Pod', metadata: {name: `web-${i}`}, spec: {containers: [{name: 'web', image: 'nginx'}]}}))
    const bounds = (count: number): Record<string, string> => Object.fromEntries(Array.from({length: count}, (_, i) => [`example.com/r${i}`, '1']))
    const {all, left} = simulationStrips(simulated({files: pods, policies: [limits('large', {type: 'Container', maxLimitRequestRatio: bounds(400)}), limits('small', {type: 'Container', max: {cpu: '1'}})]}))
    expect([all.map(({title}) => title), left]).to.deep.equal([['Amounts under LimitRange small in namespace dev'], 1])
    expect(leftNote(left)).to.deep.equal(['1 more LimitRange has too many bounds for the containers of the namespace, and no chart'])
    expect(leftNote(0)).to.deep.equal([])
  })
})

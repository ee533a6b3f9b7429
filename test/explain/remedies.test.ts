import {expect} from 'chai'
import fc from 'fast-check'

import {explainRequests} from '../../src/explain/explain.js'
import type {Remedy} from '../../src/explain/types.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {simulate} from '../../src/simulate/simulate.js'
import {SourceFile} from '../../src/source/source-file.js'

const file = (name: string, object: object): SourceFile => new SourceFile(name, JSON.stringify(object))

const limits = (item: object): object => ({apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'limits'}, spec: {limits: [{type: 'Container', ...item}]}})

const quota = (hard: Readonly<Record<string, string>>): object => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: 'quota'}, spec: {hard}})

const pod = (request: string, limit: string): object => ({
  apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'},
  spec: {containers: [{name: 'app', image: 'a', resources: {requests: {cpu: request}, limits: {cpu: limit}}}]},
})

const deployment = {
  apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'web'},
  spec: {replicas: 5, selector: {matchLabels: {a: 'b'}}, template: {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'app', image: 'a'}]}}},
}

const remediesOf = (object: object, policies: readonly object[]): readonly Remedy[] =>
  explainRequests({files: [file('object.json', object)], policies: policies.map((policy, i) => file(`policy-${i}.json`, policy))}).stories[0]?.remedies ?? []

const isAdmitted = (object: object, policies: readonly object[]): boolean =>
  simulate({files: [file('object.json', object)], policies: policies.map((policy, i) => file(`policy-${i}.json`, policy))}).reviews[0]?.allowed === true

const editsOf = (remedy: Remedy | undefined): readonly string[] => remedy?.edits.map(({field, from, to}) => `${field}: ${from} -> ${to}`) ?? []

const field = (side: string): string => `spec.containers[0].resources.${side}[cpu]`

describe('remedies of denied requests', () => {
  it('lower a limit to the max of a LimitRange, and the request with it', () => {
    const [first] = remediesOf(pod('3', '4'), [limits({max: {cpu: '2'}})])
    expect(editsOf(first)).to.deep.equal([`${field('limits')}: 4 -> 2`, `${field('requests')}: 3 -> 2`])
  })

  it('raise a request until the ratio holds', () => {
    const [first] = remediesOf(pod('500m', '1500m'), [limits({maxLimitRequestRatio: {cpu: '2'}})])
    expect(editsOf(first)).to.deep.equal([`${field('requests')}: 500m -> 750m`])
    expect(first?.isSmallest).to.equal(true)
  })

  it('are the smallest ones where a LimitRange has several bounds', () => {
    const [both] = remediesOf(pod('180m', '3'), [limits({max: {cpu: '1'}, maxLimitRequestRatio: {cpu: '4'}})])
    expect(editsOf(both)).to.deep.equal([`${field('limits')}: 3 -> 1`, `${field('requests')}: 180m -> 250m`])
    const large = {...deployment, kind: 'Pod', apiVersion: 'v1', spec: {containers: ['5', '1500m'].map((cpu, i) => ({name: `c${i}`, image: 'a', resources: {limits: {cpu}, requests: {cpu: '1'}}}))}}
    const sums = {...limits({max: {cpu: '1'}}), spec: {limits: [{type: 'Pod', max: {cpu: '2'}}, {type: 'Container', max: {cpu: '1'}}]}}
    const [ofTwo] = remediesOf(large, [sums])
    expect(editsOf(ofTwo)).to.deep.equal(['5 -> 1', '1500m -> 1'].map((change, i) => `spec.containers[${i}].resources.limits[cpu]: ${change}`))
    expect([both?.isSmallest, ofTwo?.isSmallest]).to.deep.equal([true, true])
  })

  it('lower a request to what is left of a quota, or raise the quota', () => {
    const remedies = remediesOf(pod('3', '4'), [quota({'requests.cpu': '2'})])
    expect(remedies.map(editsOf)).to.deep.equal([[`${field('requests')}: 3 -> 2`], ['spec.hard[requests.cpu]: 2 -> 3']])
    expect(remedies.map(({isPolicy}) => isPolicy)).to.deep.equal([false, true])
  })

  it('lower the replicas of a workload', () => {
    const [first] = remediesOf(deployment, [quota({pods: '3'})])
    expect(editsOf(first)).to.deep.equal(['spec.replicas: 5 -> 3'])
    expect(first?.isSmallest).to.equal(true)
  })

  it('raise a quota for all pods that the workload still wants', () => {
    const remedies = remediesOf(deployment, [quota({pods: '3'})])
    expect(remedies.map(editsOf)).to.deep.equal([['spec.replicas: 5 -> 3'], ['spec.hard[pods]: 3 -> 5']])
    expect(remedies.map(({isPolicy}) => isPolicy)).to.deep.equal([false, true])
  })

  it('raise each bound of the quota that later pods exceed, and no other', () => {
    const template = {metadata: {labels: {a: 'b'}}, spec: {containers: [{name: 'app', image: 'a', resources: {requests: {cpu: '500m', memory: '1Gi'}}}]}}
    const [, second] = remediesOf({...deployment, spec: {...deployment.spec, template}}, [quota({pods: '2', 'requests.cpu': '2', 'requests.memory': '5Gi'})])
    expect(editsOf(second)).to.deep.equal(['spec.hard[pods]: 2 -> 5', 'spec.hard[requests.cpu]: 2 -> 2500m'])
  })

  it('raise a quota for all claims of a StatefulSet', () => {
    const claim = {metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '2Gi'}}}}
    const set = {...deployment, kind: 'StatefulSet', spec: {...deployment.spec, serviceName: 'web', volumeClaimTemplates: [claim]}}
    const [only] = remediesOf(set, [quota({'requests.storage': '1Gi'})])
    expect(editsOf(only)).to.deep.equal(['spec.hard[requests.storage]: 1Gi -> 10Gi'])
  })

  it('change the replicas or the quota where an autoscaler wants still more pods', () => {
    const autoscaler = {
      apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: {name: 'web'},
      spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}, minReplicas: 2, maxReplicas: 20},
    }
    const list = {apiVersion: 'v1', kind: 'List', items: [deployment, autoscaler]}
    expect(remediesOf(list, [quota({pods: '3'})]).map(editsOf)).to.deep.equal([['spec.replicas: 5 -> 3'], ['spec.hard[pods]: 3 -> 5']])
  })

  it('lower the storage of a claim', () => {
    const claim = {apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '8Gi'}}}}
    const [first] = remediesOf(claim, [quota({'requests.storage': '5Gi'})])
    expect(editsOf(first)).to.deep.equal(['spec.resources.requests[storage]: 8Gi -> 5Gi'])
    expect(first?.isSmallest).to.equal(true)
  })

  it('change the type of a service, which is never called the smallest change', () => {
    const service = {apiVersion: 'v1', kind: 'Service', metadata: {name: 'web'}, spec: {type: 'LoadBalancer', ports: [{port: 80}]}}
    const [first] = remediesOf(service, [quota({'services.loadbalancers': '0'})])
    expect(first).to.deep.include({edits: [{field: 'spec.type', operation: 'set', from: undefined, to: 'ClusterIP'}], isSmallest: false, isOneOfSeveral: false})
  })

  it('change the greatest of several containers for a bound of the pod, and state that others could change instead', () => {
    const max = {apiVersion: 'v1', kind: 'LimitRange', metadata: {name: 'limits'}, spec: {limits: [{type: 'Pod', max: {cpu: '3'}}]}}
    const resources = (cpu: string): object => ({requests: {cpu}, limits: {cpu}})
    const containers = [{name: 'a', image: 'a', resources: resources('1')}, {name: 'b', image: 'a', resources: resources('3')}]
    const [first] = remediesOf({apiVersion: 'v1', kind: 'Pod', metadata: {name: 'web'}, spec: {containers}}, [max])
    expect(editsOf(first)).to.include('spec.containers[1].resources.limits[cpu]: 3 -> 2')
    expect(first?.isOneOfSeveral).to.equal(true)
  })

  it('count what the server admitted before', () => {
    const pods = ['one', 'two', 'three'].map((name) => JSON.stringify({...pod('1500m', '2'), metadata: {name}})).join('\n---\n')
    const {stories} = explainRequests({files: [new SourceFile('pods.yaml', pods)], policies: [file('policy.json', quota({'requests.cpu': '2'}))]})
    expect(stories.map(({remedies}) => editsOf(remedies.find(({isPolicy}) => !isPolicy)))).to.deep.equal([[], [`${field('requests')}: 1500m -> 500m`], [`${field('requests')}: 1500m -> 500m`]])
  })

  it('are admitted when they are applied, and denied with one step less @slow', () => {
    const [milli, upTo] = [(text: string): number => Number(Quantity.parse(text).milliValue()), (max: number) => fc.integer({min: 1, max})]
    fc.assert(fc.property(upTo(4000), upTo(4000), upTo(3000), upTo(4), (request, more, hard, ratio) => {
      const policies = [limits({maxLimitRequestRatio: {cpu: String(ratio)}}), quota({'requests.cpu': `${hard}m`})]
      const remedy = remediesOf(pod(`${request}m`, `${request + more}m`), policies).find(({isPolicy}) => !isPolicy)
      const to = remedy?.edits.find((edit) => edit.field === field('requests'))?.to
      if (remedy === undefined || to === undefined) return
      const limit = remedy.edits.find((edit) => edit.field === field('limits'))?.to ?? `${request + more}m`
      expect(isAdmitted(pod(to, limit), policies)).to.equal(true)
      const less = milli(to) + Math.sign(request - milli(to))
      if (remedy.isSmallest) expect(isAdmitted(pod(`${less}m`, limit), policies)).to.equal(false)
    }), {numRuns: 60})
  })
})

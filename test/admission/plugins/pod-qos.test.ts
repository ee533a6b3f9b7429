import {expect} from 'chai'

import {app, type Body, configMap, limitRange, pod} from '../../helpers/builders.js'
import {allowed, at, TestCluster} from '../../helpers/test-cluster.js'

const qos = 'scheduler.alpha.kubernetes.io/qos'

const annotationOf = (object: Body): unknown => (at(object, 'metadata.annotations') as Body | undefined)?.[qos]

const clusterOf = (...plugins: string[]): TestCluster => new TestCluster({enableAdmissionPlugins: plugins})

const full = {limits: {cpu: '1', memory: '1Gi'}}

describe('PodQos plugin', () => {
  it('is disabled by default', () => {
    const object = allowed(clusterOf().create(pod().with(app(full))))
    expect(annotationOf(object)).to.equal(undefined)
    expect(at(object, 'status.qosClass')).to.equal('Guaranteed')
  })

  it('annotates pods with the QoS class that is stored', () => {
    const review = clusterOf('PodQos').create(pod().with(app(full)))
    expect([annotationOf(allowed(review)), at(allowed(review), 'status.qosClass')]).to.deep.equal(['Guaranteed', 'Guaranteed'])
    const [step] = review.steps.filter(({plugin}) => plugin === 'PodQos')
    expect(step?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([[`metadata.annotations[${qos}]`, undefined, 'Guaranteed']])
  })

  it('makes no change when the annotation is correct', () => {
    const review = clusterOf('PodQos').create(pod().annotated({[qos]: 'BestEffort'}))
    expect(allowed(review)).to.have.nested.property('metadata.annotations').deep.equal({[qos]: 'BestEffort'})
    expect(review.steps.map(({plugin}) => plugin)).not.to.include('PodQos')
  })

  it('takes the defaults of LimitRanges into account', () => {
    const cluster = clusterOf('PodQos')
    allowed(cluster.create(limitRange('l', {type: 'Container', default: {cpu: '1', memory: '1Gi'}, defaultRequest: {cpu: '1', memory: '1Gi'}})))
    expect(annotationOf(allowed(cluster.create(pod())))).to.equal('Guaranteed')
  })

  it('restores the class of the stored pod on update', () => {
    const cluster = clusterOf('PodQos')
    const object = allowed(cluster.create(pod().with(app(full))))
    const {annotations: _annotations, ...metadata} = object['metadata'] as Body
    expect(annotationOf(allowed(cluster.update({...object, metadata, status: {qosClass: 'BestEffort'}})))).to.equal('Guaranteed')
  })

  it('uses the stored class of loaded pods, and computes a missing one', () => {
    const cluster = clusterOf('PodQos')
    for (const [name, status, expected] of [['a', {qosClass: 'Burstable'}, 'Burstable'], ['b', {}, 'BestEffort']] as const) {
      cluster.cluster.load({namespace: 'dev', object: {...pod(name), status}})
      expect(annotationOf(allowed(cluster.update({...cluster.stored(pod(name)), metadata: {name}})))).to.equal(expected)
    }
  })

  it('ignores other kinds, pod templates, subresources and deletions', () => {
    const cluster = clusterOf('PodQos')
    expect(allowed(cluster.create(configMap('c')))).not.to.have.nested.property('metadata.annotations')
    const template = {metadata: {labels: {a: 'b'}}, spec: {containers: [app()]}}
    const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', metadata: {name: 'd'}, spec: {selector: {matchLabels: {a: 'b'}}, template}}
    expect(JSON.stringify(allowed(cluster.create(deployment)))).not.to.contain(qos)
    const object = allowed(cluster.create(pod()))
    const {annotations: _annotations, ...metadata} = object['metadata'] as Body
    expect(annotationOf(allowed(cluster.update({...object, metadata}, {subresource: 'status'})))).to.equal(undefined)
    expect(cluster.delete(pod()).status.code).to.equal(200)
  })
})

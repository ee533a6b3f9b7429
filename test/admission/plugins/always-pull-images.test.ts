import {expect} from 'chai'
import {app, type Body, container, pod} from '../../helpers/builders.js'
import {allowed, at, TestCluster} from '../../helpers/test-cluster.js'

const server = (...objects: Body[]): TestCluster => {
  const cluster = new TestCluster({enableAdmissionPlugins: ['AlwaysPullImages']})
  for (const object of objects) allowed(cluster.create(object))
  return cluster
}

const policies = (object: Body, list = 'containers'): unknown => (at(object, `spec.${list}`) as Body[]).map(({imagePullPolicy}) => imagePullPolicy)

describe('AlwaysPullImages', () => {
  it('sets the policy of all containers, even one that is not valid', () => {
    const object = allowed(server().create(pod().with(app(), container('b', undefined, {imagePullPolicy: 'Never'})).after(container('i', undefined, {imagePullPolicy: 'Foo'}))))
    expect([policies(object), policies(object, 'initContainers')]).to.deep.equal([['Always', 'Always'], ['Always']])
  })

  it('sets the policy of images in volumes', () => {
    const volumes = [{name: 'v', image: {reference: 'r:1', pullPolicy: 'Never'}}, {name: 'w', emptyDir: {}}]
    expect(at(allowed(server().create(pod().asking({volumes}))), 'spec.volumes')).to.deep.equal([{name: 'v', image: {reference: 'r:1', pullPolicy: 'Always'}}, volumes[1]])
  })

  it('reports each policy as a change', () => {
    const {steps} = server().create(pod().after(container('i', undefined, {imagePullPolicy: 'Always'})).asking({volumes: [{name: 'v', image: {reference: 'r:1'}}]}))
    expect(steps.find(({plugin}) => plugin === 'AlwaysPullImages')?.changes.map(({field, from, to}) => [String(field), from, to])).to.deep.equal([
      ['spec.containers[0].imagePullPolicy', 'IfNotPresent', 'Always'], ['spec.volumes[0].image.pullPolicy', 'IfNotPresent', 'Always'],
    ])
  })

  it('changes an update only if it has a new image', () => {
    const stored = pod().with({...app(), imagePullPolicy: 'Always'})
    expect(server(pod()).update(pod().with({...app(), imagePullPolicy: 'Never'})).status.code).to.equal(422)
    expect(policies(allowed(server(pod()).update(stored.labelled({a: 'b'}))))).to.deep.equal(['Always'])
    expect(policies(allowed(server(pod()).update(pod().with({...app(), image: 'other:1', imagePullPolicy: 'Never'}))))).to.deep.equal(['Always'])
  })

  it('is off by default, and ignores other kinds', () => {
    expect(policies(allowed(new TestCluster().create(pod())))).to.deep.equal(['IfNotPresent'])
    const {steps} = server().create({apiVersion: 'example.com/v1', kind: 'Pod', metadata: {name: 'p'}, spec: {containers: [app()]}})
    expect(steps).to.deep.equal([])
  })
})

import {expect} from 'chai'
import {app, type Body, pod, type PodManifest} from '../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../helpers/test-cluster.js'

const feature = 'InPlacePodLevelResourcesVerticalScaling'

const of = (cpu: string, fields: Body = {}): PodManifest => pod().with(app()).limitedTo({requests: {cpu}, limits: {cpu}}).asking({nodeName: 'n', ...fields})

/** The answer to an update of a pod on a node that declares features. */
function updated(from: Body, to: Body, declaredFeatures?: string[], subresource = 'resize'): string {
  const cluster = new TestCluster()
  allowed(cluster.create({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n'}, status: {capacity: {cpu: '8', memory: '8Gi'}, ...declaredFeatures && {declaredFeatures}}}))
  allowed(cluster.create(from))
  return verdict(cluster.update(to, {subresource}))
}

describe('NodeDeclaredFeatureValidator', () => {
  it('rejects a resize at pod level on a node that does not declare the feature', () => {
    const message = `403 pods "p" is forbidden: pod update requires features ${feature} which are not available on node "n"`
    expect(updated(of('1'), of('2'))).to.equal(message)
    expect(updated(of('1'), of('2'), ['Other'])).to.equal(message)
    expect(updated(of('1'), of('2'), [feature])).to.equal('200')
  })

  it('ignores other updates, unknown nodes, and pods without a node', () => {
    expect(updated(of('1'), of('1'))).to.equal('200')
    expect(updated(of('1'), of('1').labelled({a: 'b'}), [], '')).to.equal('200')
    expect(updated(of('1'), of('1').with({...app(), image: 'other:1'}), [], '')).to.equal('200')
    expect(updated(of('1', {nodeName: 'x'}), of('2', {nodeName: 'x'}))).to.equal('200')
    expect(updated(of('1', {nodeName: ''}), of('2', {nodeName: ''}))).to.equal('200')
  })
})

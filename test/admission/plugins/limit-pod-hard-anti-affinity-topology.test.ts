import {expect} from 'chai'
import {type Body, pod, podNamedAfter} from '../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../helpers/test-cluster.js'

const server = (): TestCluster => new TestCluster({enableAdmissionPlugins: ['LimitPodHardAntiAffinityTopology']})

const required = (...keys: string[]): Body =>
  ({affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: keys.map((topologyKey) => ({labelSelector: {matchLabels: {a: 'b'}}, topologyKey}))}}})

const hostname = 'kubernetes.io/hostname'

const text = (key: string): string => `affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey ${key} but only key kubernetes.io/hostname is allowed`

describe('LimitPodHardAntiAffinityTopology', () => {
  it('rejects the first other key', () => {
    expect(verdict(server().create(pod().asking(required(hostname, 'zone', 'x'))))).to.equal(`403 pods "p" is forbidden: ${text('zone')}`)
    expect(verdict(server().create(podNamedAfter('g-').asking({...required('zone'), containers: [{name: 'c', image: 'i'}]})))).to.equal(`403 pods "g-XXXXX" is forbidden: ${text('zone')}`)
  })

  it('accepts the key of nodes, and other terms', () => {
    expect(verdict(server().create(pod().asking(required(hostname))))).to.equal('201')
    expect(verdict(server().create(pod().asking({affinity: {}})))).to.equal('201')
    expect(verdict(server().create(pod().asking({affinity: {podAntiAffinity: {}}})))).to.equal('201')
    expect(verdict(server().create(pod()))).to.equal('201')
  })

  it('is off by default, and reports errors of the pod first', () => {
    expect(verdict(new TestCluster().create(pod().asking(required('zone'))))).to.equal('201')
    expect(server().create(pod().asking({...required('zone'), containers: []})).status.code).to.equal(422)
  })

  it('rejects updates of a pod that was there before', () => {
    const cluster = server()
    allowed(cluster.cluster.load({namespace: 'dev', object: pod().asking(required('zone'))}))
    expect(cluster.update(pod().asking(required('zone')).labelled({a: 'b'})).status.message).to.equal(`pods "p" is forbidden: ${text('zone')}`)
  })
})

import {expect} from 'chai'
import {configMap} from '../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../helpers/test-cluster.js'

const server = (): TestCluster => new TestCluster({enableAdmissionPlugins: ['AlwaysDeny']})

describe('AlwaysDeny', () => {
  it('rejects every change', () => {
    const cluster = server()
    allowed(cluster.cluster.load({namespace: 'dev', object: configMap('y')}))
    const denied = (name: string): string => `403 configmaps "${name}" is forbidden: admission control is denying all modifications`
    expect(verdict(cluster.create(configMap('x')))).to.equal(denied('x'))
    expect(verdict(cluster.create(configMap('Bad_')))).to.equal(denied('Bad_'))
    expect(verdict(cluster.update(configMap('y').labelled({a: 'b'})))).to.equal(denied('y'))
    expect(verdict(cluster.delete(configMap('y')))).to.equal(denied('y'))
  })

  it('answers errors before admission as they are', () => {
    expect(verdict(server().delete(configMap('x')))).to.equal('404 configmaps "x" not found')
    expect(server().create({...configMap('x'), data: []}).status.code).to.equal(400)
  })
})

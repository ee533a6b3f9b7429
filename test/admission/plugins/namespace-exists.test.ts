import {expect} from 'chai'
import {configMap, namespace, storageClass} from '../../helpers/builders.js'
import {allowed, TestCluster, verdict} from '../../helpers/test-cluster.js'

const server = (): TestCluster => {
  const cluster = new TestCluster({enableAdmissionPlugins: ['NamespaceExists']})
  allowed(cluster.create(namespace('other')))
  return cluster
}

describe('NamespaceExists', () => {
  it('rejects requests in a namespace that is not declared', () => {
    const cluster = server()
    expect(verdict(cluster.create(configMap('x')))).to.equal('404 namespaces "dev" not found')
    expect(verdict(cluster.create(configMap('x'), {dryRun: true}))).to.equal('404 namespaces "dev" not found')
    allowed(cluster.cluster.load({namespace: 'dev', object: configMap('y')}))
    expect(verdict(cluster.update(configMap('y').labelled({a: 'b'})))).to.equal('404 namespaces "dev" not found')
    expect(verdict(cluster.delete(configMap('y')))).to.equal('404 namespaces "dev" not found')
  })

  it('reports errors of the object first', () => expect(server().create(configMap('Bad_')).status.code).to.equal(422))

  it('accepts declared namespaces, those of each server, and objects without a namespace', () => {
    const cluster = server()
    expect(verdict(cluster.create(configMap('x'), {namespace: 'other'}))).to.equal('201')
    for (const name of ['default', 'kube-system', 'kube-public', 'kube-node-lease']) expect(verdict(cluster.create(configMap('x'), {namespace: name}))).to.equal('201')
    expect(verdict(cluster.create(storageClass('x')))).to.equal('201')
    expect(verdict(cluster.create(namespace('new')))).to.equal('201')
  })

  it('accepts all namespaces if none is declared, and by default', () => {
    expect(verdict(new TestCluster({enableAdmissionPlugins: ['NamespaceExists']}).create(configMap('x')))).to.equal('201')
    const byDefault = new TestCluster()
    allowed(byDefault.create(namespace('other')))
    expect(verdict(byDefault.create(configMap('x')))).to.equal('201')
  })
})

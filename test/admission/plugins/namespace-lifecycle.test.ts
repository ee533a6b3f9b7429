import {expect} from 'chai'
import {configMap, namespace, pod, priorityClass} from '../../helpers/builders.js'
import {allowed, given, TestCluster, verdict} from '../../helpers/test-cluster.js'

/** A cluster whose namespace `dev` is being deleted, with a pod in it. */
function terminating(): TestCluster {
  const cluster = given(pod())
  allowed(cluster.cluster.load({object: namespace('dev').having({status: {phase: 'Terminating'}})}))
  return cluster
}

describe('NamespaceLifecycle', () => {
  it('keeps new objects out of a namespace that is being deleted', () => {
    const cluster = terminating()
    expect(verdict(cluster.create(configMap('c')))).to.equal('403 configmaps "c" is forbidden: unable to create new content in namespace dev because it is being terminated')
    expect(cluster.create(configMap('c')).steps.map(({plugin, phase}) => [plugin, phase])).to.deep.equal([['NamespaceLifecycle', 'admit']])
  })

  it('reports that before all other errors', () => {
    expect(verdict(terminating().create(pod('Bad_').with().asking({priorityClassName: 'x'})))).to.match(/^403 pods "Bad_" is forbidden: unable to create new content/)
  })

  it('names an object without a name by its prefix', () => {
    const cluster = terminating()
    expect(verdict(cluster.create(configMap('').having({metadata: {generateName: 'c-'}})))).to.match(/^403 configmaps "c-" is forbidden/)
    expect(verdict(cluster.create(configMap('')))).to.match(/^403 configmaps "Unknown" is forbidden/)
  })

  it('lets objects there be changed and deleted', () => {
    const cluster = terminating()
    expect(verdict(cluster.update(pod().labelled({a: 'b'})))).to.equal('200')
    expect(verdict(cluster.delete(pod()))).to.equal('200')
  })

  it('has nothing to say of other namespaces, and of objects in none', () => {
    const cluster = terminating()
    expect(verdict(cluster.create(configMap('c'), {namespace: 'other'}))).to.equal('201')
    expect(verdict(cluster.create(priorityClass('c', 1)))).to.equal('201')
    expect(verdict(given(namespace('dev')).create(configMap('c')))).to.equal('201')
    expect(verdict(new TestCluster().create(configMap('c')))).to.equal('201')
  })

  for (const name of ['default', 'kube-system', 'kube-public']) {
    it(`keeps the namespace ${name}`, () => {
      const cluster = given(namespace(name))
      expect(verdict(cluster.delete(namespace(name)))).to.equal(`403 namespaces "${name}" is forbidden: this namespace may not be deleted`)
      expect(verdict(cluster.update(namespace(name).labelled({a: 'b'})))).to.equal('200')
    })
  }

  it('lets other namespaces go, and other objects of such names', () => {
    expect(verdict(given(namespace('dev')).delete(namespace('dev')))).to.equal('200')
    expect(verdict(given(configMap('default')).delete(configMap('default')))).to.equal('200')
  })

  it('lets namespaces be made while one is being deleted', () => expect(verdict(terminating().create(namespace('other')))).to.equal('201'))
})

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
  it('rejects new objects in a terminating namespace', () => {
    const cluster = terminating()
    expect(verdict(cluster.create(configMap('c')))).to.equal('403 configmaps "c" is forbidden: unable to create new content in namespace dev because it is being terminated')
    expect(cluster.create(configMap('c')).steps.map(({plugin, phase}) => [plugin, phase])).to.deep.equal([['NamespaceLifecycle', 'admit']])
  })

  it('knows such a namespace by either of its marks', () => {
    for (const mark of [namespace('dev').having({status: {phase: 'Terminating'}}), namespace('dev').marked({deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: ['a/b']})]) {
      const cluster = new TestCluster()
      allowed(cluster.cluster.load({object: mark}))
      expect(cluster.create(configMap('c')).status.code).to.equal(403)
    }
  })

  it('rejects them before any other error is reported', () => {
    expect(verdict(terminating().create(pod('Bad_').with().asking({priorityClassName: 'x'})))).to.match(/^403 pods "Bad_" is forbidden: unable to create new content/)
  })

  it('identifies an object without a name by its generateName, or as Unknown', () => {
    const cluster = terminating()
    expect(verdict(cluster.create(configMap('').having({metadata: {generateName: 'c-'}})))).to.match(/^403 configmaps "c-" is forbidden/)
    expect(verdict(cluster.create(configMap('')))).to.match(/^403 configmaps "Unknown" is forbidden/)
  })

  it('allows updates and deletions in a terminating namespace', () => {
    const cluster = terminating()
    expect(verdict(cluster.update(pod().labelled({a: 'b'})))).to.equal('200')
    expect(verdict(cluster.delete(pod()))).to.equal('200')
  })

  it('ignores other namespaces and cluster-scoped objects', () => {
    const cluster = terminating()
    expect(verdict(cluster.create(configMap('c'), {namespace: 'other'}))).to.equal('201')
    expect(verdict(cluster.create(priorityClass('c', 1)))).to.equal('201')
    expect(verdict(given(namespace('dev')).create(configMap('c')))).to.equal('201')
    expect(verdict(new TestCluster().create(configMap('c')))).to.equal('201')
  })

  for (const name of ['default', 'kube-system', 'kube-public']) {
    it(`rejects the deletion of namespace ${name}`, () => {
      const cluster = given(namespace(name))
      expect(verdict(cluster.delete(namespace(name)))).to.equal(`403 namespaces "${name}" is forbidden: this namespace may not be deleted`)
      expect(verdict(cluster.update(namespace(name).labelled({a: 'b'})))).to.equal('200')
    })
  }

  it('allows the deletion of other namespaces, and of other kinds with such names', () => {
    expect(verdict(given(namespace('dev')).delete(namespace('dev')))).to.equal('200')
    expect(verdict(given(configMap('default')).delete(configMap('default')))).to.equal('200')
  })

  it('allows new namespaces while another one is terminating', () => expect(verdict(terminating().create(namespace('other')))).to.equal('201'))
})

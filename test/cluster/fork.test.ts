import {expect} from 'chai'
import {Cluster} from '../../src/cluster/cluster.js'
import {limitRange, podNamedAfter, quota} from '../helpers/builders.js'
import {within} from '../helpers/cpu-time.js'
import {requesting, usedIn} from '../helpers/quotas.js'
import {at, given, verdict} from '../helpers/test-cluster.js'

const dev = {operation: 'CREATE', namespace: 'dev'} as const

const podNamed = (cluster: Cluster, name: string): unknown => cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name})

/** A cluster with a quota, a LimitRange and a pod, and its fork. */
function forked(): readonly [Cluster, Cluster] {
  const {cluster} = given(quota({pods: '3', cpu: '3'}), limitRange('r', {type: 'Container', defaultRequest: {cpu: '1'}}), requesting({}, 'a'))
  return [cluster, cluster.fork()]
}

describe('Cluster.fork', () => {
  it('copies objects and policies', () => {
    const [, fork] = forked()
    expect([podNamed(fork, 'a') !== undefined, usedIn(fork, 'dev')]).to.deep.equal([true, {pods: '1', cpu: '1'}])
    expect(at(fork.handle({...dev, object: requesting({}, 'b')}).object, 'spec.containers.0.resources.requests.cpu')).to.equal('1')
    expect(usedIn(fork, 'dev')).to.deep.equal({pods: '2', cpu: '2'})
  })

  it('isolates the copy and the original from each other', () => {
    const [cluster, fork] = forked()
    cluster.handle({...dev, object: requesting({cpu: '2'}, 'b')})
    cluster.handle({...dev, operation: 'DELETE', object: requesting({}, 'a')})
    expect([podNamed(fork, 'b'), podNamed(fork, 'a') !== undefined, usedIn(fork, 'dev')]).to.deep.equal([undefined, true, {pods: '1', cpu: '1'}])
    fork.handle({...dev, operation: 'UPDATE', object: quota({pods: '1'})})
    fork.handle({...dev, operation: 'DELETE', object: limitRange('r')})
    expect(verdict(cluster.handle({...dev, object: requesting({}, 'c')})), 'its LimitRange and quota are as they were').to.equal('201')
    expect(usedIn(cluster, 'dev')).to.deep.equal({pods: '2', cpu: '3'})
    expect(verdict(fork.handle({...dev, object: requesting({}, 'c')}))).to.match(/^403 .* used: pods=1, limited: pods=1$/)
  })

  it('neither validates nor reads the configurations of plugins again @slow', within(2, () => {
    const namespaces = Array.from({length: 50_000}, (_, i) => `n${i}`)
    const cluster = new Cluster({pluginConfigurations: {PodSecurity: {defaults: {enforce: 'restricted'}, exemptions: {namespaces}}}})
    const verdicts = Array.from({length: 300}, () => cluster.fork()).map((fork) => ['n49999', 'dev'].map((namespace) => {
      fork.handle({operation: 'CREATE', object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}}})
      return fork.handle({operation: 'CREATE', namespace, object: podNamedAfter('a')}).status.code
    }).join())
    expect([...new Set(verdicts)]).to.deep.equal(['201,403'])
  }))

  it('can be called several times', () => {
    const [cluster] = forked()
    const names = ['x', 'y', 'z']
    const forks = names.map((name) => {
      const fork = cluster.fork()
      fork.handle({...dev, object: requesting({}, name)})
      return fork
    })
    expect(forks.map((fork) => names.filter((name) => podNamed(fork, name) !== undefined))).to.deep.equal([['x'], ['y'], ['z']])
    expect(names.map((name) => podNamed(cluster, name))).to.deep.equal([undefined, undefined, undefined])
  })

  it('isolates charges that are not written to a quota yet, in each of several forks', () => {
    const [cluster, fork] = forked()
    const charge = (to: Cluster, ...names: string[]): void => names.forEach((name) => to.handle({...dev, object: requesting({cpu: '1m'}, name)}))
    charge(fork, 'b')
    const second = fork.fork()
    charge(fork, 'c')
    charge(cluster, 'b')
    const third = second.fork()
    charge(third, 'x')
    expect([cluster, fork, second, third].map((each) => usedIn(each, 'dev'))).to.deep.equal(
      [{pods: '2', cpu: '1001m'}, {pods: '3', cpu: '1002m'}, {pods: '2', cpu: '1001m'}, {pods: '3', cpu: '1002m'}])
    charge(second, 'z')
    expect(usedIn(second, 'dev')).to.deep.equal({pods: '3', cpu: '1002m'})
  })

  it('counts the work of a copy with observers of its own for these', () => {
    const spent: string[] = []
    const spending = (name: string): {work: {spend: () => void}} => ({work: {spend: () => void spent.push(name)}})
    const cluster = new Cluster(spending('original'))
    for (const each of [cluster.fork(spending('copy')), cluster.fork(), cluster]) each.handle({...dev, object: requesting({}, 'a')})
    expect(spent).to.deep.equal(['copy', 'original', 'original'])
  })

  it('generates names independently in both clusters', () => {
    const [cluster, fork] = forked()
    const [one, other] = [cluster, fork].map((each) => each.handle({...dev, object: podNamedAfter('web-')}).storedAs)
    expect([one, other]).to.deep.equal(['web-XXXXX', 'web-XXXXX'])
    expect(fork.handle({...dev, object: podNamedAfter('web-')}).storedAs).not.to.equal('web-XXXXX')
    expect(usedIn(cluster, 'dev')).to.deep.equal({pods: '2', cpu: '2'})
  })
})

describe('objects with a generated name', () => {
  it('are deleted by the name under which they are stored', () => {
    const {cluster} = given(quota({pods: '9'}))
    const [first = '', second = ''] = [1, 2].map(() => cluster.handle({...dev, object: podNamedAfter('web-')}).storedAs)
    expect(verdict(cluster.handle({...dev, operation: 'DELETE', object: requesting({}, second)}))).to.equal('200')
    expect([podNamed(cluster, first) !== undefined, podNamed(cluster, second), usedIn(cluster, 'dev')]).to.deep.equal([true, undefined, {pods: '1'}])
    expect(verdict(cluster.handle({...dev, operation: 'DELETE', object: requesting({}, second)}))).to.match(/^404 /)
  })

  it('return storedAs only if the name is generated and stored', () => {
    const {cluster} = given()
    expect(cluster.handle({...dev, object: requesting({}, 'a')})).not.to.have.property('storedAs')
    expect(cluster.handle({...dev, object: podNamedAfter('web-'), dryRun: true})).not.to.have.property('storedAs')
  })
})

describe('Cluster.setStatus', () => {
  it('changes only the status and updates quotas', () => {
    const [cluster] = forked()
    const reference = {apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'a'}
    const before = cluster.get(reference)
    cluster.setStatus(reference, {phase: 'Succeeded'})
    expect(cluster.get(reference)).to.deep.equal({...before, status: {phase: 'Succeeded'}})
    expect(usedIn(cluster, 'dev')).to.deep.equal({pods: '0', cpu: '0'})
  })

  it('ignores missing objects', () => {
    const [cluster] = forked()
    cluster.setStatus({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'nobody'}, {phase: 'Failed'})
    cluster.setStatus({apiVersion: 'v1', kind: 'Bogus', namespace: 'dev', name: 'a'}, {phase: 'Failed'})
    expect(usedIn(cluster, 'dev')).to.deep.equal({pods: '1', cpu: '1'})
  })
})

describe('generated name of an object whose owner has a generated name', () => {
  const owned = (generateName: string, owner: string): ReturnType<typeof podNamedAfter> => {
    const ownerReferences = [{apiVersion: 'apps/v1', kind: 'ReplicaSet', name: owner, uid: '1', controller: true}]
    return podNamedAfter(generateName).marked({ownerReferences})
  }

  const shown = (owner: string, index = ''): unknown => {
    const {metadata} = given().create(owned(`${owner}-${index}`, owner)).object ?? {}
    return [at(metadata, 'name'), at(metadata, 'ownerReferences.0.name')]
  }

  it('replaces the placeholders in both names', () => {
    expect(shown('web-zzxzz')).to.deep.equal(['web-XXXXX-XXXXX', 'web-XXXXX'])
    expect(shown('web-zzxzz', '3-')).to.deep.equal(['web-XXXXX-3-XXXXX', 'web-XXXXX'])
    expect(shown('web-z'), 'a name of its own').to.deep.equal(['web-z-XXXXX', 'web-z'])
  })

  it('replaces a placeholder that is truncated', () => {
    const ends = [51, 52, 54, 56, 57, 60].map((length) => (shown(`${'a'.repeat(length)}-zzxzz`) as string[]).map((name) => name.replace(/^a+/, '')))
    expect(ends).to.deep.equal([
      ['-XXXXX-XXXXX', '-XXXXX'], ['-XXXXXXXXXX', '-XXXXX'], ['-XXXXXXXX', '-XXXXX'], ['-XXXXXX', '-XXXXX'], ['-XXXXX', '-XXXXX'], ['XXXXX', '-XXXXX'],
    ])
  })

  it('appears in messages', () => {
    expect(given(quota({pods: '0'})).create(owned('web-zzxzz-', 'web-zzxzz')).status.message).to.match(/^pods "web-XXXXX-XXXXX" is forbidden/)
  })
})

import {expect} from 'chai'

import {quotaChanges, quotasOf} from '../../src/simulate/quotas.js'
import type {Simulation} from '../../src/simulate/simulate.js'
import {type Amounts, type Body, configMap, limitRange, pod, quota, service} from '../helpers/builders.js'
import {quotaNamed, requesting} from '../helpers/quotas.js'
import {texts} from '../helpers/resources.js'
import {type Bodies, simulated} from '../helpers/simulated.js'

const recorded = (name: string, hard: Amounts, used: Amounts): Body => quotaNamed(name, hard).having({status: {hard, used}})

/** For each quota: the source of its usage, the usage before and the usage now. */
const changes = (bodies: Bodies | Simulation): unknown => ('quotas' in bodies ? bodies : simulated(bodies)).quotas
  .map(({quota: {metadata: {name}, status}, usageFrom, usedBefore}) => [name, usageFrom, texts(usedBefore), texts(status?.used)])

describe('initial usage of quotas', () => {
  it('is read from status.used without existing objects', () => {
    expect(changes({policies: [recorded('q', {pods: '5', cpu: '4'}, {pods: '3', cpu: '1500m'})]})).to.deep.equal([['q', 'status', {pods: '3', cpu: '1500m'}, {pods: '3', cpu: '1500m'}]])
  })

  it('is zero without status.used and existing objects', () => {
    const policies = [quotaNamed('a', {pods: '5'}), quotaNamed('b', {pods: '5'}).having({status: {hard: {pods: '5'}}}), quotaNamed('c', {pods: '5'}).having({status: null})]
    expect(changes({policies})).to.deep.equal(['a', 'b', 'c'].map((name) => [name, 'empty', {pods: '0'}, {pods: '0'}]))
  })

  it('has a hint on what controllers create in each namespace, unless existing objects are given', () => {
    const policies = ['a', 'b', 'c', 'd'].map((name) => quotaNamed(name, {configmaps: '5'})).concat(quotaNamed('q', {'count/serviceaccounts': '1', 'count/secrets': '1'}))
    const hints = (given: Bodies): readonly string[] => simulated(given).hints.filter((hint) => hint.includes('a cluster has'))
    expect(hints({policies})).to.deep.equal([
      'Hint: a cluster has the ServiceAccount default in each namespace, and it is not counted here (quota q in dev): add it with --existing.',
      'Hint: a cluster has the ConfigMap kube-root-ca.crt in each namespace, and it is not counted here (quota a in dev, b in dev, c in dev and 1 more): add it with --existing.',
    ])
    expect(hints({policies, existing: [configMap('kube-root-ca.crt')]})).to.deep.equal([])
    expect(hints({policies: [recorded('q', {configmaps: '5'}, {configmaps: '1'}), quotaNamed('p', {pods: '1'})]})).to.deep.equal([])
  })

  it('is recomputed from existing objects', () => {
    const existing = [pod('a'), pod('b')]
    expect(changes({policies: [recorded('q', {pods: '5'}, {pods: '9'})], existing})).to.deep.equal([['q', 'recomputed', {pods: '2'}, {pods: '2'}]])
  })

  it('is recomputed only in namespaces with existing objects', () => {
    const quotaOf = (namespace: string): Body => ({...recorded('q', {pods: '5'}, {pods: '4'}), metadata: {name: 'q', namespace}})
    expect(changes({policies: [quotaOf('a'), quotaOf('b')], existing: [pod().marked({namespace: 'b'})]}))
      .to.deep.equal([['q', 'status', {pods: '4'}, {pods: '4'}], ['q', 'recomputed', {pods: '1'}, {pods: '1'}]])
  })

  it('is recomputed from objects with a UID among the policies', () => {
    const policies = [recorded('q', {pods: '5'}, {pods: '4'}), pod('real').marked({uid: 'u'}), pod('other')]
    const simulation = simulated({policies})
    expect(changes(simulation)).to.deep.equal([['q', 'recomputed', {pods: '1'}, {pods: '1'}]])
    expect(simulation.policies.ignored).to.equal(1)
  })

  it('is recomputed everywhere on request', () => {
    expect(changes(simulated({policies: [recorded('q', {pods: '5'}, {pods: '4'})]}, {recountsAll: true}))).to.deep.equal([['q', 'recomputed', {pods: '0'}, {pods: '0'}]])
  })

  /** Verdicts of kube-apiserver 1.36.3 without a quota controller, on requests under a quota with this spec.hard and status. */
  const answered: readonly {title: string, hard: Amounts, status: Body, sent: readonly [Body, string | undefined][], then: Body}[] = [
    {
      title: 'a lower status.hard', hard: {configmaps: '10'}, status: {hard: {configmaps: '2'}, used: {configmaps: '1'}},
      sent: [[configMap('a'), undefined], [configMap('b'), 'configmaps "b" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=2, limited: configmaps=2']],
      then: {hard: {configmaps: '2'}, used: {configmaps: '2'}},
    },
    {
      title: 'a higher status.hard', hard: {configmaps: '1'}, status: {hard: {configmaps: '3'}, used: {configmaps: '1'}},
      sent: [[configMap('a'), undefined], [configMap('b'), undefined], [configMap('c'), 'configmaps "c" is forbidden: exceeded quota: q, requested: configmaps=1, used: configmaps=3, limited: configmaps=3']],
      then: {hard: {configmaps: '3'}, used: {configmaps: '3'}},
    },
    {
      title: 'a key that status.hard lacks', hard: {configmaps: '10', services: '0'}, status: {hard: {configmaps: '2'}, used: {configmaps: '1'}},
      sent: [[service('a'), undefined], [configMap('a'), undefined]], then: {hard: {configmaps: '2'}, used: {configmaps: '2'}},
    },
    {
      title: 'a key that spec.hard lacks', hard: {configmaps: '10'}, status: {hard: {configmaps: '2', services: '0'}, used: {configmaps: '1', services: '0'}},
      sent: [[service('a'), 'services "a" is forbidden: exceeded quota: q, requested: services=1, used: services=0, limited: services=0']],
      then: {hard: {configmaps: '2', services: '0'}, used: {configmaps: '1', services: '0'}},
    },
    {
      title: 'a key that status.used lacks', hard: {configmaps: '10', services: '3'}, status: {hard: {configmaps: '10', services: '3'}, used: {configmaps: '1'}},
      sent: [[configMap('a'), undefined], [service('a'), 'services "a" is forbidden: status unknown for quota: q, resources: services']],
      then: {hard: {configmaps: '10', services: '3'}, used: {configmaps: '2'}},
    },
  ]
  for (const {title, hard, status, sent, then} of answered) {
    it(`is limited by status.hard, like on the server: ${title}`, () => {
      const simulation = simulated({policies: [quota(hard).having({status})], files: sent.map(([body]) => body)})
      expect(simulation.reviews.map((review) => review.allowed ? undefined : review.status.message)).to.deep.equal(sent.map(([, message]) => message))
      const [counted] = simulation.quotas
      expect([counted?.usageFrom, texts(counted?.quota.status?.hard), texts(counted?.quota.status?.used)]).to.deep.equal(['status', then['hard'], then['used']])
    })
  }

  it('is limited by spec.hard if status.hard is missing', () => {
    const simulation = simulated({policies: [quota({pods: '9', cpu: '9'}).having({status: {used: {pods: '1', secrets: '1'}}})], files: [requesting({cpu: '1'})]})
    expect(changes(simulation)).to.deep.equal([['q', 'status', {pods: '1', cpu: '0'}, {pods: '2', cpu: '1'}]])
    expect(texts(simulation.quotas[0]?.quota.status?.hard)).to.deep.equal({pods: '9', cpu: '9'})
    expect(simulation.quotas[0]?.stale).to.equal(undefined)
  })

  it('is limited by spec.hard if usage is recomputed', () => {
    const stale = quota({pods: '9'}).having({status: {hard: {pods: '1'}, used: {pods: '1'}}})
    const simulation = simulated({policies: [stale], existing: [pod('a')], files: [pod('b')]})
    expect([simulation.reviews[0]?.allowed, texts(simulation.quotas[0]?.quota.status?.hard), simulation.quotas[0]?.stale?.names]).to.deep.equal([true, {pods: '9'}, ['pods']])
  })

  it('is limited by the status.hard of the quota, not of the usage document', () => {
    const document = {apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: 'q'}, status: {hard: {pods: '1'}, used: {pods: '1'}}}
    const limited = (policy: Body): string | undefined => simulated({policies: [policy, document], files: [pod('a'), pod('b')]}).reviews[1]?.status.message
    expect(limited(quota({pods: '2'}))).to.contain('used: pods=2, limited: pods=2')
    expect(limited(quota({pods: '9'}).having({status: {hard: {pods: '2'}, used: {pods: '0'}}}))).to.contain('used: pods=2, limited: pods=2')
  })

  it('remains part of the usage when the quota controller recounts', () => {
    const policies = [recorded('q', {'pods': '9', 'requests.memory': '8Gi'}, {'pods': '3', 'requests.memory': '4Gi'})]
    const {cluster} = simulated({policies, files: [requesting({memory: '500M'}, 'a'), requesting({memory: '500M'}, 'b')]})
    const used = (of = cluster): unknown => (of.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'})?.['status'] as Body)['used']
    const fork = cluster.fork()
    cluster.handle({operation: 'DELETE', namespace: 'dev', object: pod('a')})
    expect(used()).to.deep.equal({'pods': '4', 'requests.memory': '4794967296'})
    fork.resync('dev')
    fork.handle({operation: 'DELETE', namespace: 'dev', object: pod('a')})
    expect(used(fork)).to.deep.equal(used())
    const quotaNow = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'}) ?? {}
    cluster.handle({operation: 'UPDATE', namespace: 'dev', object: {...quotaNow, spec: {hard: {pods: '8', secrets: '1'}}}})
    expect(used()).to.deep.equal({pods: '4', secrets: '0'})
    cluster.handle({operation: 'DELETE', namespace: 'dev', object: quotaNow})
    cluster.handle({operation: 'CREATE', namespace: 'dev', object: {...quota({pods: '9'})}})
    expect(used()).to.deep.equal({pods: '1'})
  })

  it('does not become negative when the quota controller recounts', () => {
    const document = {apiVersion: 'v1', kind: 'ResourceQuotaUsage', metadata: {name: 'q'}, status: {used: {pods: '1'}}}
    const {cluster} = simulated({policies: [quota({pods: '9'}), document], existing: [pod('a'), pod('b'), pod('c')]})
    for (const name of ['a', 'b']) cluster.handle({operation: 'DELETE', namespace: 'dev', object: pod(name)})
    expect(cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'})).to.have.nested.property('status.used.pods', '0')
  })

  it('is limited by a stale status.hard until the quota changes', () => {
    const stale = quota({configmaps: '9'}).having({status: {hard: {configmaps: '1'}, used: {configmaps: '1'}}})
    const simulation = simulated({policies: [stale], files: [configMap('a')]})
    const {cluster} = simulation
    expect(simulation.reviews.map(({allowed}) => allowed)).to.deep.equal([false])
    const stored = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'}) ?? {}
    cluster.handle({operation: 'UPDATE', namespace: 'dev', object: {...stored, spec: {hard: {configmaps: '8'}}}})
    expect(cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'})).to.have.nested.property('status.hard.configmaps', '8')
  })

  it('can exceed the limits', () => {
    const simulation = simulated({policies: [recorded('q', {pods: '1'}, {pods: '3'})], files: [pod()]})
    expect(simulation.reviews[0]?.status.message).to.contain('used: pods=3, limited: pods=1')
  })

  it('is zero if status.used is negative, and the status is rejected', () => {
    const simulation = simulated({policies: [recorded('q', {pods: '5'}, {pods: '-3'})]})
    expect(changes(simulation)).to.deep.equal([['q', 'empty', {pods: '0'}, {pods: '0'}]])
    expect(simulation.policies.refused.map(({review: {status}}) => status.message))
      .to.deep.equal(['ResourceQuota "q" is invalid: status.used[pods]: Invalid value: "-3": must be greater than or equal to 0'])
  })

  it('is ignored for a rejected quota', () => {
    const simulation = simulated({policies: [recorded('q', {podz: '5'}, {podz: '3'})]})
    expect([simulation.quotas, simulation.policies.refused.length]).to.deep.equal([[], 1])
  })

  for (const used of [5, 'x', [], {pods: []}, {pods: 'x'}]) {
    it(`is handled without a crash for status.used ${JSON.stringify(used)}`, () => {
      const simulation = simulated({policies: [quota({pods: '5'}).having({status: {used}})]})
      expect(simulation.policies.refused.length + simulation.policies.diagnostics.length + simulation.quotas.length).to.be.greaterThan(0)
    })
  }

  it('ignores keys such as __proto__', () => {
    const used = JSON.parse('{"pods": "1", "__proto__": "7", "constructor": "7"}') as Amounts
    expect(changes({policies: [recorded('q', {pods: '5'}, used)]})).to.deep.equal([['q', 'status', {pods: '1'}, {pods: '1'}]])
  })
})

describe('quotas after a simulation', () => {
  it('are sorted by namespace and name, with the usage before and after', () => {
    const policies = [quotaNamed('b', {pods: '5'}), quotaNamed('a', {pods: '5'}), {...quota({pods: '5'}), metadata: {name: 'z', namespace: 'another'}}]
    expect(changes({policies, files: [pod()]})).to.deep.equal([
      ['z', 'empty', {pods: '0'}, {pods: '0'}], ['a', 'empty', {pods: '0'}, {pods: '1'}], ['b', 'empty', {pods: '0'}, {pods: '1'}],
    ])
  })

  it('can be created in the run, and then count existing objects', () => {
    expect(changes({files: [pod(), quota({pods: '5'})], policies: [limitRange('l')]})).to.deep.equal([['q', 'recomputed', {}, {pods: '1'}]])
  })

  it('are matched with their previous usage by name, not by position', () => {
    const simulation = simulated({policies: [quotaNamed('a', {pods: '5'}), quotaNamed('b', {pods: '5'})], files: [pod()]})
    const after = quotasOf(simulation.cluster, simulation.policies)
    const [changed] = quotaChanges([...after].reverse(), after.slice(0, 1))
    expect([changed?.quota.metadata.name, texts(changed?.usedBefore)]).to.deep.equal(['a', {pods: '1'}])
  })
})

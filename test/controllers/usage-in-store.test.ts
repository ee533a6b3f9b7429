import {expect} from 'chai'
import * as fc from 'fast-check'
import {Cluster} from '../../src/cluster/cluster.js'
import {within} from '../helpers/cpu-time.js'
import {type Body, pod, quota} from '../helpers/builders.js'
import {requesting, usedOf} from '../helpers/quotas.js'
import {allowed, TestCluster} from '../helpers/test-cluster.js'

/** Enough pods for their count to be kept. */
const many = Array.from({length: 120}, (_, i) => requesting({cpu: '100m', memory: '1Mi'}, `many-${i}`))

function crowded(...quotas: readonly Body[]): TestCluster {
  const cluster = new TestCluster({clock: {now: () => 60_000_000_000n}})
  for (const object of [...quotas, ...many]) allowed(cluster.create(object))
  return cluster
}

const all = quota({'pods': '1k', 'cpu': '1k', 'memory': '1Ti', 'count/pods': '1k'})

describe('usage of many objects', () => {
  it('follows creations, changes and deletions', () => {
    const cluster = crowded(all)
    for (const i of [0, 1, 2]) allowed(cluster.delete(many[i]!))
    expect(usedOf(cluster)).to.deep.equal({'pods': '117', 'cpu': '11700m', 'memory': '117Mi', 'count/pods': '117'})
    allowed(cluster.create(requesting({cpu: '5', memory: '1Mi'}, 'new')))
    allowed(cluster.update(many[3]!.having({status: {phase: 'Succeeded'}}), {subresource: 'status'}))
    expect(usedOf(cluster)).to.deep.equal({'pods': '117', 'cpu': '16600m', 'memory': '117Mi', 'count/pods': '118'})
  })

  it('is computed again when the quota gets other bounds', () => {
    const cluster = crowded(all)
    allowed(cluster.delete(many[0]!))
    allowed(cluster.update(quota({cpu: '1k'})))
    expect(usedOf(cluster)).to.deep.equal({cpu: '11900m'})
    allowed(cluster.delete(many[1]!))
    expect(usedOf(cluster)).to.deep.equal({cpu: '11800m'})
  })

  it('is that of each fork, and of the original', () => {
    const {cluster} = crowded(all)
    const remove = (one: Cluster, i: number): unknown => {
      one.handle({operation: 'DELETE', namespace: 'dev', object: many[i]!})
      return (one.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'})?.['status'] as {readonly used?: unknown}).used
    }
    expect(remove(cluster, 0)).to.include({pods: '119', cpu: '11900m'})
    const forks = [cluster.fork(), cluster.fork()] as const
    expect([remove(forks[0], 1), remove(forks[0], 2)].at(-1)).to.include({pods: '117', cpu: '11700m'})
    expect(remove(forks[1], 3)).to.include({pods: '118', cpu: '11800m'})
    expect(remove(cluster, 4)).to.include({pods: '118', cpu: '11800m'})
  })

  it('includes loaded objects', () => {
    const cluster = crowded(all)
    allowed(cluster.delete(many[0]!))
    cluster.cluster.load({object: requesting({cpu: '50'}, 'loaded'), namespace: 'dev'})
    allowed(cluster.delete(many[1]!))
    expect(usedOf(cluster)).to.include({pods: '119', cpu: '61800m'})
  })

  it('includes only objects in the scopes of the quota', () => {
    const cluster = crowded(quota({pods: '1k'}, {scopes: ['BestEffort']}))
    for (const name of ['a', 'b']) allowed(cluster.create(pod(name)))
    for (const object of [many[0]!, pod('a')]) allowed(cluster.delete(object))
    expect(usedOf(cluster)).to.deep.equal({pods: '1'})
  })

  it('has the format of the first amount, even after that object is deleted', () => {
    const cluster = crowded(quota({memory: '1Ti'}))
    for (const name of ['a', 'b', 'z']) allowed(cluster.create(requesting({memory: '1M'}, name)))
    for (const name of ['a', 'b']) allowed(cluster.delete(requesting({}, name)))
    expect(usedOf(cluster), 'the first is in Mi').to.deep.equal({memory: '126829120'})
    allowed(cluster.delete(requesting({}, 'z')))
    expect(usedOf(cluster)).to.deep.equal({memory: '120Mi'})
  })

  it('includes a deleted pod with a finalizer until it has none', () => {
    const cluster = crowded(all)
    const held = requesting({cpu: '5', memory: '1Mi'}, 'held')
    allowed(cluster.create(held.having({metadata: {name: 'held', finalizers: ['example.com/hold']}})))
    for (const object of [held, many[0]!]) allowed(cluster.delete(object))
    expect(usedOf(cluster)).to.include({cpu: '16900m', pods: '120'})
    const {finalizers, ...metadata} = cluster.cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: 'held'})?.['metadata'] as Body
    expect([finalizers, metadata['deletionTimestamp'] !== undefined]).to.deep.equal([['example.com/hold'], true])
    allowed(cluster.update(held.having({metadata})))
    allowed(cluster.delete(many[1]!))
    expect(usedOf(cluster)).to.include({cpu: '11800m', pods: '118'})
  })

  it('includes each of several equal pods that are being deleted', () => {
    const {cluster} = crowded(all)
    const held = requesting({cpu: '5', memory: '1Mi'}, 'held-').having({metadata: {generateName: 'held-', finalizers: ['example.com/hold']}})
    const {admitted} = cluster.createIdentical({namespace: 'dev', object: held}, 4)
    const used = (deleted: number): unknown => {
      cluster.handle({operation: 'DELETE', namespace: 'dev', object: many[deleted]!})
      return (cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'})?.['status'] as {readonly used?: unknown}).used
    }
    expect(used(0)).to.include({pods: '123', cpu: '31900m'})
    cluster.deleteIdentical({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: admitted?.storedAs ?? ''}, 3)
    expect(used(1)).to.include({pods: '122', cpu: '31800m'})
  })

  it('includes a deleted pod until its grace period has expired', () => {
    let now = 60n
    const cluster = new Cluster({clock: {now: () => now * 1_000_000_000n}})
    for (const object of [all, ...many]) cluster.handle({operation: 'CREATE', namespace: 'dev', object})
    const metadata = {name: 'leaving', deletionTimestamp: '1970-01-01T00:01:00Z', deletionGracePeriodSeconds: 30, finalizers: ['example.com/hold']}
    cluster.load({namespace: 'dev', object: requesting({cpu: '5', memory: '1Mi'}).having({metadata})})
    const after = (seconds: bigint, i: number): unknown => {
      now = seconds
      cluster.handle({operation: 'DELETE', namespace: 'dev', object: many[i]!})
      return counted(cluster, 'q')
    }
    expect(after(70n, 0)).to.include({'cpu': '16900m', 'pods': '120', 'count/pods': '120'})
    expect(after(91n, 1)).to.include({'cpu': '11800m', 'pods': '118', 'count/pods': '119'})
  })

  const amounts = fc.record({cpu: fc.constantFrom('0', '100m', '1.5', '2', '1e3'), memory: fc.constantFrom('0', '1Mi', '1500', '3M', '0.5Gi', '1e6')})
  const act = fc.tuple(fc.constantFrom('create', 'delete', 'finish', 'free'), fc.integer({min: 0, max: 20}), amounts)
  const acts = fc.array(act, {maxLength: 20})
  type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

  function run(cluster: Cluster, [what, number, requests]: Act): void {
    // Deleted pods with a finalizer stay, with a time of deletion, until they are free of it.
    const object = requesting(requests, `p${number}`).having({metadata: {name: `p${number}`, ...number % 2 === 0 && {finalizers: ['example.com/hold']}}})
    if (what === 'free') {
      const stored = cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: `p${number}`})
      const {finalizers: _, ...metadata} = (stored?.['metadata'] ?? {}) as {readonly finalizers?: unknown}
      if (stored !== undefined) cluster.handle({operation: 'UPDATE', namespace: 'dev', object: {...stored, metadata}})
    } else if (what !== 'finish') cluster.handle({operation: what === 'create' ? 'CREATE' : 'DELETE', namespace: 'dev', object})
    else cluster.setStatus({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name: `p${number}`}, {phase: 'Failed'})
  }

  const counted = (cluster: Cluster, name: string): unknown =>
    (cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name})?.['status'] as {readonly used?: unknown}).used

  /** Usage of the quotas in a new cluster with these pods. */
  function countedAgain(cluster: Cluster, ...quotas: readonly Body[]): unknown[] {
    const fresh = new Cluster()
    for (const {metadata: {name = ''}} of cluster.list({apiVersion: 'v1', kind: 'Pod'}, 'dev')) {
      fresh.load({object: cluster.get({apiVersion: 'v1', kind: 'Pod', namespace: 'dev', name}) ?? {}, namespace: 'dev'})
    }
    for (const object of quotas) fresh.handle({operation: 'CREATE', namespace: 'dev', object})
    return quotas.map(({metadata}) => counted(fresh, (metadata as {readonly name: string}).name))
  }

  it('equals the usage that a new cluster counts @slow', () => {
    fc.assert(fc.property(acts, (all20) => {
      const {cluster} = crowded(all)
      for (const one of [...all20, ['delete', 0, {cpu: '0', memory: '0'}] as Act]) run(cluster, one)
      cluster.handle({operation: 'DELETE', namespace: 'dev', object: many[0]!})
      expect([counted(cluster, 'q')]).to.deep.equal(countedAgain(cluster, all))
    }), {numRuns: 40})
  })

  it('continues in a fork of the cluster, independent of changes to the original @slow', () => {
    const [more, first] = [quota({pods: '500', memory: '1Ti'}).marked({name: 'more'}), quota({cpu: '1k'}).marked({name: 'first'})]
    fc.assert(fc.property(acts, acts, acts, fc.boolean(), fc.boolean(), (before, theirs, ours, isFirst, isCounted) => {
      const {cluster} = crowded(...isFirst ? [first, all] : [])
      for (const one of before) run(cluster, one)
      if (isCounted) cluster.handle({operation: 'DELETE', namespace: 'dev', object: many[5]!})
      const fork = cluster.fork()
      const [half, rest] = [ours.slice(0, 8), ours.slice(8)]
      for (const one of half) run(fork, one)
      for (const one of theirs) run(cluster, one)
      // Some quotas are created after objects have changed.
      for (const object of [...isFirst ? [] : [first, all], more]) fork.handle({operation: 'CREATE', namespace: 'dev', object})
      const again = fork.fork()
      for (const one of rest) run(again, one)
      for (const one of [fork, again]) one.handle({operation: 'DELETE', namespace: 'dev', object: many[7]!})
      for (const one of [fork, again]) expect(['q', 'more', 'first'].map((name) => counted(one, name))).to.deep.equal(countedAgain(one, all, more, first))
    }), {numRuns: 30})
  })

  it('is taken over by forks whose original has changed since @slow', within(8, () => {
    const cluster = new Cluster()
    const pods = Array.from({length: 6000}, (_, i) => requesting({cpu: '100m', memory: '1Mi'}, `pod-${i}`))
    for (const object of [all.having({spec: {hard: {pods: '10k', cpu: '1k'}}}), ...pods]) cluster.handle({operation: 'CREATE', namespace: 'dev', object})
    const numbers = Array.from({length: 2000}, (_, i) => {
      const fork = cluster.fork()
      cluster.handle({operation: 'DELETE', namespace: 'dev', object: pods[i]!})
      fork.handle({operation: 'DELETE', namespace: 'dev', object: pods[5999]!})
      return (counted(fork, 'q') as {readonly pods: string}).pods
    })
    expect([numbers[0], numbers[1], numbers[1999]]).to.deep.equal(['5999', '5998', '4k'])
  }))
})

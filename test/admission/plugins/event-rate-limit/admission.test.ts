import {expect} from 'chai'

import type {LimitSpec} from '../../../../src/machinery/rate-limit/event-limit.js'
import type {Body} from '../../../helpers/builders.js'
import {TestCluster, verdict} from '../../../helpers/test-cluster.js'

const event = (name: string, fields: Body = {}): Body =>
  ({apiVersion: 'v1', kind: 'Event', metadata: {name}, involvedObject: {kind: 'Pod', name: 'web', namespace: 'dev'}, ...fields})

const clusterWith = (...limits: LimitSpec[]): TestCluster => new TestCluster({pluginConfigurations: {EventRateLimit: {limits}}})

const server = (burst: number): LimitSpec => ({type: 'Server', qps: 1, burst})

const serverIsFull = '429 Too many requests: limit reached on type Server for key '

describe('EventRateLimit', () => {
  it('rejects events beyond a limit', () => {
    const cluster = clusterWith(server(2))
    expect(['a', 'b', 'c'].map((name) => verdict(cluster.create(event(name))))).to.deep.equal(['201', '201', serverIsFull])
    expect(cluster.stored(event('c'))).to.equal(undefined)
  })

  it('answers 429 and names every limit that is reached', () => {
    const cluster = clusterWith(server(1), {type: 'User', qps: 1, burst: 1})
    cluster.create(event('a'), {user: 'alice'})
    const {status, steps} = cluster.create(event('b'), {user: 'alice'})
    expect(status).to.deep.equal({
      code: 429, reason: 'TooManyRequests',
      message: 'Too many requests: [limit reached on type Server for key , limit reached on type User for key alice]',
    })
    expect(steps.map(({plugin, phase, rejection}) => [plugin, phase, rejection?.reasons.map(({message}) => message)])).to.deep.equal([
      ['EventRateLimit', 'validate', ['limit reached on type Server for key ', 'limit reached on type User for key alice']],
    ])
  })

  it('reports two equal limits once (spec eventratelimit 11 case 30)', () => {
    const limit = {type: 'Namespace', qps: 1, burst: 1}
    const cluster = clusterWith(limit, limit)
    cluster.create(event('a'))
    expect(verdict(cluster.create(event('b')))).to.equal('429 Too many requests: limit reached on type Namespace for key dev')
  })

  it('does not count dry runs (spec eventratelimit 11 case 16)', () => {
    const cluster = clusterWith(server(1))
    expect(['a', 'b'].map((name) => verdict(cluster.create(event(name), {dryRun: true})))).to.deep.equal(['201', '201'])
    expect(['a', 'b'].map((name) => verdict(cluster.create(event(name))))).to.deep.equal(['201', serverIsFull])
    expect(verdict(cluster.create(event('b'), {dryRun: true}))).to.equal('201')
  })

  it('does not count other kinds (spec eventratelimit 11 case 17)', () => {
    const cluster = clusterWith(server(1))
    cluster.create(event('a'))
    expect(verdict(cluster.create({apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'c'}}))).to.equal('201')
    expect(verdict(cluster.create({apiVersion: 'example.com/v1', kind: 'Event', metadata: {name: 'e'}}))).to.equal('201')
  })

  it('does not count events of events.k8s.io (spec eventratelimit 11 case 18)', () => {
    const cluster = clusterWith(server(1))
    const base = {
      eventTime: '2026-01-01T00:00:00.000000Z', action: 'Binding', reason: 'Scheduled', type: 'Normal', reportingController: 'example.com/c', reportingInstance: 'c-1',
      regarding: {kind: 'Pod', name: 'web', namespace: 'dev'},
    }
    const create = (name: string): string => verdict(cluster.create({apiVersion: 'events.k8s.io/v1', kind: 'Event', metadata: {name}, ...base}))
    expect(['a', 'b', 'c'].map(create)).to.deep.equal(['201', '201', '201'])
    expect(verdict(cluster.create(event('d')))).to.equal('201')
  })

  it('counts updates, but not deletions (spec eventratelimit 11 case 19)', () => {
    const cluster = clusterWith(server(2))
    cluster.create(event('a'))
    expect(verdict(cluster.update(event('a', {count: 2})))).to.equal('200')
    expect(verdict(cluster.update(event('a', {count: 3})))).to.equal(serverIsFull)
    expect(verdict(cluster.delete(event('a')))).to.equal('200')
  })

  it('counts requests that fail after it, but not those that fail before it', () => {
    const cluster = clusterWith(server(2))
    cluster.create(event('a'))
    expect(verdict(cluster.create(event('b', {involvedObject: {namespace: 'other'}})))).to.match(/^422 /)
    expect(verdict(cluster.create(event('a')))).to.match(/^409 /)
    expect(verdict(cluster.create(event('b')))).to.equal(serverIsFull)
  })

  it('uses the clock of the cluster', () => {
    let now = 0n
    const cluster = new TestCluster({clock: {now: () => now}, pluginConfigurations: {EventRateLimit: {limits: [server(1)]}}})
    const at = (time: bigint, name: string): string => {
      now = time
      return verdict(cluster.create(event(name)))
    }
    expect([at(0n, 'a'), at(999_999_998n, 'b'), at(999_999_999n, 'c')]).to.deep.equal(['201', serverIsFull, '201'])
  })

  it('does nothing without a configuration', () => {
    const cluster = new TestCluster()
    expect(['a', 'b'].map((name) => verdict(cluster.create(event(name))))).to.deep.equal(['201', '201'])
  })
})

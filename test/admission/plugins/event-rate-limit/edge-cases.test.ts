import {expect} from 'chai'

import type {Request} from '../../../../src/cluster/review.js'
import type {LimitSpec} from '../../../../src/machinery/rate-limit/event-limit.js'
import type {Body} from '../../../helpers/builders.js'
import {TestCluster, verdict} from '../../../helpers/test-cluster.js'

// Case numbers of spec eventratelimit 11: the cases about single requests, sent to a cluster. Other test files have the rest: cases of configuration are in
// configuration.test.ts; cases of arithmetic, keys and evicted buckets are in the tests of their modules; cases of logs are in
// test/replay/edge-cases.test.ts.

const limit = (type: string, qps: number, burst: number): LimitSpec => ({type, qps, burst})

/** Cluster at one moment, with its answers to events: A for accepted, R for rejected. */
class Story {
  private readonly cluster: TestCluster
  private count = 0

  constructor(...limits: LimitSpec[]) {
    this.cluster = new TestCluster({pluginConfigurations: {EventRateLimit: {limits}}})
  }

  create(fields: Body = {}, options: Partial<Request> = {}): string {
    return this.short(this.cluster.create({
      apiVersion: 'v1', kind: 'Event', metadata: {name: `e${this.count++}`}, involvedObject: {kind: 'Pod', name: 'web', namespace: 'dev'}, ...fields,
    }, options))
  }

  private short(review: Parameters<typeof verdict>[0]): string {
    return {201: 'A', 200: 'A', 429: 'R'}[review.status.code] ?? verdict(review)
  }

  /** Message that rejects an event; empty for an accepted event. */
  message(): string {
    const {status, allowed} = this.cluster.create({apiVersion: 'v1', kind: 'Event', metadata: {name: `m${this.count++}`}, involvedObject: {namespace: 'dev'}})
    return allowed ? '' : status.message
  }

  send(operation: 'create' | 'update' | 'delete', object: Body): string {
    return this.short(this.cluster[operation](object))
  }
}

const event = (name: string, fields: Body = {}): Body => ({apiVersion: 'v1', kind: 'Event', metadata: {name}, involvedObject: {kind: 'Pod', name: 'web', namespace: 'dev'}, ...fields})

describe('EventRateLimit, edge cases', () => {
  it('16: does not count dry runs', () => {
    const story = new Story(limit('Server', 1, 3))
    const dryRun = {dryRun: true}
    expect([...[{}, {}, dryRun, dryRun, dryRun, dryRun, {}, {}, dryRun].map((options) => story.create({}, options))].join('')).to.equal('AAAAAAARA')
  })

  it('17: does not limit other kinds', () => {
    const story = new Story(limit('Server', 1, 3))
    expect([story.create(), story.create(), story.create()].join('')).to.equal('AAA')
    const pod = {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}, spec: {containers: [{name: 'c', image: 'i'}]}}
    expect(story.send('create', pod)).to.equal('A')
    expect(story.create()).to.equal('R')
  })

  it('18: does not count events of events.k8s.io', () => {
    const story = new Story(limit('Server', 1, 1))
    const base = {
      apiVersion: 'events.k8s.io/v1', kind: 'Event', regarding: {kind: 'Pod', name: 'web', namespace: 'dev'}, eventTime: '2026-01-01T00:00:00.000000Z', type: 'Normal', action: 'a',
      reason: 'r', reportingController: 'example.com/c', reportingInstance: 'i',
    }
    expect(Array.from({length: 100}, (_, i) => story.send('create', {...base, metadata: {name: `n${i}`}})).join('')).to.equal('A'.repeat(100))
    expect([story.create(), story.create()].join('')).to.equal('AR')
  })

  it('19: counts updates, but not deletions', () => {
    const story = new Story(limit('Server', 1, 1))
    expect([
      story.send('create', event('a')), story.send('update', event('a', {count: 2})), story.send('update', event('new')), story.send('delete', event('a')), story.send('create', event('b')),
    ].join('')).to.equal('ARRAR')
  })

  it('24, 25: reports the limits that reject in the order of the configuration', () => {
    const messages = (...limits: LimitSpec[]): string[] => {
      const story = new Story(...limits)
      return Array.from({length: 5}, () => story.message())
    }
    const [server, namespace] = ['limit reached on type Server for key ', 'limit reached on type Namespace for key dev']
    expect(messages(limit('Server', 1, 1), limit('Namespace', 1, 3))).to.deep.equal([
      '', `Too many requests: ${server}`, `Too many requests: ${server}`, `Too many requests: [${server}, ${namespace}]`, `Too many requests: [${server}, ${namespace}]`,
    ])
    expect(messages(limit('Namespace', 1, 3), limit('Server', 1, 1))[4]).to.equal(`Too many requests: [${namespace}, ${server}]`)
  })

  it('31: shares a bucket between events of one source about one object', () => {
    const involvedObject = {kind: 'Pod', namespace: 'dev', name: 'web', uid: 'u', apiVersion: 'v1'}
    const source = {component: 'kubelet', host: 'n1'}
    /** Verdict on an event after one that has used the only token. */
    const after = (fields: Body): string => {
      const story = new Story(limit('SourceAndObject', 1, 1))
      story.create({source, involvedObject})
      return story.create({source, involvedObject, ...fields})
    }
    const same: Body[] = [
      {reason: 'Other'}, {message: 'other'}, {type: 'Warning'}, {involvedObject: {...involvedObject, fieldPath: 'spec.containers{a}'}},
      {involvedObject: {...involvedObject, resourceVersion: '7'}}, {reportingComponent: 'other'}, {reportingInstance: 'other'},
    ]
    expect(same.map(after).join('')).to.equal('RRRRRRR')
    const different: Body[] = [
      {source: {...source, host: 'n2'}}, {source: {...source, component: 'scheduler'}},
      ...['kind', 'name', 'uid', 'apiVersion'].map((field) => ({involvedObject: {...involvedObject, [field]: 'other'}})),
    ]
    expect(different.map(after).join('')).to.equal('AAAAAA')
    const story = new Story(limit('SourceAndObject', 1, 1))
    const about = (namespace: string): string => story.create({metadata: {name: 'n', namespace}, source, involvedObject: {...involvedObject, namespace}}, {namespace})
    expect([about('dev'), about('other')].join('')).to.equal('AA')
  })

  it('33: counts events per user, with a bucket for system:anonymous', () => {
    const story = new Story(limit('User', 1, 1))
    expect(['alice', 'bob', 'alice', 'system:anonymous', 'system:anonymous'].map((user) => story.create({}, {user})).join('')).to.equal('AARAR')
  })
})

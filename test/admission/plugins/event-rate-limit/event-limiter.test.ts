import {expect} from 'chai'

import {EventLimiter, limitEnforcer} from '../../../../src/admission/plugins/event-rate-limit/event-limiter.js'
import type {EventParts, LimitSpec} from '../../../../src/machinery/rate-limit/event-limit.js'
import {instantOf} from '../../../../src/machinery/rate-limit/token-bucket.js'

const server = (qps: number, burst: number): LimitSpec => ({type: 'Server', qps, burst})
const namespace = (qps: number, burst: number, cacheSize = 0): LimitSpec => ({type: 'Namespace', qps, burst, cacheSize})

/** Limiter that receives events of namespaces. */
class Story {
  private readonly limiter: EventLimiter
  private second = 0

  constructor(...limits: LimitSpec[]) {
    this.limiter = new EventLimiter({limits})
  }

  after(seconds: number): this {
    this.second += seconds
    return this
  }

  /** The limits that reject an event. */
  rejecting(name: string): string {
    return this.limiter.check({namespace: name, user: '', object: undefined}, instantOf(BigInt(this.second) * 1_000_000_000n)).map(({type, key}) => `${type} ${key}`).join(', ')
  }

  /** Number of accepted events. */
  accepted(names: readonly string[]): number {
    return names.filter((name) => this.rejecting(name) === '').length
  }
}

const names = (count: number): string[] => Array.from({length: count}, (_, i) => `ns-${i}`)

/** Repeats each name, in turns or one after the other. */
const inTurns = (count: number, times: number): string[] => Array.from({length: times}, () => names(count)).flat()
const inGroups = (count: number, times: number): string[] => names(count).flatMap((name) => Array<string>(times).fill(name))

describe('EventLimiter with several limits', () => {
  it('charges every limit, even when another one rejects (spec eventratelimit 11 case 21)', () => {
    const story = new Story(server(100, 1000), namespace(10, 100, 50))
    expect(story.accepted(Array<string>(1500).fill('a'))).to.equal(100)
    expect(story.rejecting('b')).to.equal('Server ')
  })

  it('refills each limit separately (spec eventratelimit 11 case 22, spec eventratelimit 11 case 23)', () => {
    const story = (): Story => {
      const given = new Story(server(100, 1000), namespace(10, 100, 50))
      expect(given.accepted(inTurns(15, 100))).to.equal(1000)
      return given.after(1)
    }
    expect(story().accepted(inTurns(15, 34).slice(0, 500))).to.equal(100)
    expect(story().accepted(inGroups(15, 34).slice(0, 500))).to.equal(30)
  })

  it('reports the limits in configuration order (spec eventratelimit 11 case 24, spec eventratelimit 11 case 25)', () => {
    const story = new Story(server(1, 1), namespace(1, 3))
    expect(Array.from({length: 5}, () => story.rejecting('a'))).to.deep.equal(['', 'Server ', 'Server ', 'Server , Namespace a', 'Server , Namespace a'])
    const swapped = new Story(namespace(1, 3), server(1, 1))
    expect(Array.from({length: 5}, () => swapped.rejecting('a')).at(-1)).to.equal('Namespace a, Server ')
  })

  it('supports two limits of one type (spec eventratelimit 11 case 30)', () => {
    const story = new Story(namespace(1, 5), namespace(1, 1))
    expect([story.rejecting('a'), story.rejecting('a')]).to.deep.equal(['', 'Namespace a'])
  })

  it('accepts every event without limits', () => {
    expect(new EventLimiter({}).check({namespace: 'a', user: '', object: undefined}, instantOf(0n))).to.deep.equal([])
  })
})

const start = {seconds: 0, nanoseconds: 0}

/** Verdicts of a limit on keys at one moment: A for accepted, R for rejected. */
function answers(spec: LimitSpec, keys: readonly string[]): string {
  const enforcer = limitEnforcer(spec)
  return keys.map((key) => enforcer.tryAccept(key, start) ? 'A' : 'R').join('')
}

const keyOf = (type: string, object?: EventParts): string => limitEnforcer({type, qps: 1, burst: 1}).keyOf({namespace: 'ns', user: 'alice', object})

describe('key of a request', () => {
  it('depends on the type of the limit', () => {
    expect(['Server', 'Namespace', 'User', 'SourceAndObject'].map((type) => keyOf(type))).to.deep.equal(['', 'ns', 'alice', ''])
  })

  it('concatenates the source and the object of an event', () => {
    const involvedObject = {kind: 'Pod', namespace: 'shop', name: 'web-0', uid: 'u1', apiVersion: 'v1'}
    expect(keyOf('SourceAndObject', {source: {component: 'kubelet', host: 'n1'}, involvedObject})).to.equal('kubeletn1Podshopweb-0u1v1')
    expect(keyOf('SourceAndObject', {involvedObject: {name: 'x'}})).to.equal('x')
  })

  it('uses no separator between source and object (spec eventratelimit 11 case 32)', () => {
    const key = keyOf('SourceAndObject', {source: {component: 'ab'}})
    expect(keyOf('SourceAndObject', {source: {component: 'a', host: 'b'}})).to.equal(key)
  })
})

describe('limitEnforcer', () => {
  it('has one bucket for type Server', () => {
    expect(answers({type: 'Server', qps: 1, burst: 2, cacheSize: -1}, ['a', 'b', 'c'])).to.equal('AAR')
  })

  it('has one bucket per key and evicts the least recently used (spec eventratelimit 11 case 26)', () => {
    expect(answers({type: 'Namespace', qps: 1, burst: 3, cacheSize: 2}, [...'AABBBABACABACB'])).to.equal('AAAAAARRARARAA')
  })

  it('accepts everything when each key evicts the previous one (spec eventratelimit 11 case 27)', () => {
    expect(answers({type: 'Namespace', qps: 1, burst: 1, cacheSize: 1}, [...'ababab'])).to.equal('AAAAAA')
  })

  it('counts a rejected request as a use of its key (spec eventratelimit 11 case 28)', () => {
    const twice = Array.from({length: 50}, (_, i) => [String(i), String(i)]).flat()
    expect(answers({type: 'Namespace', qps: 10, burst: 2, cacheSize: 50}, [...twice, '0', '50', '1', '0']).slice(100)).to.equal('RAAR')
  })

  it('keeps 4096 keys by default (spec eventratelimit 11 case 29)', () => {
    const keys = Array.from({length: 4097}, (_, i) => String(i))
    for (const spec of [{}, {cacheSize: 0}, {cacheSize: 4096}]) {
      expect(answers({type: 'User', qps: 1, burst: 1, ...spec}, [...keys, '1', '0', '3']).slice(4097)).to.equal('RAR')
    }
  })
})

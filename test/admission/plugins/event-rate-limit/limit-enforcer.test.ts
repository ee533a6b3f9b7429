import {expect} from 'chai'

import {limitEnforcer} from '../../../../src/admission/plugins/event-rate-limit/limit-enforcer.js'
import type {EventParts, LimitSpec} from '../../../../src/machinery/rate-limit/event-limit.js'

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

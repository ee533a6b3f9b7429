import {expect} from 'chai'
import * as fc from 'fast-check'

import {advise} from '../../../src/admission/plugins/event-rate-limit/advice.js'
import type {LimitType} from '../../../src/machinery/rate-limit/event-limit.js'
import {maxInt32, smallest} from '../../../src/replay/tune/search.js'
import {type TuneOptions, Tuner, type Tuning} from '../../../src/replay/tune/tune.js'
import {batchesOf, limit, record, replayLogs} from '../../helpers/event-log.js'

const allTypes: readonly LimitType[] = ['Server', 'Namespace', 'User', 'SourceAndObject']

function tune(lines: readonly string[], options: Partial<TuneOptions> = {}): Tuning {
  const tuner = new Tuner({accept: 100, of: 'every-key', types: allTypes, givenFor: () => undefined, ...options})
  for (const batch of batchesOf([lines], tuner.content)) tuner.add(batch)
  return tuner.finish()
}

const qps = (value: number): Partial<TuneOptions> => ({givenFor: () => ({qps: value})})
const burst = (value: number): Partial<TuneOptions> => ({givenFor: () => ({burst: value})})
const ofType = (type: LimitType): Partial<TuneOptions> => ({types: [type]})

/** Returns `count` simultaneous requests, some milliseconds after the start. */
const at = (milliseconds: number, count: number, namespace = 'a'): string[] => Array.from({length: count}, () => record(milliseconds, {namespace}))

describe('tuning', () => {
  it('finds the smallest burst for a qps', () => {
    const [found] = tune([...at(0, 30), ...at(1000, 20)], {...qps(10), ...ofType('Server')}).limits
    expect(found).to.deep.include({qps: 10, burst: 40, given: 'qps', accepted: 50, requests: 50, isAttainable: true, keys: 1})
  })

  it('finds the smallest qps for a burst', () => {
    const [found] = tune([...at(0, 30), ...at(1000, 20)], {...burst(30), ...ofType('Server')}).limits
    expect(found).to.deep.include({qps: 20, burst: 30, given: 'burst', accepted: 50})
  })

  it('reports that no qps is enough', () => {
    const tuning = tune(at(0, 30), {...burst(10), ...ofType('Server')})
    expect(tuning.limits[0]).to.deep.include({isAttainable: false, burst: 10, qps: 1e9, accepted: 10})
    expect(tuning.configuration).to.equal(undefined)
  })

  it('uses the mean rate of the busiest key if neither qps nor burst is given', () => {
    const lines = [...at(0, 10), ...at(0, 5, 'b'), ...at(10_000, 15)]
    const [found] = tune(lines, ofType('Namespace')).limits
    expect(found).to.deep.include({given: 'rate', qps: 3, burst: 15, keys: 2, busiest: {key: 'a', requests: 25}, deciding: 'a'})
  })

  it('finds a smaller burst if a share of requests can be rejected', () => {
    const lines = [...at(0, 990), ...at(5_000_000, 10)]
    expect(tune(lines, {...qps(1), ...ofType('Server'), accept: 99.9}).limits[0]).to.include({burst: 989, accepted: 999})
    expect(tune(lines, {...qps(1), ...ofType('Server'), accept: 50}).limits[0]).to.include({burst: 490, accepted: 500})
  })

  it('applies the share to each key or to all requests', () => {
    const lines = [...at(0, 2, 'small'), ...Array.from({length: 98}, (_, i) => at(i * 1000, 1, 'large')).flat()]
    expect(tune(lines, {...qps(1), ...ofType('Namespace'), accept: 99}).limits[0]).to.include({burst: 2, deciding: 'small'})
    expect(tune(lines, {...qps(1), ...ofType('Namespace'), accept: 99, of: 'all'}).limits[0]).to.include({burst: 1, deciding: undefined, accepted: 99})
  })

  it('accepts different numbers for different types', () => {
    const {limits} = tune([...at(0, 4), ...at(0, 4, 'b')], {givenFor: (type) => type === 'Server' ? {qps: 1} : type === 'Namespace' ? {burst: 4} : undefined})
    expect(limits.map(({type, given, burst: size}) => [type, given, size])).to.deep.equal([['Server', 'qps', 8], ['Namespace', 'burst', 4], ['User', 'rate', 8], ['SourceAndObject', 'rate', 8]])
  })

  it('suggests no limits for an empty log', () => {
    const tuning = tune([record(0, {dryRun: true})])
    expect(tuning).to.deep.include({limits: [], configuration: undefined})
  })

  it('finds the smallest number that accepts the share @slow', () => {
    const log = fc.array(fc.record({wait: fc.constantFrom(0, 0, 0, 10, 333, 1000, 4000), namespace: fc.constantFrom('a', 'b', 'c')}), {minLength: 1, maxLength: 80})
    fc.assert(fc.property(log, fc.constantFrom(100, 90, 70, 50), fc.constantFrom<'every-key' | 'all'>('every-key', 'all'), fc.integer({min: 1, max: 6}), fc.boolean(), (waits, accept, of, number, isQps) => {
      let time = 0
      const lines = waits.map(({wait, namespace}) => record(time += wait, {namespace}))
      const [found] = tune(lines, {accept, of, ...ofType('Namespace'), ...isQps ? qps(number) : burst(number)}).limits
      const isEnough = (q: number, b: number): boolean => {
        const {report: {limits: [summary], requests}} = replayLogs([limit('Namespace', q, b)], [lines], {top: 100})
        const may = (count: number): number => Math.floor(count * (100 - accept) / 100 + 1e-9)
        return of === 'all' ? requests.refused <= may(requests.counted) : summary!.top.every(({accepted, refused}) => refused <= may(accepted + refused))
      }
      const {qps: q, burst: b, isAttainable} = found!
      expect(isEnough(q, b)).to.equal(isAttainable)
      if (isAttainable && (isQps ? b : q) > 1) expect(isEnough(isQps ? q : q - 1, isQps ? b - 1 : b)).to.equal(false)
    }), {numRuns: 150})
  })

  it('returns a configuration in which each limit accepts the share @slow', () => {
    const log = fc.array(fc.record({
      wait: fc.constantFrom(0, 0, 0, 0, 10, 333, 1000, 4000), namespace: fc.constantFrom('a', 'b', 'c'), user: fc.constantFrom('x', 'y'), name: fc.constantFrom('p', 'q'),
    }), {minLength: 1, maxLength: 120})
    const given = fc.constantFrom<TuneOptions['givenFor']>(() => undefined, () => ({qps: 2}), () => ({burst: 20}), (type) => type === 'Server' ? {qps: 3} : type === 'User' ? {burst: 9} : undefined)
    fc.assert(fc.property(log, fc.constantFrom(100, 99.9, 90, 60), fc.constantFrom<'every-key' | 'all'>('every-key', 'all'), given, (requests, accept, of, givenFor) => {
      let time = 0
      const lines = requests.map(({wait, name, ...fields}) => record(time += wait, {...fields, object: {name}}))
      const {configuration, limits} = tune(lines, {accept, of, givenFor})
      if (configuration === undefined) return
      expect(advise({limits: configuration.limits}).map(({ruleId}) => ruleId)).to.deep.equal(['event-rate-limit/events-api'])
      const may = (count: number): number => Math.floor(count * (100 - accept) / 100 + 1e-9)
      const replayed = (changed: typeof configuration.limits): ReturnType<typeof replayLogs>['report'] => replayLogs(changed, [lines], {top: 100}).report
      const isEnough = ({refused, accepted, top}: ReturnType<typeof replayed>['limits'][number]): boolean =>
        of === 'all' ? refused <= may(accepted + refused) : top.every((tally) => tally.refused <= may(tally.accepted + tally.refused))
      const report = replayed(configuration.limits)
      expect(report.limits.every(isEnough)).to.equal(true)
      expect(report.requests.accepted).to.equal(configuration.accepted)
      if (accept === 100) expect(report.requests.refused).to.equal(0)
      for (const [i, {type, burst: size}] of configuration.limits.entries()) {
        if (size === 1 || limits.find((found) => found.type === type)?.given === 'burst' || (type === 'Server' && configuration.raisedFrom !== undefined)) continue
        const smaller = replayed(configuration.limits.with(i, {...configuration.limits[i]!, burst: size - 1}))
        expect(isEnough(smaller.limits[i]!), `${type} with a smaller burst`).to.equal(false)
      }
    }), {numRuns: 150})
  })

  describe('configuration', () => {
    const lines = [...at(0, 40, 'a'), ...at(0, 10, 'b'), ...at(500, 10, 'c')]

    it('has no findings except the one about events.k8s.io', () => {
      const mixed: Partial<TuneOptions> = {givenFor: (type) => type === 'Server' ? {qps: 5} : {burst: 45}}
      for (const options of [{}, qps(5), mixed, {...qps(5), accept: 90}, {...qps(5), of: 'all' as const}]) {
        const {configuration} = tune(lines, options)
        expect(advise({limits: configuration!.limits}).map(({ruleId}) => ruleId)).to.deep.equal(['event-rate-limit/events-api'])
      }
    })

    it('omits ineffective limits', () => {
      const tuning = tune(at(0, 40, 'a'), qps(5))
      expect(tuning.configuration).to.deep.include({limits: [{type: 'Server', qps: 5, burst: 40}], ineffective: ['Namespace', 'User', 'SourceAndObject'], raisedFrom: undefined, accepted: 40})
    })

    it('raises the burst of the server above that of several namespaces', () => {
      const {configuration} = tune(lines, {...qps(5), types: ['Server', 'Namespace']})
      expect(configuration).to.deep.include({limits: [{type: 'Server', qps: 5, burst: 201}, {type: 'Namespace', qps: 5, burst: 40}], raisedFrom: 58})
    })

    it('keeps the given burst of the server', () => {
      const {configuration} = tune(lines, {types: ['Server', 'Namespace'], givenFor: (type) => type === 'Server' ? {burst: 60} : {qps: 5}})
      expect(configuration).to.deep.include({raisedFrom: undefined})
      expect(configuration?.limits[0]).to.include({burst: 60})
    })

    it('sets a cacheSize for all keys @slow', () => {
      const many = Array.from({length: 5000}, (_, i) => record(i, {namespace: `n${i}`}))
      const {configuration} = tune(many, {...qps(5), types: ['Namespace']})
      expect(configuration?.limits).to.deep.equal([{type: 'Namespace', qps: 5, burst: 1, cacheSize: 5000}])
    })

    it('returns the number of requests that all limits together accept', () => {
      const {configuration} = tune([...at(0, 10, 'a'), ...at(0, 10, 'b')], {accept: 90, of: 'all', ...qps(1), types: ['Server', 'Namespace']})
      const {report} = replayLogs(configuration!.limits, [[...at(0, 10, 'a'), ...at(0, 10, 'b')]])
      expect(configuration?.accepted).to.equal(report.requests.accepted)
    })
  })
})

describe('smallest', () => {
  it('finds the smallest number that is enough, by bisection', () => {
    fc.assert(fc.property(fc.integer({min: 1, max: maxInt32}), fc.integer({min: 1, max: maxInt32}), (a, b) => {
      const [low, wanted] = a < b ? [a, b] : [b, a]
      let asked = 0
      expect(smallest(low, maxInt32, (value) => ++asked > 0 && value >= wanted)).to.equal(wanted)
      expect(asked).to.be.at.most(32)
    }))
  })
})

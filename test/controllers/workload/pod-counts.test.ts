import {expect} from 'chai'

import {PodCounts} from '../../../src/controllers/workload/pod-counts.js'
import {type Pod, Pods} from '../../../src/controllers/workload/pod.js'
import type {PodState} from '../../../src/controllers/workload/pod-counts.js'

describe('PodCounts', () => {
  it('counts pods by state', () => {
    const counts = new PodCounts()
    for (const state of ['pending', 'pending', 'ready'] as const) counts.change(undefined, state)
    counts.change('pending', 'succeeded')
    counts.change('pending', 'failed')
    counts.change('ready', 'terminating')
    expect(counts).to.include({created: 3, alive: 0, ready: 0, succeeded: 1, failed: 1, terminating: 1})
    counts.change('terminating', undefined)
    expect(counts).to.include({terminating: 0, created: 3})
  })

  it('records the highest and lowest counts since the last mark', () => {
    const counts = new PodCounts()
    for (let i = 0; i < 3; i++) counts.change(undefined, 'ready')
    expect(counts).to.include({peak: 3, peakWithTerminating: 3, minReady: 0})
    counts.startMeasurement()
    counts.change('ready', 'terminating')
    counts.change(undefined, 'pending')
    counts.change('terminating', undefined)
    counts.change('pending', 'ready')
    expect(counts).to.include({peak: 3, peakWithTerminating: 4, minReady: 2})
    counts.startMeasurement()
    expect(counts).to.include({peak: 3, peakWithTerminating: 3, minReady: 3})
  })
})

describe('Pods', () => {
  const pod = (storedAs: string, state: PodState, slot = 0): Pod => ({namespace: 'dev', storedAs, revision: {}, slot, graceSeconds: 30, state, count: 1})

  const filled = (...all: Pod[]): Pods => {
    const pods = new Pods(new PodCounts())
    for (const each of all) pods.add(each)
    return pods
  }

  const names = (pods: Iterable<Pod>): string[] => [...pods].map(({storedAs}) => storedAs)

  it('are counted by state', () => {
    const [a, b] = [pod('a', 'pending'), pod('b', 'ready')]
    const pods = filled(a, b)
    expect([pods.size, pods.active, pods.count('ready')]).to.deep.equal([2, 2, 1])
    pods.move(b, 'terminating')
    expect([pods.size, pods.active, pods.count('ready'), pods.count('terminating'), b.state]).to.deep.equal([2, 1, 0, 1, 'terminating'])
    pods.remove(b)
    expect([pods.size, pods.count('terminating'), names(pods.all)]).to.deep.equal([1, 0, ['a']])
  })

  it('are removed only once', () => {
    const a = pod('a', 'ready')
    const pods = filled(a)
    pods.remove(a)
    pods.remove(a)
    expect([pods.size, pods.count('ready')]).to.deep.equal([0, 0])
  })

  it('are ordered by slot, with one pod per slot', () => {
    const [a, b, c] = [pod('a', 'ready', 4), pod('b', 'ready', 2), pod('c', 'ready', 1)]
    const pods = new Pods(new PodCounts(), 'in order')
    for (const each of [a, b, c]) pods.add(each)
    expect([names(pods.all), pods.at(2), pods.at(3), pods.at(0)]).to.deep.equal([['c', 'b', 'a'], b, undefined, undefined])
    pods.remove(b)
    expect([names(pods.all), pods.at(2), pods.at(4)]).to.deep.equal([['c', 'a'], undefined, a])
  })

  it('merge with equal neighbors', () => {
    const [a, b, c] = [pod('web', 'ready', 4), pod('web', 'ready', 5), pod('web', 'ready', 6)]
    const pods = new Pods(new PodCounts(), 'in order')
    for (const each of [a, c, b]) pods.add({...each, revision: a.revision})
    const [, middle] = pods.all
    if (middle !== undefined) pods.join(middle)
    expect(pods.all.map(({slot, count}) => [slot, count])).to.deep.equal([[4, 3]])
  })

  it('are surplus in this order: not ready first, then the newest', () => {
    const pods = filled(pod('a', 'ready'), pod('b', 'pending'), pod('c', 'ready'), pod('d', 'terminating'), pod('e', 'succeeded'), pod('f', 'pending'))
    expect([1, 2, 3, 9].map((count) => names(pods.surplus(count).map(([each]) => each)))).to.deep.equal([['f'], ['f', 'b'], ['f', 'b', 'c'], ['f', 'b', 'c', 'a']])
  })
})

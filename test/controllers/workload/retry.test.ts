import {expect} from 'chai'
import {ClusterVersion} from '../../../src/controllers/workload/cluster-version.js'
import type {Reconciler} from '../../../src/controllers/workload/owner.js'
import {Retries, Retry} from '../../../src/controllers/workload/retry.js'

/** Delays between the attempts of a request that is rejected each time, while other objects always change. */
function delays(count: number): number[] {
  const retry = new Retry(0)
  let now = 0
  return Array.from({length: count}, (_, i) => {
    retry.rejectedAgain(now, i)
    const due = retry.due(now, i + 1) ?? NaN
    const delay = due - now
    now = due
    return delay
  })
}

describe('Retry', () => {
  it('retries after 5 ms, and doubles the delay each time', () => expect(delays(5)).to.deep.equal([5, 10, 20, 40, 80]))

  it('waits 1,000 seconds at most', () => expect(delays(22).slice(16)).to.deep.equal([327_680, 655_360, 1_000_000, 1_000_000, 1_000_000, 1_000_000]))

  it('does not retry while nothing has changed', () => {
    const retry = new Retry(0).rejectedAgain(0, 7)
    expect([retry.due(0, 7), retry.due(1e9, 7), retry.due(0, 8)]).to.deep.equal([undefined, undefined, 5])
  })

  it('keeps its schedule when something changes', () => {
    const retry = new Retry(0).rejectedAgain(0, 0)
    // Attempts at 5, 15, 35 and 75 failed unnoticed.
    expect(retry.due(50, 1)).to.equal(75)
    expect(retry.rejectedAgain(75, 1).due(75, 2)).to.equal(155)
  })
})

describe('Retries', () => {
  const [first, second] = ['one', 'two'].map((namespace) => ({workload: {namespace}})) as [Reconciler, Reconciler]

  it('returns the first retry that may succeed, until its reconciler is rejected again', () => {
    const [retries, version] = [new Retries(), new ClusterVersion()]
    retries.add(first, 0, version)
    retries.add(second, 3, version)
    expect(retries.next(3, version)).to.equal(undefined)
    version.change()
    expect(retries.next(3, version)).to.deep.equal([first, 5])
    retries.delete(first)
    expect(retries.next(5, version)?.[1]).to.equal(8)
    retries.add(second, 8, version)
    expect(retries.next(8, version)).to.equal(undefined)
  })

  it('counts those that may succeed', () => {
    const [retries, version] = [new Retries(), new ClusterVersion()]
    retries.add(first, 0, version)
    retries.add(second, 0, version)
    expect(retries.promising(version)).to.equal(0)
    version.change('one')
    expect(retries.promising(version)).to.equal(1)
    version.change()
    expect(retries.promising(version)).to.equal(2)
    retries.add(first, 5, version)
    expect(retries.promising(version)).to.equal(1)
  })

  it('retries only in the namespace of a change', () => {
    const [retries, version] = [new Retries(), new ClusterVersion()]
    retries.add(first, 0, version)
    retries.add(second, 3, version)
    version.change('two')
    expect(retries.next(3, version)).to.deep.equal([second, 8])
    version.change('three')
    retries.delete(second)
    expect(retries.next(3, version)).to.equal(undefined)
  })
})

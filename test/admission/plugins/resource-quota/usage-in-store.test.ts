import {expect} from 'chai'
import * as fc from 'fast-check'
import {type Body, pod, quota} from '../../../helpers/builders.js'
import {requesting, usedOf} from '../../../helpers/quotas.js'
import {allowed, TestCluster} from '../../../helpers/test-cluster.js'

/** Enough pods for their count to be kept. */
const many = Array.from({length: 120}, (_, i) => requesting({cpu: '100m', memory: '1Mi'}, `many-${i}`))

function crowded(...quotas: readonly Body[]): TestCluster {
  const cluster = new TestCluster()
  for (const object of [...quotas, ...many]) allowed(cluster.create(object))
  return cluster
}

const all = quota({'pods': '1k', 'cpu': '1k', 'memory': '1Ti', 'count/pods': '1k'})

describe('a count of many objects', () => {
  it('follows what comes, changes and goes', () => {
    const cluster = crowded(all)
    for (const i of [0, 1, 2]) allowed(cluster.delete(many[i]!))
    expect(usedOf(cluster)).to.deep.equal({'pods': '117', 'cpu': '11700m', 'memory': '117Mi', 'count/pods': '117'})
    allowed(cluster.create(requesting({cpu: '5', memory: '1Mi'}, 'new')))
    allowed(cluster.update(many[3]!.having({status: {phase: 'Succeeded'}}), {subresource: 'status'}))
    expect(usedOf(cluster)).to.deep.equal({'pods': '117', 'cpu': '16600m', 'memory': '117Mi', 'count/pods': '118'})
  })

  it('is made anew when the quota counts something else', () => {
    const cluster = crowded(all)
    allowed(cluster.delete(many[0]!))
    allowed(cluster.update(quota({cpu: '1k'})))
    expect(usedOf(cluster)).to.deep.equal({cpu: '11900m'})
    allowed(cluster.delete(many[1]!))
    expect(usedOf(cluster)).to.deep.equal({cpu: '11800m'})
  })

  it('knows the objects that were there before anybody asked', () => {
    const cluster = crowded(all)
    allowed(cluster.delete(many[0]!))
    cluster.cluster.load({object: requesting({cpu: '50'}, 'loaded'), namespace: 'dev'})
    allowed(cluster.delete(many[1]!))
    expect(usedOf(cluster)).to.include({pods: '119', cpu: '61800m'})
  })

  it('is of the objects in the scopes of the quota', () => {
    const cluster = crowded(quota({pods: '1k'}, {scopes: ['BestEffort']}))
    for (const name of ['a', 'b']) allowed(cluster.create(pod(name)))
    for (const object of [many[0]!, pod('a')]) allowed(cluster.delete(object))
    expect(usedOf(cluster)).to.deep.equal({pods: '1'})
  })

  it('is in the format of its first amount, whichever that is now', () => {
    const cluster = crowded(quota({memory: '1Ti'}))
    for (const name of ['a', 'b', 'z']) allowed(cluster.create(requesting({memory: '1M'}, name)))
    for (const name of ['a', 'b']) allowed(cluster.delete(requesting({}, name)))
    expect(usedOf(cluster), 'the first is in Mi').to.deep.equal({memory: '126829120'})
    allowed(cluster.delete(requesting({}, 'z')))
    expect(usedOf(cluster)).to.deep.equal({memory: '120Mi'})
  })

  it('is what a cluster counts that has never counted before', () => {
    const amounts = fc.record({cpu: fc.constantFrom('0', '100m', '1.5', '2', '1e3'), memory: fc.constantFrom('0', '1Mi', '1500', '3M', '0.5Gi', '1e6')})
    const act = fc.tuple(fc.constantFrom('create', 'delete', 'finish'), fc.integer({min: 0, max: 20}), amounts)
    fc.assert(fc.property(fc.array(act, {maxLength: 30}), (acts) => {
      const cluster = crowded(all)
      for (const [what, number, requests] of acts) {
        const body = requesting(requests, `p${number}`)
        const stored = cluster.stored(body)
        if (what === 'create') cluster.create(body)
        else if (what === 'delete') cluster.delete(body)
        else if (stored !== undefined) cluster.update({...stored, status: {phase: 'Failed'}}, {subresource: 'status'})
      }
      allowed(cluster.delete(many[0]!))
      const followed = usedOf(cluster)
      const fresh = cluster.cluster.fork()
      fresh.handle({operation: 'UPDATE', namespace: 'dev', subresource: 'status', object: all.having({status: {hard: {}, used: {}}})})
      fresh.resync('dev')
      const counted = (fresh.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'dev', name: 'q'})?.['status'] as {readonly used?: unknown}).used
      expect(followed).to.deep.equal(counted)
    }), {numRuns: 40})
  })
})

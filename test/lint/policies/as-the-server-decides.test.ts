import {expect} from 'chai'
import fc from 'fast-check'

import {lint} from '../../../src/lint/lint-all.js'
import {SourceFile} from '../../../src/source/source-file.js'
import {type Amounts, app, type Body, limitRange, type Manifest, pod, quota} from '../../helpers/builders.js'
import {runs} from '../../helpers/runs.js'
import {TestCluster} from '../../helpers/test-cluster.js'

const some = (names: readonly string[], ...texts: readonly string[]): fc.Arbitrary<Amounts> =>
  fc.dictionary(fc.constantFrom(...names), fc.constantFrom(...texts), {maxKeys: 3}).map((list) => ({...list}))

const compute = ['cpu', 'memory', 'ephemeral-storage']

const keys = ['cpu', 'requests.memory', 'limits.cpu', 'limits.memory', 'requests.ephemeral-storage', 'pods']

const limits = fc.record({min: some(compute, '1', '2'), default: some(compute, '2', '3'), defaultRequest: some(compute, '1', '2'), podMin: some(compute, '1', '2', '3')})
  .map(({podMin, ...lists}) => limitRange('limits', {type: 'Container', ...lists}, {type: 'Pod', min: podMin}))

const hard = some(keys, '1', '2', '4').map((list) => quota(list))

const messagesIn = (...objects: readonly Body[]): [id: string, message: string][] =>
  lint(objects.map((object, i) => new SourceFile(`${i}.json`, JSON.stringify(object)))).diagnostics.map(({ruleId, message}) => [ruleId, message])

function clusterWith(...objects: readonly Manifest[]): TestCluster | undefined {
  const cluster = new TestCluster()
  return objects.every((object) => cluster.create(object).allowed) ? cluster : undefined
}

const answer = (cluster: TestCluster, object: Body): string => cluster.create(object, {dryRun: true}).status.message

describe('lint findings compared with the server (property) @slow', () => {
  it('report a request above a default limit exactly if the server rejects it', () => {
    const counts = {rejected: 0, valid: 0}
    fc.assert(fc.property(limits, some(compute, '1', '2', '3', '4'), some(compute, '4'), (policy, requests, own) => {
      const cluster = clusterWith(policy)
      if (cluster === undefined) return
      const asking = pod().with(app({requests, limits: own}))
      const isInvalid = / is invalid: .*must be less than or equal to \S+ limit of/.test(answer(cluster, asking))
      const found = messagesIn(policy, asking).some(([id]) => id === 'pod/request-above-default-limit')
      expect(found, JSON.stringify([policy, asking])).to.equal(isInvalid)
      counts[isInvalid ? 'rejected' : 'valid']++
    }), {numRuns: runs(1500), seed: 8})
    expect(Math.min(counts.rejected, counts.valid)).to.be.above(runs(100))
  })

  it('quote the response of the server to a pod without resources', () => {
    let count = 0
    fc.assert(fc.property(limits, hard, (policy, quotas) => {
      const cluster = clusterWith(policy, quotas)
      if (cluster === undefined) return
      const [, message] = messagesIn(policy, quotas).find(([id]) => id === 'resource-quota/unmet-demand') ?? []
      const answered = answer(cluster, pod())
      if (answered.includes('failed quota')) expect(message, answered).to.match(/failed quota/)
      if (message === undefined) return
      count++
      expect(clusterWith(quotas)).to.not.equal(undefined)
      // LimitRanger runs before ResourceQuota.
      if (answered.includes('failed quota')) expect(message.slice(message.indexOf('failed quota'))).to.equal(answered.slice(answered.indexOf('failed quota')))
      else expect(answered).to.match(/ per (?:Pod|Container) is | is invalid: /)
    }), {numRuns: runs(800), seed: 8})
    expect(count).to.be.above(runs(100))
  })

  it('report that no pod fits only if the server denies every pod', () => {
    let count = 0
    const stated = ['1', '2', '3', '4'].flatMap((request) => ['2', '3', '4', '9'].map((limit) => ({request, limit})))
    fc.assert(fc.property(limits, hard, (policy, quotas) => {
      const cluster = clusterWith(policy, quotas)
      if (cluster === undefined) return
      const found = messagesIn(policy, quotas).map(([id]) => id)
      if (found.includes('resource-quota/smaller-than-default')) expect(answer(cluster, pod())).to.match(/exceeded quota|failed quota/)
      if (!found.includes('resource-quota/smaller-than-smallest-pod')) return
      count++
      for (const {request, limit} of stated) {
        const list = (text: string): Amounts => Object.fromEntries(compute.map((name) => [name, text]))
        const tried = pod().with(app({requests: list(request), limits: list(limit)}))
        expect(cluster.create(tried, {dryRun: true}).allowed, JSON.stringify([policy, quotas, tried])).to.equal(false)
      }
      expect(cluster.create(pod(), {dryRun: true}).allowed).to.equal(false)
    }), {numRuns: runs(1000), seed: 8})
    expect(count).to.be.above(runs(50))
  })
})

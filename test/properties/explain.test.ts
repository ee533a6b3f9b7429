import {expect} from 'chai'
import * as fc from 'fast-check'

import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {checkReview, checkUsage} from '../helpers/added-up.js'
import type {Body} from '../helpers/builders.js'
import {send, vectorCluster} from '../helpers/replay.js'
import {runs} from '../helpers/runs.js'
import {limitRangePolicy, podOf, quotaPolicy} from './sides.js'

// The arithmetic that `kadm explain` prints, added up again for random pods under random policies.

const inVectorNamespace = (body: Body): Body => {
  const {namespace: _namespace, ...metadata} = body['metadata'] as Body
  return {...body, metadata}
}

const policies = fc.array(fc.oneof(quotaPolicy, quotaPolicy, limitRangePolicy), {minLength: 1, maxLength: 4}).map((all) => all.map(inVectorNamespace))

const withClass = fc.tuple(podOf('p'), fc.constantFrom(undefined, 'sandbox')).map(([body, runtimeClassName]): Body =>
  ({...body, spec: {...body['spec'] as Body, ...runtimeClassName !== undefined && {runtimeClassName}}}))

/** Pods to create, to replace and to delete. */
const requests = fc.array(fc.record({verb: fc.constantFrom('create' as const, 'create' as const, 'create' as const, 'put' as const, 'delete' as const), object: withClass}), {minLength: 3, maxLength: 8})

const sandbox = {apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: {name: 'sandbox'}, handler: 'sandbox', overhead: {podFixed: {cpu: '150m', memory: '32Mi'}}}

const answerOf = ({status, object, warnings}: Review): unknown => ({status, object, warnings})

describe('explanations of random requests', () => {
  it('add up to the answers, and to the usage of quotas', () => {
    const seen = {sums: 0, excesses: 0, bounds: 0, overheads: 0}
    fc.assert(fc.property(policies, requests, (given, sent) => {
      const [cluster, plain] = [true, false].map((explains) => vectorCluster({explains})) as [Cluster, Cluster]
      for (const object of [sandbox, ...given]) for (const each of [cluster, plain]) send(each, {verb: 'create', object})
      for (const request of sent) {
        const review = send(cluster, request)
        expect(answerOf(review)).to.deep.equal(answerOf(send(plain, request)))
        checkReview(cluster, review)
        count(review, seen)
      }
      cluster.resync('ns')
      for (const quota of cluster.list(resourceQuota, 'ns')) checkUsage(cluster, quota)
    }), {numRuns: runs(300)})
    for (const [what, times] of Object.entries(seen)) expect(times, what).to.be.greaterThan(runs(20))
  })
})

/** Counts the parts of explanations that random requests must reach. */
function count({trace}: Review, seen: {sums: number, excesses: number, bounds: number, overheads: number}): void {
  for (const policy of trace?.explanations.flatMap((one) => one.policies) ?? []) {
    if (policy.type === 'limit-range') seen.bounds += policy.checks.length
    if (policy.type !== 'quota') continue
    seen.sums += policy.sums.length
    seen.excesses += policy.sums.filter(({excess}) => excess !== undefined).length
    seen.overheads += policy.sums.filter(({sum}) => sum?.overhead !== undefined).length
  }
}

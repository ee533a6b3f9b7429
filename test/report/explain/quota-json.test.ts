import {expect} from 'chai'
import type {ExplainedQuota, UncountedObjects, UsageTerm} from '../../../src/explain/quota-usage.js'
import {Quantity} from '../../../src/machinery/quantity/quantity.js'
import {quotaUsageJson} from '../../../src/report/explain/quota-json.js'

interface QuotaJson {
  readonly resources: readonly {readonly terms: readonly unknown[], readonly moreTerms?: number}[]
  readonly leftOut: readonly unknown[]
  readonly moreLeftOut?: number
}

describe('the JSON of kadm explain quota', () => {
  const object = {apiVersion: 'v1', kind: 'Pod', metadata: {namespace: 'dev', name: 'p'}}
  const term: UsageTerm = {object, count: 1, amount: Quantity.one}
  const ended: UncountedObjects = {object, count: 1, why: {ended: 'finished'}}

  const explained = (terms: number, leftOut: number): ExplainedQuota => ({
    quota: {apiVersion: 'v1', kind: 'ResourceQuota', metadata: {namespace: 'dev', name: 'q'}}, usageFrom: 'recomputed',
    resources: [{resource: 'pods', terms: new Array<UsageTerm>(terms).fill(term), used: Quantity.one, hard: Quantity.one}],
    leftOut: new Array<UncountedObjects>(leftOut).fill(ended),
  })

  const lengthsOf = (...quotas: readonly ExplainedQuota[]): unknown =>
    (JSON.parse(quotaUsageJson(quotas)) as {readonly quotas: readonly QuotaJson[]}).quotas
      .map(({resources: [resource], leftOut, moreLeftOut}) => [resource?.terms.length, resource?.moreTerms, leftOut.length, moreLeftOut])

  it('has the first 10 terms of each resource if all quotas together have more than 100,000 @slow', () => {
    expect(lengthsOf(explained(50_000, 12), explained(50_000, 0))).to.deep.equal([[50_000, undefined, 12, undefined], [50_000, undefined, 0, undefined]])
    expect(lengthsOf(explained(100_000, 12), explained(1, 0))).to.deep.equal([[10, 99_990, 12, undefined], [1, undefined, 0, undefined]])
  })

  it('has the first 10 objects that each quota leaves out if they are more than 100,000', () => {
    expect(lengthsOf(explained(11, 100_001))).to.deep.equal([[11, undefined, 10, 99_991]])
  })
})

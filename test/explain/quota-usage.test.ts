import {expect} from 'chai'
import type {Cluster} from '../../src/cluster/cluster.js'
import type {Contribution} from '../../src/controllers/usage-parts.js'
import {explainQuotas, maxQuotaObjects} from '../../src/explain/quota-usage.js'
import type {ResourceQuota} from '../../src/machinery/api/core-v1.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {noResources, resourceListOf} from '../../src/machinery/quantity/resource-list.js'

describe('explainQuotas', () => {
  const one = resourceListOf([['pods', Quantity.one]])
  const counted: Contribution = {object: {apiVersion: 'v1', kind: 'Pod', metadata: {name: 'p'}}, count: 1, unmatchedScopes: [], used: one, sumOf: () => undefined}

  /** Returns the numbers of terms of quotas that count these numbers of objects, for the first of some resources. */
  function termsOf(numbers: readonly number[], used = one): readonly number[] {
    const quotas = numbers.map((_, i): ResourceQuota => ({apiVersion: 'v1', kind: 'ResourceQuota', metadata: {name: String(i)}, status: {hard: used, used}}))
    const usageParts = ({metadata: {name}}: ResourceQuota): object =>
      ({contributions: new Array<Contribution>(numbers[Number(name)] ?? 0).fill({...counted, used}), others: noResources})
    return explainQuotas({usageParts} as unknown as Cluster, quotas.map((quota) => ({quota, usageFrom: 'recomputed'})))
      .map(({resources: [resource]}) => resource?.terms.length ?? 0)
  }

  it('rejects quotas beyond the first 10 that count too many objects together @slow', () => {
    const few = Array.from({length: 10}, (_, i) => i)
    expect(termsOf([...few, maxQuotaObjects - 1, 1])).to.deep.equal([...few, maxQuotaObjects - 1, 1])
    expect(() => termsOf([...few, maxQuotaObjects - 1, 2, 3]))
      .to.throw('the first 12 of 13 ResourceQuotas count more than 1,000,000 objects together: name the quotas to explain')
  })

  it('counts an object for each resource that it uses @slow', () => {
    const two = resourceListOf([['pods', Quantity.one], ['requests.cpu', Quantity.one]])
    const few = Array<number>(10).fill(1)
    expect(termsOf([...few, maxQuotaObjects / 2], two)).to.deep.equal([...few, maxQuotaObjects / 2])
    expect(() => termsOf([...few, maxQuotaObjects / 2 + 1], two)).to.throw('the first 11 of 11 ResourceQuotas count more than 1,000,000 objects')
  })
})

import {expect} from 'chai'

import type {BoundCheck, PolicyExplanation, QuotaSum} from '../../src/admission/explanation.js'
import type {PluginExplanation} from '../../src/admission/explanations.js'
import type {Cluster} from '../../src/cluster/cluster.js'
import type {Review} from '../../src/cluster/review.js'
import type {PodSum} from '../../src/kinds/pod/resources/pod-sum.js'
import type {ResourceQuota} from '../../src/machinery/api/core-v1.js'
import {Quantity} from '../../src/machinery/quantity/quantity.js'
import {policyBlocks} from '../../src/report/explain/policy-blocks.js'
import {sumText} from '../../src/report/explain/sum-text.js'
import {blocksTable} from '../../src/report/explain/table.js'
import {styleFor} from '../../src/report/style.js'
import type {VectorRequest} from './replay.js'

const add = (amounts: readonly Quantity[]): Quantity => amounts.reduce((sum, amount) => sum.add(amount), Quantity.zero)

const largest = Quantity.parse('9P')

const greatest = (amounts: readonly Quantity[]): Quantity => amounts.reduce((maximum, amount) => amount.compare(maximum) > 0 ? amount : maximum, Quantity.zero)

const same = (a: Quantity, b: Quantity, what: string): void => {
  expect(a.equals(b), `${what}: ${a} is ${b}`).to.equal(true)
}

/** Adds the terms of a printed sum up, as a reader would: `a 1 + b 2 = 3; init c 4; the greatest is 4; + overhead 1 = 5`. */
function addPrinted(text: string): Quantity {
  let result = Quantity.zero
  for (const part of text.split('; ')) {
    const [left = '', right] = part.split(' = ')
    const amounts = left.split(/ \+ |^\+ /).filter((term) => term !== '').map((term) => Quantity.parse((/(\S+?),?(?: which replaces .*)?$/.exec(term))?.[1] ?? ''))
    if (part.startsWith('+ ')) result = result.add(add(amounts))
    else if (part.startsWith('the pod as a whole')) result = add(amounts)
    else if (part.startsWith('the greatest')) same(add(amounts), result, part)
    else {
      if (right !== undefined) same(add(amounts), Quantity.parse(right), part)
      result = greatest([result, add(amounts)])
    }
    if (part.startsWith('+ ') && right !== undefined) same(result, Quantity.parse(right), part)
  }
  return result
}

function checkSum(sum: PodSum): void {
  const {running, runningSum, starting, aggregate, podLevel, overhead = Quantity.zero, total, resource} = sum
  same(add(running.map(({amount}) => amount)), runningSum, `${resource} of what runs together`)
  for (const {amount, sidecars, sum: together} of starting) same(amount.add(sidecars), together, `${resource} of an init container`)
  same(greatest([runningSum, ...starting.map(({sum: together}) => together)]), aggregate, `${resource} of containers`)
  same((podLevel ?? aggregate).add(overhead), total, `${resource} of the pod`)
  same(addPrinted(sumText(sum)), total, sumText(sum))
}

function checkQuota({resource, used, usage, previous, requested, total, hard, excess, sum}: QuotaSum): void {
  same(used.add(requested), total, resource)
  if (excess !== undefined) same(total.sub(hard), excess, resource)
  else expect(total.compare(hard), resource).to.be.lessThanOrEqual(0)
  if (previous === undefined) same(usage, requested, resource)
  else same(usage.sub(previous), requested, resource)
  if (sum === undefined) return
  same(sum.total, usage, resource)
  checkSum(sum)
}

/** The printed story of a quota, as lines of cells. */
function printedQuota(explained: Extract<PolicyExplanation, {readonly type: 'quota'}>): readonly (readonly string[])[] {
  const policy = {kind: 'ResourceQuota', name: explained.policy.metadata.name ?? '', field: 'spec'}
  const text = blocksTable(policyBlocks({...explained, policy, sums: explained.sums.map((sum) => ({...sum, policy})), hard: []}), styleFor(false))
  return text.split('\n').map((line) => line.trim().split(/\s{2,}/))
}

/** Adds the printed rows up as a reader would, and returns the printed totals by resource. */
function checkPrintedQuota(explained: Extract<PolicyExplanation, {readonly type: 'quota'}>): ReadonlyMap<string, Quantity> {
  const lines = printedQuota(explained)
  const head = lines.findIndex(([first]) => first === 'Resource')
  const rows = head < 0 ? [] : lines.slice(head + 2, head + 2 + explained.sums.length)
  const totals = new Map<string, Quantity>()
  for (const [resource = '', ...cells] of rows) {
    const [used, requested, total, hard] = cells.slice(0, 4).map((cell) => Quantity.parse(cell)) as [Quantity, Quantity, Quantity, Quantity]
    same(used.add(requested), total, `printed total of ${resource}`)
    const [result = ''] = cells.slice(4)
    if (result === 'fits') expect(total.compare(hard), resource).to.be.lessThanOrEqual(0)
    else same(Quantity.parse(/^(\S+) too much$/.exec(result)?.[1] ?? ''), total.sub(hard), `printed excess of ${resource}`)
    const texts = lines.map((line) => line.join('  '))
    const changed = texts.flatMap((text) => text.startsWith(`${resource}: `) && text.endsWith(' more') ? [text] : [])
    for (const text of changed) {
      const [, now, before, more] = (/: (\S+) now, (\S+) before: (\S+) more$/.exec(text) ?? []).map((amount, i) => i === 0 ? Quantity.zero : Quantity.parse(amount)) as [Quantity, Quantity, Quantity, Quantity]
      same(now.sub(before), more, `printed change of ${resource}`)
      same(more, requested, `printed change of ${resource}`)
    }
    for (const text of texts.filter((line) => line.startsWith(`${resource} `) && line.includes(': '))) {
      const [, usage = '', sum = ''] = /^\S+ (\S+): (.*)$/.exec(text) ?? []
      same(addPrinted(sum), Quantity.parse(usage), text)
      if (changed.length === 0) same(Quantity.parse(usage), requested, text)
    }
    totals.set(resource, total)
  }
  expect(totals.size).to.equal(explained.ignores === undefined ? explained.sums.length : 0)
  return totals
}

function checkBound({bound, request, limit, enforced, ratio, violation, sums}: BoundCheck): void {
  // Upstream compares 64-bit integers, which larger amounts overflow.
  if ([request, limit, enforced].some((amount) => amount !== undefined && amount.compare(largest) > 0)) return
  for (const sum of sums) {
    same(sum.total, (sum.side === 'requests' ? request : limit) ?? Quantity.zero, 'amount of the pod')
    checkSum(sum)
  }
  const isAbove = [request, limit].some((amount) => amount !== undefined && amount.compare(enforced) > 0)
  const isBelow = [request, limit].some((amount) => amount !== undefined && amount.compare(enforced) < 0)
  if (bound === 'min' && isBelow) expect(violation).to.not.equal(undefined)
  if (bound === 'max' && isAbove) expect(violation).to.not.equal(undefined)
  if (ratio === undefined) return
  const [expected, found] = [Number(limit?.milliValue()), ratio * Number(request?.milliValue())]
  expect(found).to.be.closeTo(expected, expected / 1e6 + 1)
}

const rejectionOf = ({trace}: Review): PluginExplanation | undefined =>
  trace?.explanations.find(({isReached, rejection}) => isReached && rejection !== undefined)

/** Adds up what a review explains, as values and as printed, and compares the sums with the answer and with the stored usage of quotas. */
export function checkReview(cluster: Cluster, review: Review, {dryRun}: Pick<VectorRequest, 'dryRun'> = {}): void {
  const {trace, status, allowed, operation} = review
  const sums = trace?.explanations.flatMap(({policies}) => policies.flatMap((policy) => policy.type === 'quota' ? policy.sums : [])) ?? []
  sums.forEach(checkQuota)
  const quotas = trace?.explanations.flatMap(({policies}) => policies.flatMap((policy) => policy.type === 'quota' ? [policy] : [])) ?? []
  const printed = quotas.flatMap((policy) => [...checkPrintedQuota(policy)].map(([resource, total]) => ({name: policy.policy.metadata.name ?? '', resource, total})))
  trace?.explanations.flatMap(({policies}) => policies.flatMap((policy) => policy.type === 'limit-range' ? policy.checks : [])).forEach(checkBound)
  const rejection = rejectionOf(review)
  if (allowed) expect(rejection).to.equal(undefined)
  if (rejection !== undefined) expect(rejection.rejection?.status.message).to.equal(status.message)
  if (!allowed || operation !== 'CREATE' || dryRun === true) return
  for (const {name, resource, total} of printed) {
    const quota = cluster.get({apiVersion: 'v1', kind: 'ResourceQuota', namespace: 'ns', name})?.['status'] as {used: Record<string, string>}
    same(Quantity.parse(quota.used[resource] ?? ''), total, `used ${resource} of ${name}`)
  }
}

/** Adds the contributions of all objects up: they are the usage that the controller counts. */
export function checkUsage(cluster: Cluster, quota: ResourceQuota): void {
  const parts = cluster.usageParts(quota)
  if (parts === undefined) return
  const {contributions, others} = parts
  expect(Object.keys(others)).to.deep.equal([])
  for (const [resource, used] of Object.entries(quota.status?.used ?? {})) {
    const terms = contributions.flatMap(({used: {[resource]: amount}}) => amount ?? [])
    if (quota.spec?.hard?.[resource] !== undefined) same(add(terms), used, `used ${resource}`)
  }
}

import type {ExplainedQuota} from '../../explain/quota-usage.js'
import type {Ending} from '../../lint/ending.js'
import {type BoundedLists, boundedLists} from '../bounded-lists.js'
import {jsonText} from '../json-text.js'
import {referenceOf} from '../simulate/json.js'
import {podSumJson} from './json.js'

/** The usage of quotas as JSON; the contract is schemas/explain-quota.schema.json. */
export function quotaUsageJson(quotas: readonly ExplainedQuota[], ending?: Ending): string {
  const lists: Lists = {
    terms: boundedLists(quotas.flatMap(({resources}) => resources.map(({terms}) => terms))),
    leftOut: boundedLists(quotas.map(({leftOut}) => leftOut)),
    scopes: boundedLists(quotas.flatMap(({leftOut}) => leftOut.map(({why}) => 'ended' in why ? [] : why.scopes))),
  }
  return jsonText({version: 1, quotas: quotas.map((quota) => quotaJson(quota, lists)), ...ending})
}

/** The lists of all quotas: each quota may count all objects of its namespace, or leave them out. */
type Lists = Readonly<Record<'terms' | 'leftOut' | 'scopes', BoundedLists>>

const quotaJson = ({quota: {metadata: {namespace, name}}, usageFrom, resources, leftOut}: ExplainedQuota, lists: Lists): object => ({
  namespace, name, usageFrom,
  resources: resources.map(({resource, terms, others, used, hard}) => ({
    resource, ...lists.terms('terms', terms, ({object, count, amount, sum}) => ({object: referenceOf(object), count, amount, ...sum && {sum: podSumJson(sum)}})),
    ...others && {others}, used, hard,
  })),
  ...lists.leftOut('leftOut', leftOut, ({object, count, why}) =>
    ({object: referenceOf(object), count, ...'ended' in why ? {phase: why.ended} : lists.scopes('scopes', why.scopes)})),
})

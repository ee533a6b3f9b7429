import type {ExplainedQuota} from '../../explain/quota-usage.js'
import type {Ending} from '../../lint/ending.js'
import {jsonText} from '../json-text.js'
import {referenceOf} from '../simulate/json.js'
import {podSumJson} from './json.js'

/** The usage of quotas as JSON; the contract is schemas/explain-quota.schema.json. */
export const quotaUsageJson = (quotas: readonly ExplainedQuota[], ending?: Ending): string => jsonText({version: 1, quotas: quotas.map(quotaJson), ...ending})

const quotaJson = ({quota: {metadata: {namespace, name}}, usageFrom, resources, leftOut}: ExplainedQuota): object => ({
  namespace, name, usageFrom,
  resources: resources.map(({resource, terms, others, used, hard}) => ({
    resource, terms: terms.map(({object, count, amount, sum}) => ({object: referenceOf(object), count, amount, ...sum && {sum: podSumJson(sum)}})),
    ...others && {others}, used, hard,
  })),
  leftOut: leftOut.map(({object, count, why}) => ({
    object: referenceOf(object), count, ...'ended' in why ? {phase: why.ended} : {scopes: why.scopes.map(({requirement}) => requirement)},
  })),
})

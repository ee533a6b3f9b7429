import type {ExplainedQuota, ResourceUsage, UncountedObjects, UsageTerm} from '../../explain/quota-usage.js'
import type {PodSum} from '../../kinds/pod/resources/pod-sum.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import type {ScopedResourceSelectorRequirement} from '../../machinery/api/core-v1.js'
import {shownSuffix} from '../../machinery/meta/names.js'
import {oneLine, someOf} from '../../machinery/output/printable.js'
import {counted} from '../counted.js'
import {nameOfAll} from '../simulate/answers.js'
import {usageSourceText} from '../usage-source.js'
import {type Block, textBlock} from './blocks.js'
import {scopeText} from './policy-blocks.js'
import {sumText} from './sum-text.js'

/** Maximum number of objects in a table; -o json has more. */
const maxTerms = 60

/** Maximum number of scopes that an object is not in. */
const maxScopes = 10

/** The usage of quotas, a table for each resource. */
export const quotaUsageBlocks = (quotas: readonly ExplainedQuota[]): Block[] => quotas.flatMap(({quota: {metadata: {namespace = '', name = ''}}, usageFrom, resources, leftOut}) => [
  {heading: `ResourceQuota ${oneLine(namespace)}/${oneLine(name)}`, level: 1} as const,
  textBlock(`Its usage is ${usageSourceText[usageFrom]}.`),
  ...resources.flatMap(resourceBlocks),
  ...leftOut.length === 0 ? [] : [{heading: 'Left out', level: 2} as const, {head: ['Object', 'Why'], rows: rowsOf(leftOut, leftOutRow), depth: 1} as const],
])

function resourceBlocks({resource, terms, others, used, hard}: ResourceUsage): Block[] {
  const shown = terms.slice(0, maxTerms)
  const hasSums = shown.some(({sum}) => sum !== undefined && hasSeveralParts(sum))
  const head = ['Object', 'Amount', ...hasSums ? ['Sum'] : []]
  const rows = rowsOf(terms, (term) => [nameOf(term.object, term.count), String(term.amount), ...hasSums ? [termSumText(term)] : []])
  return [
    {heading: `${oneLine(resource)}: ${used} of ${hard} used`, level: 2},
    ...rows.length === 0 ? [textBlock('No given object uses it.')] : [{head, rows, depth: 1} as const],
    ...others === undefined ? [] : [textBlock(othersText(others), 1)],
  ]
}

/** The rows of the first objects, and one with the number of the others. */
function rowsOf<T>(objects: readonly T[], rowOf: (object: T) => string[]): string[][] {
  const rows = objects.slice(0, maxTerms).map(rowOf)
  const left = objects.length - rows.length
  return left > 0 ? [...rows, [`${counted(left, 'more object')}, which -o json has`, ...(rows[0] ?? []).slice(1).map(() => '')]] : rows
}

/** True for a sum that is more than the amount of one container. */
const hasSeveralParts = ({running, starting, podLevel, overhead}: PodSum): boolean =>
  running.length + starting.length > 1 || podLevel !== undefined || overhead !== undefined

const termSumText = ({sum, count}: UsageTerm): string =>
  sum === undefined || !hasSeveralParts(sum) ? '' : `${count > 1 ? 'each: ' : ''}${sumText(sum)}`

const othersText = (others: Quantity): string => others.sign() > 0 ? `The recorded usage has ${others} of objects that are not given.`
  : `The recorded usage differs by ${others} from that of the given objects.`

const nameOf = ({kind, metadata: {name = ''}}: UncountedObjects['object'], count: number): string =>
  `${oneLine(kind)} ${nameOfAll(oneLine(name), count)}${count > 1 && name.endsWith(shownSuffix) ? ` (${count} equal ones)` : ''}`

function leftOutRow({object, count, why}: UncountedObjects): string[] {
  const reason = 'ended' in why ? `it has ${why.ended === 'finished' ? 'finished' : 'been deleted'}: only count/pods counts it`
    : `it is not in the scope ${scopesText(why.scopes)}`
  return [nameOf(object, count), reason]
}

function scopesText(scopes: readonly ScopedResourceSelectorRequirement[]): string {
  const texts = scopes.slice(0, maxScopes).map(scopeText)
  return scopes.length > maxScopes ? someOf(texts, maxScopes, scopes.length) : texts.join(', ')
}

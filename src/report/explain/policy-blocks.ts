import type {EventLimitExplanation} from '../../admission/explanation.js'
import type {PlacedSum, PolicyStory} from '../../explain/types.js'
import type {ScopedResourceSelectorRequirement} from '../../machinery/api/core-v1.js'
import {quote} from '../../machinery/go/text.js'
import {oneLine} from '../../machinery/output/printable.js'
import type {PolicyCause} from '../../simulate/explain.js'
import {counted} from '../counted.js'
import {locationOf} from '../location.js'
import {badBlock, type Block, textBlock} from './blocks.js'
import {comparisonText, sumText} from './sum-text.js'

type Of<T extends PolicyStory['type']> = Extract<PolicyStory, {readonly type: T}>

/** The judgement of a policy on a request. */
export function policyBlocks(policy: PolicyStory): Block[] {
  switch (policy.type) {
    case 'limit-range': return limitRangeBlocks(policy)
    case 'quota': return quotaBlocks(policy)
    case 'event-limit': return [eventLimitBlock(policy)]
    case 'metadata-rule': return metadataRuleBlocks(policy)
  }
}

/** A policy with its place: `LimitRange limits (limits.yaml:3)`. */
const policyTitle = ({kind, name, place}: PolicyCause): string => `${kind} ${oneLine(name)}${place === undefined ? '' : ` (${placeText({place})})`}`

/** A policy with its file: `LimitRange limits (limits.yaml)`. */
export const policyFile = ({kind, name, place}: PolicyCause): string => `${kind} ${oneLine(name)}${place === undefined ? '' : ` (${oneLine(locationOf(place).path)})`}`

function placeText({place}: Pick<PolicyCause, 'place'>): string {
  if (place === undefined) return ''
  const {path, line} = locationOf(place)
  return `${oneLine(path)}:${line}`
}

/** The line of a place in a policy, whose file is known. */
export const lineOf = ({place}: PolicyCause): string => place === undefined ? '-' : String(locationOf(place).line)

function limitRangeBlocks({policy, checks}: Of<'limit-range'>): Block[] {
  if (checks.length === 0) return [textBlock(`${policyTitle(policy)}: it has no bounds for this kind of object.`)]
  const rows = checks.map((check) => [
    oneLine(check.subject), `${boundNames[check.bound]} ${oneLine(check.resource)}`, comparisonText(check), lineOf(check.policy), check.violation === undefined ? '' : 'violated',
  ])
  const sums = new Map(checks.flatMap((check) => check.sums.map((sum) => [`${sum.side} ${sum.resource}`, sum])))
  return [
    textBlock(`${policyTitle(policy)}:`), {head: ['Of', 'Bound', 'Comparison', 'Line', ''], rows, depth: 1},
    ...[...sums.values()].map((sum) => textBlock(`${sum.side}.${oneLine(sum.resource)} of the pod: ${sumText(sum)}`, 1)),
    ...checks.flatMap(({violation}) => violation === undefined ? [] : [badBlock(oneLine(violation.message), 1)]),
  ]
}

const boundNames = {min: 'min', max: 'max', maxLimitRequestRatio: 'max ratio'} as const

function quotaBlocks({policy, scopes, ignores, unmet, sums, hard}: Of<'quota'>): Block[] {
  const title = policyTitle(policy)
  if (ignores === 'other-resources') return [textBlock(`${title} does not count this kind of object: it bounds ${oneLine(hard.join(', ')) || 'nothing'}.`)]
  const missed = scopes.filter(({answer}) => answer !== true).map(({requirement, answer}) =>
    `${scopeText(requirement)}${typeof answer === 'string' ? `: ${oneLine(answer)}` : ''}`)
  if (ignores === 'out-of-scope') return [textBlock(`${title} does not count the object: it is not in the scope ${missed.join(', ')}.`)]
  const inScopes = scopes.length === 0 ? '' : `, as it is in ${scopes.length === 1 ? 'the scope' : 'the scopes'} ${scopes.map(({requirement}) => scopeText(requirement)).join(', ')}`
  if (ignores === 'no-change') return [textBlock(`${title} counts the object${inScopes}: the request does not add to its usage.`)]
  return [
    textBlock(`${title} counts the object${inScopes}:`),
    ...sums.length === 0 ? [] : [{head: ['Resource', 'Used', '+ Requested', '= Total', 'Hard', 'Result', 'Line'], rows: sums.map(sumRow), depth: 1} as const],
    ...sums.flatMap(derivation),
    ...unmet.map(({resource, containers}) => badBlock(`${oneLine(resource)}: each container must state it; missing in ${oneLine(containers.join(', '))}`, 1)),
  ]
}

/** A condition of a quota: `Terminating`, or `PriorityClass In [urgent]`. */
export const scopeText = ({scopeName = '', operator = 'Exists', values = []}: ScopedResourceSelectorRequirement): string =>
  oneLine(operator === 'Exists' ? scopeName : `${scopeName} ${operator}${values.length === 0 ? '' : ` [${values.join(' ')}]`}`)

const sumRow = ({resource, used, requested, total, hard, excess, policy}: PlacedSum): string[] =>
  [oneLine(resource), ...[used, requested, total, hard].map(String), excess === undefined ? 'fits' : `${excess} too much`, lineOf(policy)]

/** The way to a requested amount: the sum of a pod, and the difference of an update. */
function derivation({resource, sum, usage, previous, requested}: PlacedSum): Block[] {
  const added = sum === undefined ? [] : [`${oneLine(resource)} ${usage}: ${sumText(sum)}`]
  const changed = previous === undefined ? [] : [`${oneLine(resource)}: ${usage} now, ${previous} before: ${requested} more`]
  return [...added, ...changed].map((text) => textBlock(text, 1))
}

function eventLimitBlock({limit: {type = '', qps = 0, burst = 0}, key, before, after, isAccepted, waitSeconds}: EventLimitExplanation): Block {
  const bucket = `Limit of type ${oneLine(type)} (${qps} a second, burst ${burst})${key === '' ? '' : `, bucket ${quote(oneLine(key))}`}`
  if (isAccepted) return textBlock(`${bucket}: ${counted(number(before), 'token')} before, ${number(after)} after.`)
  return badBlock(`${bucket}: ${counted(number(before), 'token')}, and the event needs 1. There is one in ${counted(number(waitSeconds), 'second')}.`)
}

/** A number with at most three decimal places. */
const number = (value: number): number => Number(value.toFixed(3))

function metadataRuleBlocks({policy, isMatch, isRejecting, writes, conflicts}: Of<'metadata-rule'>): Block[] {
  const title = `${policyTitle(policy)}, ${policy.field}`
  if (!isMatch) return [textBlock(`${title}: does not match.`)]
  if (isRejecting) return [badBlock(`${title}: matches, and rejects the object.`)]
  return [
    textBlock(`${title}: matches${writes.length === 0 ? '.' : ', and sets:'}`),
    ...writes.map(({field, value}) => textBlock(`${oneLine(String(field))} to ${quote(oneLine(value))}`, 1)),
    ...conflicts.map((field) => badBlock(`Another rule that matches sets ${oneLine(String(field))} to another value.`, 1)),
  ]
}

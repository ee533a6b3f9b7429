import type {KubeObject} from '../../../kinds/kind.js'
import {distinctSelectorsOf, requirementText} from '../../../kinds/resource-quota/scope-selector.js'
import type {ResourceQuota, ScopedResourceSelectorRequirement} from '../../../machinery/api/core-v1.js'
import {append} from '../../../machinery/collections/append.js'
import {FieldPath} from '../../../machinery/field/path.js'
import {compareText} from '../../../machinery/go/text.js'
import {Quantity} from '../../../machinery/quantity/quantity.js'
import {
  add, exceededNames, isEmpty, isNegative, lessThanOrEqual, mask, noResources, removeZeros, type ResourceList, subtractWithNonNegativeResult,
} from '../../../machinery/quantity/resource-list.js'
import type {Attributes} from '../../attributes.js'
import {isRejection, type Reason, reject, type Rejection} from '../../plugin.js'
import type {Account} from './account.js'
import type {LimitedResource} from './configuration.js'
import {type Demand, type Evaluator, trackedNames} from './evaluators/evaluator.js'
import {fieldsNaming, fieldsOfScopes, limitedNames, limitedScopesOf, type Scopes} from './limited-resources.js'

/** The charge of a request to an account. */
export interface Charge<A extends Account = Account> {
  readonly account: A
  /** The usage of its quotas including the request, of the resources that the request adds to. */
  readonly used: ResourceList
}

/** The amounts, without zeros, that a request adds to the usage of an account that counts its object. */
export interface PendingCharge<A extends Account = Account> {
  readonly account: A
  readonly delta: ResourceList
}

/** An account that applies to a request, with its keys that match the object. */
interface Pertinent<A extends Account> {
  readonly account: A
  readonly names: readonly string[]
}

/** A request that creates or replaces an object. */
export type WriteAttributes = Attributes & {readonly object: KubeObject}

/** True for a request that creates or replaces an object. */
export const isWrite = (attributes: Attributes): attributes is WriteAttributes => attributes.object !== undefined

/** Creates a rejection for which upstream returns no status: clients get an internal error without a reason. */
const rejectRaw = (message: string, reason: Omit<Reason, 'message'> = {}): Rejection => ({status: {code: 500, reason: '', message}, reasons: [{message, ...reason}]})

/**
 * Decides whether a request fits into the quotas of its namespace. Returns the charge to each account, or a rejection if one quota
 * is exceeded (apiserver admission/plugin/resourcequota `CheckRequest`; spec resourcequota 1.3).
 *
 * @param accounts all quotas of the namespace
 * @param limited the resources that may only be used if a quota bounds them
 */
export function checkRequest<A extends Account>(
  accounts: readonly A[], attributes: WriteAttributes, evaluator: Evaluator, limited: readonly LimitedResource[],
): readonly Charge<A>[] | Rejection {
  const due = pendingCharges(accounts, attributes, evaluator, limited)
  return isRejection(due) ? due : chargeAll(due, attributes)
}

/** Returns the amounts that a request adds to each account, even if it exceeds them; a rejection if it cannot be counted or no quota covers a limited resource. */
export function pendingCharges<A extends Account>(
  accounts: readonly A[], attributes: WriteAttributes, evaluator: Evaluator, limited: readonly LimitedResource[],
): readonly PendingCharge<A>[] | Rejection {
  const {object} = attributes
  const limitedScopes = matchingScopes(evaluator, object, limitedScopesOf(limited))
  // Upstream then skips quotas entirely.
  if (typeof limitedScopes === 'string') return []
  const found = pertinentAccounts(accounts, attributes, evaluator)
  if (isRejection(found)) return found
  const usage = evaluator.usage(object)
  const negative = isNegative(usage)
  if (negative.length > 0) return reject(attributes, `quota usage is negative for resource(s): ${negative.join(',')}`)
  const deltas = found.pertinent.map(({account}) => ({account, delta: removeZeros(deltaFor(account, attributes, evaluator, usage))}))
  const due = deltas.filter(({delta}) => !isEmpty(delta))
  if (found.pertinent.length > 0 ? due.length === 0 : isEmpty(removeZeros(deltaFor(undefined, attributes, evaluator, usage)))) return []
  return uncovered(attributes, limited, {names: limitedNames(usage, attributes.resource, limited), limitedScopes}, found) ?? due
}

/** Returns the scope requirements that match an object; an error message if that cannot be determined. */
function matchingScopes(evaluator: Evaluator, object: KubeObject, requirements: Scopes): Scopes | string {
  if (evaluator.inScope === undefined) return []
  const matching: ScopedResourceSelectorRequirement[] = []
  for (const requirement of requirements) {
    const answer = evaluator.inScope(requirement, object)
    if (typeof answer === 'string') return `error on matching scope ${requirementText(requirement)}: ${answer}`
    if (answer) matching.push(requirement)
  }
  return matching
}

interface Found<A extends Account> {
  readonly pertinent: readonly Pertinent<A>[]
  /** The scopes of all quotas that match the object. */
  readonly scopes: Scopes
}

/** Finds the accounts that count the object. Rejects if one has no usage yet, or if the object lacks an amount that one requires. */
function pertinentAccounts<A extends Account>(accounts: readonly A[], attributes: WriteAttributes, evaluator: Evaluator): Found<A> | Rejection {
  const {object} = attributes
  const pertinent: Pertinent<A>[] = []
  const scopes: ScopedResourceSelectorRequirement[] = []
  for (const account of accounts) {
    const {quotas: [quota], hard} = account
    const {name = ''} = quota.metadata
    const selectors = distinctSelectorsOf(quota)
    const matching = matchingScopes(evaluator, object, selectors)
    if (typeof matching === 'string') return rejectRaw(`error matching scopes of quota ${name}, err: ${matching}`)
    append(scopes, matching)
    const names = trackedNames(evaluator, hard)
    if (names.length === 0 || matching.length < selectors.length) continue
    const rejection = unmetDemand({account, names}, attributes, evaluator)
    if (rejection !== undefined) return rejection
    pertinent.push({account, names})
  }
  return {pertinent, scopes}
}

/** Names for which a usage has been found complete: it never loses any. */
const covered = new WeakMap<ResourceList, readonly string[]>()

function unmetDemand({account: {quotas: [quota], used}, names}: Pertinent<Account>, attributes: WriteAttributes, evaluator: Evaluator): Rejection | undefined {
  const {name = ''} = quota.metadata
  const demands = evaluator.constraints?.(names, attributes.object) ?? []
  if (demands.length > 0) return reject(attributes, demandsMessage(name, demands), reasonsFor(demands, quota))
  if (covered.get(used) === names) return undefined
  if (names.every((key) => used[key] !== undefined)) {
    covered.set(used, names)
    return undefined
  }
  return reject(attributes, `status unknown for quota: ${name}, resources: ${names.join(',')}`)
}

/** Returns the message about a pod whose containers lack amounts that a quota requires. */
export const demandsMessage = (quota: string, demands: readonly Demand[]): string => `failed quota: ${quota}: must specify ${demands.map(demandText).join('; ')}`

/** Lists each container once, sorted by name. */
const demandText = ({name, missing}: Demand): string =>
  `${name} for: ${[...new Set(missing.map(({container}) => container))].sort(compareText).join(',')}`

const reasonsFor = (demands: readonly Demand[], quota: ResourceQuota): Reason[] => demands.flatMap(({name, missing}) => missing.map(({field}) =>
  ({message: `must specify ${name}`, field, cause: {policy: quota, field: hardPath.key(name)}})))

/**
 * Returns the usage that a request adds. For an update it is the increase, or the whole usage if the account did not count the
 * old object.
 *
 * @param account undefined for the increase independent of quotas
 */
export function deltaFor(account: Account | undefined, attributes: WriteAttributes, evaluator: Evaluator, usage: ResourceList): ResourceList {
  const previous = previousUsage(account, attributes, evaluator)
  return previous === undefined ? usage : subtractWithNonNegativeResult(usage, previous)
}

/** Returns the usage of the stored object that an update replaces; undefined if the account did not count it. */
export function previousUsage(account: Account | undefined, {oldObject}: WriteAttributes, evaluator: Evaluator): ResourceList | undefined {
  if (oldObject === undefined) return undefined
  const selectors = account === undefined ? [] : distinctSelectorsOf(account.quotas[0])
  return matchingScopes(evaluator, oldObject, selectors).length === selectors.length ? evaluator.usage(oldObject) : undefined
}

/** The limited resources and scopes that an object uses. */
interface LimitedUse {
  readonly names: readonly string[]
  readonly limitedScopes: Scopes
}

/** Rejects a request that uses limited resources that no quota bounds. */
function uncovered(
  attributes: WriteAttributes, limited: readonly LimitedResource[], {names, limitedScopes}: LimitedUse, {pertinent, scopes}: Found<Account>,
): Rejection | undefined {
  if (names.length === 0 && limitedScopes.length === 0) return undefined
  const covered = new Set(pertinent.flatMap(({names: keys}) => keys))
  const lacking = names.filter((name) => !covered.has(name))
  if (lacking.length > 0) {
    const message = `insufficient quota to consume: ${lacking.join(',')}`
    return reject(attributes, message, [{message, configuredBy: fieldsNaming(lacking, attributes.resource, limited)}])
  }
  const coveredScopes = new Set(scopes.map(({scopeName}) => scopeName))
  const open = limitedScopes.filter(({scopeName}) => !coveredScopes.has(scopeName))
  if (open.length === 0) return undefined
  return rejectRaw(`insufficient quota to match these scopes: [${open.map(requirementText).join(' ')}]`, {configuredBy: fieldsOfScopes(open, limited)})
}

function chargeAll<A extends Account>(due: readonly PendingCharge<A>[], attributes: WriteAttributes): readonly Charge<A>[] | Rejection {
  const charges: Charge<A>[] = []
  const rejecting: Exceeded[] = []
  for (const {account, delta} of due) {
    const {hard, used} = account
    const requested = boundAmounts(delta, hard)
    const needed = add(mask(used, Object.keys(requested)), requested)
    // A status reports what has already happened, so it is charged even if it exceeds the quota.
    if (attributes.subresource !== 'status' && !lessThanOrEqual(needed, hard)) rejecting.push(firstExceeded(account, requested, needed))
    charges.push({account, used: needed})
  }
  const [first] = rejecting.sort((a, b) => compareText(nameOf(a), nameOf(b)))
  return first === undefined ? charges : rejectExcess(first, attributes)
}

/** The amounts of a request that have a bound. Each request takes time for its own amounts only: a quota may have thousands of bounds. */
export const boundAmounts = (delta: ResourceList, hard: ResourceList): ResourceList =>
  mask(delta, Object.keys(delta).filter((name) => hard[name] !== undefined))

/** A quota that a request exceeds. */
interface Exceeded {
  readonly quota: ResourceQuota
  readonly exceeded: readonly string[]
  readonly requested: ResourceList
  readonly used: ResourceList
}

const nameOf = ({quota: {metadata: {name = ''}}}: Exceeded): string => name

/** Returns the first quota of an account that a request exceeds, if it exceeds the least bound. */
function firstExceeded({quotas, leastOf, used}: Account, requested: ResourceList, needed: ResourceList): Exceeded {
  let [first, end] = [0, leastOf.length - 1]
  while (first < end) {
    const middle = (first + end) >> 1
    if (lessThanOrEqual(needed, leastOf[middle] ?? noResources)) first = middle + 1
    else end = middle
  }
  const quota = quotas[first] ?? quotas[0]
  return {quota, exceeded: exceededNames(needed, quota.status?.hard ?? noResources), requested, used}
}

export const hardPath = FieldPath.of('spec', 'hard')

/** The part of the message about an exceeded quota that is the same in all of them. */
export const exceededQuotaText = ' is forbidden: exceeded quota: '

function rejectExcess({quota, exceeded, requested, used}: Exceeded, attributes: WriteAttributes): Rejection {
  const {hard = noResources} = quota.status ?? {}
  const amounts = (list: ResourceList): string => exceeded.flatMap((name) => list[name] === undefined ? [] : [`${name}=${list[name]}`]).join(',')
  const message = `exceeded quota: ${quota.metadata.name ?? ''}, requested: ${amounts(requested)}, used: ${amounts(used)}, limited: ${amounts(hard)}`
  return reject(attributes, message, exceeded.map((name): Reason => ({
    message: `${name}: requested ${requested[name]}, used ${used[name]} of ${hard[name]}: ${exceededBy(name, requested, used, hard)} too much`,
    cause: {policy: quota, field: hardPath.key(name)},
  })))
}

/** Returns the amount by which a request exceeds the bound of a resource. */
export const exceededBy = (name: string, ...[requested, used, hard]: [ResourceList, ResourceList, ResourceList]): Quantity => {
  const [amount, before, bound] = [requested, used, hard].map((list) => list[name] ?? Quantity.zero) as [Quantity, Quantity, Quantity]
  return before.add(amount).sub(bound)
}

import {Quantity} from '../../machinery/quantity/quantity.js'
import {greatestLimit, minRequest, stepOf} from '../../machinery/quantity/steps.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import {itemsOf} from '../mutate/items.js'
import type {PolicyDocument} from '../mutate/policy-document.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {causesOf, expectationOf, isDeniedBy, isPlaceOf, type Outcome} from './bench.js'
import type {DraftTest, Subject} from './draft.js'
import {split, usualAmounts} from './fill.js'
import type {Materials} from './materials.js'
import type {Amounts, ContainerAmounts} from './pods.js'

/** An object at a boundary, and one beyond it. */
interface Pair {
  readonly within: Subject
  readonly beyond: Subject
  /** The amounts for people. */
  readonly texts: readonly [within: string, beyond: string]
}

/**
 * Returns the tests of an amount of a LimitRange: one object at the boundary, one beyond it. If another policy denies every object at the
 * boundary, the first test expects that. None if no such objects are found.
 */
export function boundTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {bench, namespace} = materials
  let best: {readonly tests: DraftTest[], readonly rank: number} = {tests: [], rank: 0}
  let tries = 0
  for (const pair of pairsFor(item, materials)) {
    const outside = bench.send({object: pair.beyond.object, namespace})
    const inside = outside !== undefined && isDeniedBy(outside, isPlaceOf(item)) ? bench.send({object: pair.within.object, namespace}) : undefined
    if (outside !== undefined && inside !== undefined && !isDeniedBy(inside, isPlaceOf(item))) {
      const rank = rankOf(inside, outside)
      if (rank > best.rank) best = {tests: testsOf(item, pair, [inside, outside], namespace), rank}
      if (rank === bestRank) break
    }
    if (++tries === maxPairs) break
  }
  return best.tests
}

/** Maximum number of pairs of objects to try for an amount. */
const maxPairs = 200

const bestRank = 4

/** Ranks answers: best is an admitted object, and another one that only the amount denies. */
const rankOf = (inside: Outcome, outside: Outcome): number => (inside.review.allowed ? 3 : 1) + (causesOf(outside.review).length === 1 ? 1 : 0)

function testsOf(item: PolicyItem, {within, beyond, texts}: Pair, [inside, outside]: readonly [Outcome, Outcome], namespace: string): DraftTest[] {
  const name = (text: string): string => `${item.policy.name}: ${typeOf(item)} ${item.name} ${item.value} ${text}`
  return [
    {name: name(inside.review.allowed ? `admits ${texts[0]}` : `leaves ${texts[0]} to other policies`), namespace, existing: [], object: within.source, expect: expectationOf(inside)},
    {name: name(`denies ${texts[1]}`), namespace, existing: [], object: beyond.source, expect: expectationOf(outside)},
  ]
}

/** Returns the type of the LimitRange's item. */
const typeOf = ({policy, field}: PolicyItem): string =>
  scalarText(objectAt(listOf(objectAt(policy.body, 'spec')['limits'])[Number(field.steps()[2])])['type'])

function* pairsFor(item: PolicyItem, materials: Materials): Generator<Pair> {
  const [, , , list = '', resource = ''] = item.field.steps().map(String)
  const beyond = item.mutations[list === 'min' ? 1 : 0]?.map(({to}) => scalarText(to)) ?? []
  if (typeOf(item) === 'PersistentVolumeClaim') {
    for (const amount of beyond) yield* claimPairs(resource, [item.value, amount], materials)
  } else if (list === 'maxLimitRequestRatio') yield* ratioPairs(item, resource, materials)
  else for (const amount of beyond) yield* amountPairs(resource, [item.value, amount], typeOf(item) === 'Pod' ? maxContainers : 1, materials)
}

/** Maximum number of containers to which the amount of a pod is distributed. */
const maxContainers = 8

function* amountPairs(resource: string, [within, beyond]: readonly [string, string], maximum: number, materials: Materials): Generator<Pair> {
  for (let count = 1; count <= maximum; count++) {
    const [first, second] = [split(resource, within, count), split(resource, beyond, count)]
    if (first === undefined || second === undefined) continue
    for (const amounts of waysToState(resource, materials)) yield* pairsOf([first.map(amounts), second.map(amounts)], [within, beyond], materials)
    // The other container keeps the pod within the bounds of pods.
    if (maximum === 1) yield* pairsOf([[equal(resource)(within), noAmounts], [equal(resource)(beyond), noAmounts]], [within, beyond], materials)
  }
}

const noAmounts: ContainerAmounts = {requests: {}, limits: {}}

const equal = (resource: string) => (amount: string): ContainerAmounts => ({requests: {[resource]: amount}, limits: {[resource]: amount}})

/** Returns ways to state an amount: as request and limit, or as a limit with a lower request, which a quota of requests may need. */
function waysToState(resource: string, {ratios, fills}: Materials): ((amount: string) => ContainerAmounts)[] {
  const lowest = ratios[resource]
  const usual = fills.flatMap((fill) => fill[resource] ?? [])
  return [
    equal(resource),
    ...lowest === undefined ? [] : [(amount: string) =>
      ({requests: {[resource]: String(minRequest(Quantity.parse(amount), Quantity.parse(lowest), resource))}, limits: {[resource]: amount}})],
    ...usual.map((request) => (amount: string) => ({requests: {[resource]: request}, limits: {[resource]: amount}})),
  ]
}

function* ratioPairs({value, policy}: PolicyItem, resource: string, materials: Materials): Generator<Pair> {
  const ratio = Quantity.parse(value)
  // The server denies a LimitRange with such a ratio.
  if (ratio.sign() <= 0) return
  const minimum = itemsOf(policy).filter(({name}) => name === `min.${resource}`).map((item) => item.value)
  for (const text of new Set([...minimum, ...materials.fills.flatMap((fill) => fill[resource] ?? []), usualAmounts[resource] ?? '1'])) {
    const request = Quantity.parse(text)
    const limit = greatestLimit(request, ratio, resource)
    const more = limit.add(stepOf(resource))
    const amounts = (bound: Quantity): ContainerAmounts[] => [{requests: {[resource]: text}, limits: {[resource]: String(bound)}}]
    yield* pairsOf([amounts(limit), amounts(more)], [`${limit} for ${text}`, `${more} for ${text}`], materials)
  }
}

type Containers = readonly ContainerAmounts[]

function* pairsOf([within, beyond]: readonly [Containers, Containers], texts: Pair['texts'], {makers, fills}: Materials): Generator<Pair> {
  for (const make of makers) {
    for (const fill of fills) {
      const [first, second] = [make(within.map((amounts) => filled(amounts, fill))), make(beyond.map((amounts) => filled(amounts, fill)))]
      if (first !== undefined && second !== undefined) yield {within: first, beyond: second, texts}
    }
  }
}

/** Adds the usual amounts of other resources. */
export const filled = ({requests, limits}: ContainerAmounts, fill: Amounts): ContainerAmounts =>
  ({requests: {...fill, ...requests}, limits: {...fill, ...limits}})

function* claimPairs(resource: string, texts: Pair['texts'], {objects}: Materials): Generator<Pair> {
  const [within = [], beyond = []] = texts.map((amount) => objects('v1', 'PersistentVolumeClaim', {resources: {requests: {[resource]: amount}}}))
  for (const [i, first] of within.entries()) {
    const {[i]: second} = beyond
    if (second !== undefined) yield {within: first, beyond: second, texts}
  }
}

/** Returns the test of the defaults of a LimitRange: a container without amounts gets them. None if no container can get any. */
export function defaultTests(policy: PolicyDocument, {bench, namespace, makers, fills}: Materials): DraftTest[] {
  for (const make of makers) {
    for (const fill of fills) {
      const subject = make([filled({requests: {}, limits: {}}, fill)])
      const outcome = subject && bench.send({object: subject.object, namespace})
      const changes = outcome?.review.steps.flatMap((step) => step.changes).filter(({cause}) => cause?.policy.metadata.name === objectAt(policy.body, 'metadata')['name']) ?? []
      if (subject === undefined || outcome?.review.allowed !== true || changes.length === 0) continue
      const containers = listOf(objectAt(outcome.review.object, 'spec')['containers']).map((container) => {
        const {name = '', resources = {}} = objectAt(container)
        return {name, resources}
      })
      return [{
        name: `${policy.name} sets default requests and limits`, namespace, existing: [], object: subject.source,
        expect: {allowed: true, stored: {spec: {containers}}},
      }]
    }
  }
  return []
}

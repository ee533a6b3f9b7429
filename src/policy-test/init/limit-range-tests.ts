import {Quantity} from '../../machinery/quantity/quantity.js'
import {listOf, objectAt, scalarText} from '../mutate/body.js'
import {itemsOf} from '../mutate/items.js'
import type {PolicyItem} from '../mutate/policy-item.js'
import {type Bench, causesOf, expectationOf, isDeniedBy, isPlaceOf} from './bench.js'
import {type DraftTest, inline, type Subject} from './draft.js'
import {split, unitOf, usualAmounts} from './fill.js'
import type {Amounts, ContainerAmounts, MakePod} from './pods.js'

/** The namespace of tests, with ways to make and send objects. */
export interface Materials {
  readonly bench: Bench
  readonly namespace: string
  /** The functions that make pods, best first. */
  readonly makers: readonly MakePod[]
  /** The amounts that containers have besides those of the test. */
  readonly fills: readonly Amounts[]
}

/** An object at a boundary, and one beyond it. */
interface Pair {
  readonly within: Subject
  readonly beyond: Subject
  /** The amounts for people. */
  readonly texts: readonly [within: string, beyond: string]
}

/** Returns the tests of an amount of a LimitRange: one object at the boundary, one beyond it. None if no such objects are found. */
export function boundTests(item: PolicyItem, materials: Materials): DraftTest[] {
  const {bench, namespace} = materials
  let mixed: DraftTest[] = []
  for (const {within, beyond, texts} of pairsFor(item, materials)) {
    const [good, bad] = [within, beyond].map(({object}) => bench.send({object, namespace}))
    if (good?.review.allowed !== true || bad === undefined || !isDeniedBy(bad, isPlaceOf(item))) continue
    const name = (text: string): string => `${item.policy.name}: ${typeOf(item)} ${item.name} ${item.value} ${text}`
    const tests = [
      {name: name(`admits ${texts[0]}`), namespace, existing: [], object: within.written, expect: expectationOf(good)},
      {name: name(`denies ${texts[1]}`), namespace, existing: [], object: beyond.written, expect: expectationOf(bad)},
    ]
    if (causesOf(bad.review).length === 1) return tests
    if (mixed.length === 0) mixed = tests
  }
  return mixed
}

/** Returns the type of the LimitRange's item. */
const typeOf = ({policy, field}: PolicyItem): string =>
  scalarText(objectAt(listOf(objectAt(policy.body, 'spec')['limits'])[Number(field.steps()[2])])['type'])

function* pairsFor(item: PolicyItem, materials: Materials): Generator<Pair> {
  const [, , , list = '', resource = ''] = item.field.steps().map(String)
  const beyond = item.mutations[list === 'min' ? 1 : 0]?.map(({to}) => scalarText(to)) ?? []
  if (typeOf(item) === 'PersistentVolumeClaim') {
    for (const amount of beyond) yield {within: claim(resource, item.value), beyond: claim(resource, amount), texts: [item.value, amount]}
  } else if (list === 'maxLimitRequestRatio') yield* ratioPairs(item, resource, materials)
  else for (const amount of beyond) yield* amountPairs(resource, [item.value, amount], typeOf(item) === 'Pod' ? maxContainers : 1, materials)
}

/** Maximum number of containers to which the amount of a pod is distributed. */
const maxContainers = 8

function* amountPairs(resource: string, [within, beyond]: readonly [string, string], most: number, materials: Materials): Generator<Pair> {
  const equal = (amount: string): ContainerAmounts => ({requests: {[resource]: amount}, limits: {[resource]: amount}})
  for (let count = 1; count <= most; count++) {
    const [first, second] = [split(resource, within, count), split(resource, beyond, count)]
    if (first !== undefined && second !== undefined) yield* pairsOf([first.map(equal), second.map(equal)], [within, beyond], materials)
  }
}

function* ratioPairs({value, policy}: PolicyItem, resource: string, materials: Materials): Generator<Pair> {
  const ratio = Quantity.parse(value)
  const least = itemsOf(policy).filter(({name}) => name === `min.${resource}`).map((item) => item.value)
  for (const text of new Set([...least, ...materials.fills.flatMap((fill) => fill[resource] ?? []), usualAmounts[resource] ?? '1'])) {
    const request = Quantity.parse(text)
    const unit = unitOf(resource, request)
    const limit = unit.times(request.quotient(unit, ratio.milliValue()) / 1000n)
    const more = limit.add(unit)
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

const claim = (resource: string, amount: string): Subject => inline({
  apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: {name: 'test'},
  spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {[resource]: amount}}},
})

import type {LimitRange} from '../../../machinery/api/core-v1.js'
import {remember} from '../../../machinery/collections/remember.js'
import type {Quantity} from '../../../machinery/quantity/quantity.js'
import {type Bound, type Bounds, boundsOf, type Subject, type SubjectsOf} from './bounds.js'
import {isExact} from './constraints.js'

/** A bound of a LimitRange with a position. */
interface Step {
  readonly position: number
  readonly bound: Bound
}

/** The bounds of one list of a resource, in the order of their LimitRanges, each stricter than those before it: what keeps a bound keeps those before it. */
type Staircase = [first: Step, ...others: Step[]]

/** The bounds of many LimitRanges in an order in which the first broken one is found without looking at each. */
interface BoundIndex {
  /** The staircases of each type of items, by their list and resource. */
  readonly byType: ReadonlyMap<string, ReadonlyMap<string, Staircase>>
  /** The positions of LimitRanges with amounts that the server cannot compare with others in order. */
  readonly unordered: readonly number[]
}

const indexOf = remember((policies: readonly LimitRange[]): BoundIndex => makeIndex(policies.map(boundsOf)))

function makeIndex(all: readonly (readonly Bounds[])[]): BoundIndex {
  const byType = new Map<string, Map<string, Staircase>>()
  const unordered = new Set<number>()
  for (const [position, items] of all.entries()) {
    for (const {type, bounds} of items) {
      const staircases = byType.get(type) ?? new Map<string, Staircase>()
      byType.set(type, staircases)
      for (const bound of bounds) {
        if (isExact(bound.amount)) addStep(staircases, {position, bound})
        else unordered.add(position)
      }
    }
  }
  return {byType, unordered: [...unordered]}
}

function addStep(staircases: Map<string, Staircase>, step: Step): void {
  const {list, name, amount} = step.bound
  const key = `${list} ${name}`
  const steps = staircases.get(key)
  if (steps === undefined) staircases.set(key, [step])
  else if (isStricter(list, amount, (steps.at(-1) ?? steps[0]).bound.amount)) steps.push(step)
}

const isStricter = (list: Bound['list'], amount: Quantity, other: Quantity): boolean => list === 'min' ? amount.compare(other) > 0 : amount.compare(other) < 0

/** The first LimitRange that forbids something of an object; undefined if none does. */
export function firstBroken(policies: readonly LimitRange[], subjectsOf: SubjectsOf): LimitRange | undefined {
  const {byType, unordered} = indexOf(policies)
  let first = policies.length
  for (const [type, staircases] of byType) {
    for (const subject of subjectsOf(type)) for (const steps of staircases.values()) first = Math.min(first, firstBrokenStep(steps, type, subject) ?? first)
  }
  const earlier = unordered.find((position) => position < first && policies[position] !== undefined && isBroken(policies[position], subjectsOf))
  return policies[earlier ?? first]
}

/** The position of the first broken step, which a binary search finds: all steps after it are broken, too. */
function firstBrokenStep(steps: Staircase, type: string, subject: Subject): number | undefined {
  const isKept = (step: Step | undefined): boolean => step === undefined || isBoundKept(step.bound, type, subject)
  if (isKept(steps.at(-1))) return undefined
  let [low, high] = [0, steps.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isKept(steps[middle])) low = middle + 1
    else high = middle
  }
  return steps[low]?.position
}

const isBoundKept = ({name, amount, constraint}: Bound, type: string, {usage}: Subject): boolean => constraint(type, name, amount, usage) === undefined

const isBroken = (policy: LimitRange, subjectsOf: SubjectsOf): boolean =>
  boundsOf(policy).some(({type, bounds}) => subjectsOf(type).some((subject) => bounds.some((bound) => !isBoundKept(bound, type, subject))))

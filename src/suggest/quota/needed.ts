import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'
import {amountOf, type Need, totalOf, type Usage} from '../../simulate/capacity/needs.js'
import {perPhase, type PerPhase, type Phase, phases} from '../../simulate/capacity/types.js'
import type {UsageSource} from '../../simulate/quota-usage.js'
import {placeIn} from '../facts.js'
import {percentText, roundUp} from '../readable.js'
import type {Reason} from '../types.js'

/** An object that was sent, and its usage as counted by a quota. */
interface CountedNeed {
  readonly need: Need
  readonly usage: Usage
}

/** The needs of the objects of a namespace, as a quota counts them. */
export class NamespaceNeeds {
  /** The needs of all objects together in each phase. */
  readonly total: Usage
  private readonly largest = new Map<string, Reason[]>()

  private readonly counted: readonly CountedNeed[]

  /**
   * @param needs of the objects that are sent, and of those that exist already
   * @param quota undefined to count all
   */
  constructor(needs: readonly Need[], quota?: ResourceQuota) {
    this.counted = needs.map((need) => ({need, usage: need.usage(quota)}))
    this.total = totalOf(this.counted.map(({usage}) => usage))
  }

  /** The object that needs most of a resource, if there are several. */
  largestPart(key: string): Reason[] {
    const known = this.largest.get(key) ?? largestPart(key, this.counted)
    this.largest.set(key, known)
    return known
  }
}

/** The situations in words, in the order of the phases. */
const phaseWords: PerPhase<string> = {
  steady: 'all the time', peak: 'in a rollout of all workloads at once', worst: 'in a rollout while replaced pods stop',
  max: 'with autoscalers at their maximum', maxWorst: 'in a rollout with autoscalers at their maximum',
}

/** A bound with its reasons. */
export interface Bound {
  readonly value: Quantity
  readonly reasons: readonly Reason[]
}

/** A number of needs to choose a bound from. */
interface Counted {
  readonly key: string
  readonly needs: NamespaceNeeds
  /** The usage of all other objects. */
  readonly others: Quantity
  /** The source of that usage. */
  readonly usageFrom?: UsageSource
  readonly headroom: bigint
}

/** The bound for what is needed in the worst phase, with headroom; undefined if nothing is needed. */
export function boundFor({key, needs, others, usageFrom, headroom}: Counted): Bound | undefined {
  const needed = perPhase((phase) => amountOf(needs.total.lists[phase], key).add(others))
  const maximum = needed.maxWorst
  if (maximum.sign() <= 0) return undefined
  const [first = 'steady'] = phases.filter((phase) => needed[phase].equals(maximum))
  return {
    value: roundUp(maximum, key, headroom),
    reasons: [
      {text: `needed ${phaseWords[first]}:`, amount: maximum, ...headroom > 0n && {margin: `+ ${percentText(headroom)}`}},
      ...first === 'steady' ? [] : [{text: stepsText(needed)}],
      ...needs.largestPart(key),
      ...others.isZero() ? [] : [{text: usageFrom === 'status' ? 'other objects, by the status of the quota:' : 'policies, and objects that others refer to:', amount: others}],
    ],
  }
}

/** The needs of the phases below the greatest, each that is more than the one before: `4 all the time, 6 in a rollout`. */
function stepsText(needed: PerPhase<Quantity>): string {
  const isStep = (phase: Phase, i: number): boolean => needed[phase].compare(needed.maxWorst) < 0
    && phases.slice(0, i).every((before) => needed[phase].compare(needed[before]) > 0)
  return phases.filter(isStep).map((phase) => `${needed[phase]} ${phaseWords[phase]}`).join(', ')
}

function largestPart(key: string, counted: readonly CountedNeed[]): Reason[] {
  const parts = counted.map(({need, usage}) => ({need, amount: amountOf(usage.lists.maxWorst, key)})).filter(({amount}) => amount.sign() > 0)
  const [first, ...others] = parts.sort((a, b) => b.amount.compare(a.amount))
  if (first === undefined || others.length === 0) return []
  const {need: {identity: {kind, name}, review: {manifest}}, amount} = first
  return [{text: `the most by ${kind} ${name}:`, amount, place: placeIn(manifest, [])}]
}

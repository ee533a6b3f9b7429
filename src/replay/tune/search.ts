import {TokenBucket} from '../../machinery/rate-limit/token-bucket.js'
import type {KeyedArrivals} from './arrivals.js'

/** The largest number in a configuration. */
export const maxInt32 = 2 ** 31 - 1

/** A limit with more than one token per nanosecond limits nothing. */
export const maxQps = 1e9

/** The share of the requests of a log to accept. */
export interface Goal {
  /** In per cent. */
  readonly accept: number
  /** The scope of the share: every key, or all requests together. */
  readonly of: 'every-key' | 'all'
}

/** The numbers of a limit. */
export interface Rate {
  readonly qps: number
  readonly burst: number
}

/** The space of a search: limits in order, each of which accepts at least as much as the one before. */
export interface Search {
  readonly arrivals: KeyedArrivals
  readonly goal: Goal
  readonly limitOf: (value: number) => Rate
  /** A value that accepts this number of requests, if any does. */
  readonly maxFor: (requests: number) => number
}

/** The result: a value, and the key that needs it. */
export interface SearchResult {
  readonly value: number
  readonly deciding: number | undefined
}

/**
 * Finds the smallest value of at least 1 with which a limit accepts enough, by bisection: a larger burst or qps never accepts less in
 * total. The result does not depend on other limits, as each limit decides independently.
 *
 * @returns undefined when no value is enough
 */
export const search = (what: Search): SearchResult | undefined => what.goal.of === 'all' ? searchForAll(what) : searchForEveryKey(what)

/** Returns the smallest integer from `low` on that is enough. `high` must be enough, and so must each integer above one that is. */
export function smallest(low: number, high: number, isEnough: (value: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (isEnough(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/** Returns the number of requests that can be rejected. */
const mayReject = (requests: number, {accept}: Goal): number => Math.floor(requests * (100 - accept) / 100 + 1e-9)

/** The number of requests of a key that a limit rejects. */
export function rejections(arrivals: KeyedArrivals, key: number, {qps, burst}: Rate): number {
  const bucket = new TokenBucket(qps, burst)
  let count = 0
  arrivals.forEach(key, (time) => {
    if (!bucket.tryAccept(time)) count++
  })
  return count
}

/** Starts with the keys with the most requests: most others need no larger value, and are checked only once. */
function searchForEveryKey({arrivals, goal, limitOf, maxFor}: Search): SearchResult | undefined {
  const keys = arrivals.names.map((_, key) => key).sort((a, b) => arrivals.sizeOf(b) - arrivals.sizeOf(a) || a - b)
  let found: SearchResult = {value: 1, deciding: undefined}
  for (const key of keys) {
    const requests = arrivals.sizeOf(key)
    const isEnough = (value: number): boolean => rejections(arrivals, key, limitOf(value)) <= mayReject(requests, goal)
    if (isEnough(found.value)) continue
    const max = maxFor(requests)
    if (!isEnough(max)) return undefined
    found = {value: smallest(found.value + 1, max, isEnough), deciding: key}
  }
  return found
}

function searchForAll({arrivals, goal, limitOf, maxFor}: Search): SearchResult | undefined {
  const keys = arrivals.names.map((_, key) => key)
  const requests = arrivals.keyOf.length
  const isEnough = (value: number): boolean => keys.reduce((sum, key) => sum + rejections(arrivals, key, limitOf(value)), 0) <= mayReject(requests, goal)
  const max = maxFor(keys.reduce((size, key) => Math.max(size, arrivals.sizeOf(key)), 1))
  return isEnough(max) ? {value: smallest(1, max, isEnough), deciding: undefined} : undefined
}

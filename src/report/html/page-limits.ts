import type {Html} from './html.js'

/** Limits on the content of a page, so that a browser can open it. */
export const pageLimits = {
  /** Items of a list: findings, or objects. */
  items: 5_000,
  /** Characters of a list. */
  characters: 8_000_000,
  /** Objects of a simulation with all details: of more, admitted ones have none. */
  detailed: 1_000,
  /** Characters of one text. */
  text: 4_000,
} as const

/** The beginning of a text that is too long for a page. */
export const beginning = (text: string): string =>
  text.length <= pageLimits.text ? text : `${text.slice(0, pageLimits.text)}… (the beginning of ${text.length.toLocaleString('en')} characters: -o json has all)`

/** Returns the items of the first values, up to the limits of a page. Put what matters most first. */
export function fitting<T>(values: readonly T[], make: (value: T) => Html): ReadonlyMap<T, Html> {
  const items = new Map<T, Html>()
  let length = 0
  for (const value of values) {
    if (items.size === pageLimits.items || length > pageLimits.characters) break
    const item = make(value)
    length += item.text.length
    items.set(value, item)
  }
  return items
}

/** A note that a page does not show everything; none if it does. */
export const leftOutNote = (shown: number, all: number, what: string): string[] =>
  shown === all ? [] : [`This page shows ${shown} of ${all} ${what}: -o json has all of them`]

import {compareText} from '../go/text.js'

/**
 * Returns the index of the first item whose text is not before another one: the index of that text, or at which to insert it.
 *
 * @param sorted by their texts, in the order of `compareText`
 */
export function positionIn<T>(sorted: readonly T[], text: string, textOf: (item: T) => string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareText(textOf(sorted[middle] as T), text) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Makes things in batches of 1, 2, 4 and so on, all of a batch at once, until some of a batch are refused (slowStartBatch).
 *
 * @param make makes the thing of a number, and says whether it was allowed
 * @returns true when all were made
 */
export function slowStart(count: number, make: (number: number) => boolean): boolean {
  let size = Math.min(1, count)
  for (let start = 0; size > 0; start += size, size = Math.min(2 * size, count - start)) {
    let isRefused = false
    for (let i = start; i < start + size; i++) isRefused = !make(i) || isRefused
    if (isRefused) return false
  }
  return true
}

/**
 * Creates items in batches of 1, 2, 4 and so on, until a batch has rejections (slowStartBatch).
 *
 * @param make creates the item with an index, and returns whether it was admitted
 * @returns true if all were created
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

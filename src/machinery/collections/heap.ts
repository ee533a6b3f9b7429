/** A priority queue: returns its items in ascending order. */
export class Heap<T> {
  private readonly items: T[] = []

  /** @param compare returns a negative number if the first comes before the second; never 0, because the order of equal items is undefined */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get smallest(): T | undefined {
    return this.items[0]
  }

  /** All items, in any order. */
  get all(): readonly T[] {
    return this.items
  }

  push(item: T): void {
    const {items, compare} = this
    let i = items.length
    items.push(item)
    for (let parent = (i - 1) >> 1; i > 0; parent = (i - 1) >> 1) {
      const above = items[parent] as T
      if (compare(above, item) <= 0) break
      items[i] = above
      i = parent
    }
    items[i] = item
  }

  pop(): T | undefined {
    const {items} = this
    const [smallest] = items
    const last = items.pop()
    if (items.length > 0) this.sink(last as T)
    return smallest
  }

  /** Replaces the first item by another one and moves it down to its place. */
  private sink(item: T): void {
    const {items, compare} = this
    let i = 0
    for (let child = 1; child < items.length; child = 2 * i + 1) {
      if (child + 1 < items.length && compare(items[child + 1] as T, items[child] as T) < 0) child++
      if (compare(items[child] as T, item) >= 0) break
      items[i] = items[child] as T
      i = child
    }
    items[i] = item
  }
}

import {Heap} from '../../machinery/collections/heap.js'
import {compareInstants, type Instant} from '../../machinery/go/instant.js'

/** The number of items held back for sorting: an item that is later in the log by more than this is too late. */
const orderWindow = 4096

/** An item with a time. */
export interface Timed extends Instant {
  /** Its index in the input, which orders equal times. */
  readonly place: number
}

/** An item of a series, with the rest of the series; or a single item. */
interface Straggler<T> {
  readonly item: T
  readonly rest: (() => T | undefined) | undefined
}

const compare = (a: Timed, b: Timed): number => compareInstants(a, b) || a.place - b.place

/**
 * Sorts items by time that are nearly in order, as in a log that records each request at its end. Only the next item of a
 * series is held, regardless of its length.
 */
export class Reorder<T extends Timed> {
  /** The items that came in order; the first ones are consumed. */
  private queue: T[] = []
  private taken = 0
  private readonly stragglers = new Heap<Straggler<T>>((a, b) => compare(a.item, b.item))
  private waiting = 0
  private isHeld = false
  private isEnded = false
  private readonly latest = {seconds: -Infinity, nanoseconds: 0}
  /** The last item that came in order. */
  private readonly last = {seconds: -Infinity, nanoseconds: 0, place: -1}
  /** The number of items that were moved to their place. */
  reordered = 0
  /** The number of items that came too late for their place. */
  late = 0

  /** @param window the number of items to hold back */
  constructor(private readonly window = orderWindow) {}

  /** The effective time: that of the newest item that was returned. Late items do not set the clock back. Valid until the next item. */
  get now(): Instant {
    return this.latest
  }

  push(item: T): void {
    if (compare(this.last, item) <= 0) this.append(item)
    else this.stragglers.push({item, rest: undefined})
    this.waiting++
  }

  /** @param next returns the items in order of time */
  pushSeries(next: () => T | undefined): void {
    const item = next()
    if (item !== undefined) this.stragglers.push({item, rest: next})
  }

  /** Holds all items until `release`: the items of a list can be in any order. */
  hold(): void {
    this.isHeld = true
  }

  release(): void {
    this.isHeld = false
  }

  /** Ends the input: no item is held back after that. */
  end(): void {
    this.isEnded = true
  }

  /** Returns the next item in order of time; undefined while it is not certain which one that is. Call it after each `push`. */
  next(): T | undefined {
    if (!this.isEnded && (this.isHeld || this.waiting <= this.window)) return undefined
    const first = this.queue[this.taken]
    const straggler = this.stragglers.smallest
    if (first !== undefined && (straggler === undefined || compare(first, straggler.item) <= 0)) return this.takeInOrder(first)
    return straggler && this.takeStraggler(straggler)
  }

  private takeInOrder(item: T): T {
    this.taken++
    this.waiting--
    // Removing the first items of an array takes time proportional to its length.
    if (this.taken > this.window && this.taken * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.taken)
      this.taken = 0
    }
    this.meet(item)
    return item
  }

  private takeStraggler({item, rest}: Straggler<T>): T {
    this.stragglers.pop()
    const isLate = this.meet(item)
    if (rest === undefined) {
      this.waiting--
      if (!isLate) this.reordered++
    } else this.pushSeries(rest)
    return item
  }

  private append(item: T): void {
    const {last} = this
    last.seconds = item.seconds
    last.nanoseconds = item.nanoseconds
    last.place = item.place
    this.queue.push(item)
  }

  /** Moves the effective time on to an item. Returns true if the item is late. */
  private meet(item: T): boolean {
    const {latest} = this
    const isLate = compareInstants(item, latest) < 0
    if (isLate) this.late++
    else {
      latest.seconds = item.seconds
      latest.nanoseconds = item.nanoseconds
    }
    return isLate
  }
}

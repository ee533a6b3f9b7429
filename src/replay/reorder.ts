import type {Instant} from '../admission/plugins/event-rate-limit/token-bucket.js'
import {Heap} from '../machinery/collections/heap.js'
import {compareInstants} from '../machinery/go/instant.js'

/** The number of items held back for sorting: an item further behind in the log comes too late. */
export const orderWindow = 4096

/** Something with a time. */
export interface Timed extends Instant {
  /** Its place in the input, which decides between equal times. */
  readonly place: number
}

/** An item of a series, with the rest of the series; or a single item. */
interface Straggler<T> {
  readonly item: T
  readonly rest: (() => T | undefined) | undefined
}

const compare = (a: Timed, b: Timed): number => compareInstants(a, b) || a.place - b.place

/**
 * Sorts items by time that are nearly in order, as in a log that records each request at its end. Of a series, only the next item
 * is held, however long it is.
 */
export class Reorder<T extends Timed> {
  /** The items that came in order; the first ones are consumed. */
  private queue: T[] = []
  private gone = 0
  private readonly stragglers = new Heap<Straggler<T>>((a, b) => compare(a.item, b.item))
  private waiting = 0
  private isHeld = false
  private newest: Instant = {seconds: -Infinity, nanoseconds: 0}
  /** The number of items that were moved to their place. */
  reordered = 0
  /** The number of items that came too late for their place. */
  late = 0

  /**
   * @param emit receives the items in order of time, with the effective time: late items cannot turn the clock back
   * @param window the number of items to hold back
   */
  constructor(private readonly emit: (item: T, now: Instant) => void, private readonly window = orderWindow) {}

  push(item: T): void {
    const last = this.queue.at(-1)
    if (last === undefined || compare(last, item) <= 0) this.queue.push(item)
    else this.stragglers.push({item, rest: undefined})
    this.waiting++
    if (!this.isHeld) this.drain(this.window)
  }

  /** @param next returns the items in order of time */
  pushSeries(next: () => T | undefined): void {
    const item = next()
    if (item !== undefined) this.stragglers.push({item, rest: next})
  }

  /** Keeps everything until `release`: the items of a list come in any order. */
  hold(): void {
    this.isHeld = true
  }

  release(): void {
    this.isHeld = false
    this.drain(this.window)
  }

  /** Lets everything go. */
  end(): void {
    this.drain(0)
    while (this.stragglers.smallest !== undefined) this.next()
  }

  private drain(left: number): void {
    while (this.waiting > left) this.next()
  }

  /** Lets the first one go. */
  private next(): void {
    const first = this.queue[this.gone]
    const straggler = this.stragglers.smallest
    if (first !== undefined && (straggler === undefined || compare(first, straggler.item) <= 0)) this.nextInOrder(first)
    else if (straggler !== undefined) this.nextStraggler(straggler)
  }

  private nextInOrder(item: T): void {
    this.gone++
    this.waiting--
    // Taking the first ones out of an array costs as much as it has items.
    if (this.gone > this.window && this.gone * 2 > this.queue.length) {
      this.queue = this.queue.slice(this.gone)
      this.gone = 0
    }
    this.let(item)
  }

  private nextStraggler({item, rest}: Straggler<T>): void {
    this.stragglers.pop()
    const isLate = this.let(item)
    if (rest === undefined) {
      this.waiting--
      if (!isLate) this.reordered++
    } else this.pushSeries(rest)
  }

  private let(item: T): boolean {
    const isLate = compareInstants(item, this.newest) < 0
    if (isLate) this.late++
    else this.newest = item
    this.emit(item, this.newest)
    return isLate
  }
}

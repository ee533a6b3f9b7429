import type {Instant} from '../../machinery/go/instant.js'

import type {Key} from '../decide/key.js'

/** A list of numbers that takes no more memory than the numbers need. */
class Column<T extends Float64Array | Int32Array> {
  private size = 0

  constructor(private values: T, private readonly make: (size: number) => T) {}

  push(value: number): void {
    if (this.size === this.values.length) {
      const larger = this.make(2 * this.size)
      larger.set(this.values)
      this.values = larger
    }
    this.values[this.size++] = value
  }

  get all(): T {
    return this.values.subarray(0, this.size) as T
  }
}

const integers = (): Column<Int32Array> => new Column(new Int32Array(1024), (size) => new Int32Array(size))

/** The keys of requests, numbered in the order of their first requests. */
class Keys {
  private readonly numbers = new Map<string, number>()
  readonly column = integers()

  add(key: string): void {
    let number = this.numbers.get(key)
    if (number === undefined) this.numbers.set(key, number = this.numbers.size)
    this.column.push(number)
  }

  get names(): string[] {
    return [...this.numbers.keys()]
  }
}

/** The times and keys of the requests of a log: 12 bytes for each request and 4 for each of its keys. */
export class Arrivals {
  private readonly seconds = new Column(new Float64Array(1024), (size) => new Float64Array(size))
  private readonly nanoseconds = integers()
  private readonly keys: readonly Keys[]

  /** @param width the number of keys of a request */
  constructor(width: number) {
    this.keys = Array.from({length: width}, () => new Keys())
  }

  /** Takes the next request, in order of time. */
  add({seconds, nanoseconds}: Instant, keys: readonly Key[]): void {
    this.seconds.push(seconds)
    this.nanoseconds.push(nanoseconds)
    for (let i = 0; i < this.keys.length; i++) this.keys[i]?.add((keys[i] as Key).text)
  }

  get times(): Times {
    return {seconds: this.seconds.all, nanoseconds: this.nanoseconds.all}
  }

  /** The requests by one of their keys. */
  by(i: number): KeyedArrivals {
    const keys = this.keys[i] ?? new Keys()
    return new KeyedArrivals(this.times, keys.column.all, keys.names)
  }
}

/** The times of requests. */
export interface Times {
  readonly seconds: Float64Array
  readonly nanoseconds: Int32Array
}

/** Requests by their key: for each key, in order of time. */
export class KeyedArrivals {
  /** The requests, those of one key together. */
  private readonly order: Int32Array
  /** The position of the first request of each key. */
  private readonly starts: Int32Array

  /** @param keyOf the number of the key of each request */
  constructor(private readonly times: Times, readonly keyOf: Int32Array, readonly names: readonly string[]) {
    this.starts = new Int32Array(names.length + 1)
    for (const key of keyOf) this.starts[key + 1] = (this.starts[key + 1] ?? 0) + 1
    for (let key = 0; key < names.length; key++) this.starts[key + 1] = (this.starts[key + 1] ?? 0) + (this.starts[key] ?? 0)
    const next = this.starts.slice()
    this.order = new Int32Array(keyOf.length)
    for (let i = 0; i < keyOf.length; i++) {
      const key = keyOf[i] ?? 0
      const place = next[key] ?? 0
      this.order[place] = i
      next[key] = place + 1
    }
  }

  /** The number of requests of a key. */
  sizeOf(key: number): number {
    return (this.starts[key + 1] ?? 0) - (this.starts[key] ?? 0)
  }

  /** Calls a function for each request of a key, in order. The time is valid only during the call. */
  forEach(key: number, call: (time: Instant) => void): void {
    const {order, starts, times: {seconds, nanoseconds}} = this
    const time = {seconds: 0, nanoseconds: 0}
    const end = starts[key + 1] ?? 0
    for (let i = starts[key] ?? 0; i < end; i++) {
      const request = order[i] ?? 0
      time.seconds = seconds[request] ?? 0
      time.nanoseconds = nanoseconds[request] ?? 0
      call(time)
    }
  }
}

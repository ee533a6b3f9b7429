interface WakeUp<T> {
  readonly time: bigint
  readonly item: T
}

/** Scheduled items, the earliest first; items of the same time in the order of scheduling. */
export class WakeUps<T> {
  /** Sorted, with the next one last. */
  private readonly waiting: WakeUp<T>[] = []

  put(time: bigint, item: T): void {
    let low = 0
    let high = this.waiting.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.waiting[middle]?.time ?? time) > time) low = middle + 1
      else high = middle
    }
    this.waiting.splice(low, 0, {time, item})
  }

  /** Removes and returns the next item if its time has come; without a time, always. */
  take(now: bigint | undefined): WakeUp<T> | undefined {
    const next = this.waiting.at(-1)
    return next === undefined || (now !== undefined && next.time > now) ? undefined : this.waiting.pop()
  }
}

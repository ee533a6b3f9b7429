interface WakeUp<T> {
  readonly time: bigint
  readonly item: T
}

/** What is to go on at some time, the earliest first; of the same time, what was put in first. */
export class WakeUps<T> {
  /** The next one comes last. */
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

  /** Takes out the next one if its time has come; without a time, in any case. */
  take(now: bigint | undefined): WakeUp<T> | undefined {
    const next = this.waiting.at(-1)
    return next === undefined || (now !== undefined && next.time > now) ? undefined : this.waiting.pop()
  }
}

const [firstDelay, longestDelay] = [5, 1_000_000]

/**
 * When something is tried again that was refused: after 5 ms, and after twice as long each time, up to 1,000 seconds
 * (workqueue.DefaultTypedControllerRateLimiter). Nobody is woken by room in a quota that has become free.
 */
export class Retry {
  private delay = firstDelay
  private next: number
  private version = -1

  constructor(now: number) {
    this.next = now
  }

  /** How long it waits, and whether anything has changed since it was refused. */
  shape(now: number, version: number): string {
    return `${this.next - now} ${this.delay} ${this.version === version}`
  }

  /** Hears that time has leapt. */
  leap(milliseconds: number): void {
    this.next += milliseconds
  }

  /** What is refused at a time waits longer than the last time. */
  refusedAgain(now: number, version: number): this {
    this.version = version
    this.next = now + this.delay
    this.delay = Math.min(2 * this.delay, longestDelay)
    return this
  }

  /** When it is tried next with a chance, undefined when nothing has changed since it was refused. */
  due(now: number, version: number): number | undefined {
    if (version === this.version) return undefined
    while (this.next < now) {
      this.next += this.delay
      this.delay = Math.min(2 * this.delay, longestDelay)
    }
    return this.next
  }
}

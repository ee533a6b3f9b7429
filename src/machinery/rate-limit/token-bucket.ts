import type {Instant} from '../go/instant.js'

const nanosecondsPerSecond = 1e9

/** The moment that a clock shows, in numbers that are quick to count with and lose nothing. */
export function instantOf(now: bigint): Instant {
  const nanoseconds = Number(now % 1_000_000_000n)
  const seconds = Number(now / 1_000_000_000n)
  return nanoseconds < 0 ? {seconds: seconds - 1, nanoseconds: nanoseconds + nanosecondsPerSecond} : {seconds, nanoseconds}
}

/** The tokens of a bucket before and after a request. */
export interface BucketState {
  readonly before: number
  readonly after: number
  readonly isAccepted: boolean
  /** The seconds until there is a token; 0 if there is one. */
  readonly waitSeconds: number
}

/** Returns the milliseconds, rounded up, until all buckets have a token; 0 if all have one. */
export const millisecondsToTokens = (buckets: readonly Pick<BucketState, 'waitSeconds'>[]): number =>
  buckets.reduce((longest, {waitSeconds}) => Math.max(longest, Math.ceil(waitSeconds * 1000)), 0)

/**
 * Tokens that come back with time. The arithmetic is that of golang.org/x/time/rate `Limiter.AllowN`, floating point errors
 * and all, with a rate that has been squeezed into 32 bits (client-go `NewTokenBucketRateLimiterWithClock`; 
 * spec eventratelimit 5.1).
 */
export class TokenBucket {
  private readonly rate: number
  private tokens: number
  /** Time of the last take. A bucket without one is full, so any early time works. */
  private seconds = -Infinity
  private nanoseconds = 0

  /**
   * @param qps the tokens that it gains a second
   * @param burst the tokens that it holds at most, and at first
   */
  constructor(qps: number, private readonly burst: number) {
    this.rate = Math.fround(qps)
    this.tokens = burst
  }

  /** Fills the bucket, as at first. */
  fill(): void {
    this.tokens = this.burst
    this.seconds = -Infinity
    this.nanoseconds = 0
  }

  /** Takes a token if there is one at that time, or will be within a nanosecond; else changes nothing. */
  tryAccept({seconds, nanoseconds}: Instant): boolean {
    const rest = this.available(seconds, nanoseconds) - 1
    if (this.isShort(rest)) return false
    this.tokens = rest
    this.seconds = seconds
    this.nanoseconds = nanoseconds
    return true
  }

  /** Returns what `tryAccept` finds at a time, and takes no token. */
  peek({seconds, nanoseconds}: Instant): BucketState {
    const before = this.available(seconds, nanoseconds)
    const isAccepted = !this.isShort(before - 1)
    return {before, after: isAccepted ? before - 1 : before, isAccepted, waitSeconds: isAccepted ? 0 : (1 - before) / this.rate}
  }

  private available(seconds: number, nanoseconds: number): number {
    return Math.min(this.tokens + this.elapsed(seconds, nanoseconds) * this.rate, this.burst)
  }

  private isShort(rest: number): boolean {
    return rest < 0 && -rest / this.rate * nanosecondsPerSecond >= 1
  }

  /** The seconds since a token was last taken; none when the clock has been put back. */
  private elapsed(seconds: number, nanoseconds: number): number {
    const whole = seconds - this.seconds
    const part = nanoseconds - this.nanoseconds
    const isBorrowed = part < 0
    const elapsedSeconds = isBorrowed ? whole - 1 : whole
    return elapsedSeconds < 0 ? 0 : elapsedSeconds + (isBorrowed ? part + nanosecondsPerSecond : part) / nanosecondsPerSecond
  }
}

import {greatest} from '../../machinery/append.js'
import type {Quantity} from '../../machinery/quantity.js'

/** Where a world stands at a time at which its controllers have nothing to do. */
export interface Standing {
  /** All that decides what happens next but for numbers that rounds may change evenly: two worlds of one shape do the same. */
  readonly shape: string
  readonly now: number
  /** Numbers of pods that decide what happens next when they are small. */
  readonly counts: readonly number[]
  /** Numbers that nobody decides by. */
  readonly totals: readonly number[]
  /** How many pods start or stop. */
  readonly inFlight: number
  /** How often something was refused. */
  readonly refusals: number
  /** What quotas leave. */
  readonly room: ReadonlyMap<string, Quantity>
}

/** A round that has come twice in the same way, and how often it comes again. */
export interface Leap {
  /** Infinity where it comes again for ever. */
  readonly rounds: number
  readonly milliseconds: number
  /** What one round adds to the counts and to the totals. */
  readonly counts: readonly number[]
  readonly totals: readonly number[]
}

/** Rounds are looked for from there on, and again at each power of two. */
const firstMark = 32

/** In so many times that something happens a round must come to its end. */
const longestRound = 64

/** Fewer rounds are played. */
const fewRounds = 4

/**
 * Finds rounds in what happens: a rollout that replaces pod by pod, or a Job that runs pod after pod, does the same again and again,
 * with other numbers. What all further rounds come to is then a product, up to where a number gets so small that something else happens.
 */
export class Recurrence {
  private points = 0
  private markedAt = 0
  private first: Standing | undefined
  private second: Standing | undefined
  private length = 0
  /** The least that quotas have left at any time of the round that is looked at. */
  private readonly least = new Map<string, Quantity>()

  /** True while somebody has to say what quotas leave. */
  get isWatching(): boolean {
    return this.second !== undefined
  }

  /** Hears what quotas leave at a time. */
  watch(room: ReadonlyMap<string, Quantity>): void {
    for (const [name, left] of room) if ((this.least.get(name) ?? left).compare(left) >= 0) this.least.set(name, left)
  }

  /** Hears that the controllers have nothing to do. @returns what may be leapt over */
  look(capture: () => Standing): Leap | undefined {
    const point = ++this.points
    if (point >= firstMark && (point & (point - 1)) === 0) {
      this.mark(point, capture())
      return undefined
    }
    const {first, second} = this
    if (first === undefined) return undefined
    if (second === undefined) this.lookForSecond(point, first, capture)
    else if (point === this.markedAt + 2 * this.length) {
      this.mark(point, undefined)
      return leapOf([first, second, capture()], this.least)
    }
    return undefined
  }

  /** Begins anew. */
  reset(): void {
    this.points = 0
    this.mark(0, undefined)
  }

  private mark(point: number, standing: Standing | undefined): void {
    this.markedAt = point
    this.first = standing
    this.second = undefined
  }

  private lookForSecond(point: number, first: Standing, capture: () => Standing): void {
    this.length = point - this.markedAt
    if (this.length > longestRound) return this.mark(point, undefined)
    const standing = capture()
    if (standing.shape !== first.shape) return
    this.second = standing
    this.least.clear()
  }
}

/** What comes again of two rounds that went the same way. */
function leapOf([first, second, third]: readonly [Standing, Standing, Standing], least: ReadonlyMap<string, Quantity>): Leap | undefined {
  if (third.shape !== first.shape || third.now - second.now !== second.now - first.now) return undefined
  const [counts, totals] = [differences(second.counts, third.counts), differences(second.totals, third.totals)]
  if (!isSame(counts, differences(first.counts, second.counts)) || !isSame(totals, differences(first.totals, second.totals))) return undefined
  const rounds = Math.min(roundsOfCounts(third, counts), roundsOfRoom(second, third, least))
  return rounds < fewRounds ? undefined : {rounds, milliseconds: third.now - second.now, counts, totals}
}

const differences = (before: readonly number[], after: readonly number[]): number[] => after.map((number, i) => number - (before[i] ?? 0))

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((number, i) => number === b[i])

/** How many rounds it takes until a number of pods is no longer large beside all that are on their way. */
function roundsOfCounts({counts, inFlight}: Standing, steps: readonly number[]): number {
  const margin = 2 * inFlight + 8 * greatest(steps.map(Math.abs), 2)
  return counts.reduce((least, count, i) => {
    const step = steps[i] ?? 0
    return step < 0 ? Math.min(least, Math.floor((count - margin) / -step)) : least
  }, Infinity)
}

/** How many rounds the quotas have room for. Where the room changes, what is refused in one round need not be in the next. */
function roundsOfRoom(before: Standing, after: Standing, least: ReadonlyMap<string, Quantity>): number {
  let rounds = Infinity
  for (const [name, left] of after.room) {
    const step = (before.room.get(name) ?? left).sub(left)
    if (!step.isZero() && after.refusals !== before.refusals) return 0
    if (step.sign() > 0) rounds = Math.min(rounds, Number((least.get(name) ?? left).quotient(step)) - 2)
  }
  return rounds
}

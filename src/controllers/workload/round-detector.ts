import {greatest} from '../../machinery/collections/append.js'
import type {Quantity} from '../../machinery/quantity/quantity.js'

/** The state of a control loop while its controllers are idle. */
export interface IdleState {
  /** Everything that decides what happens next, except for the numbers: two loops of the same shape act alike. */
  readonly shape: string
  readonly now: number
  /** Numbers of pods, which affect what happens next only when they are small. */
  readonly counts: readonly number[]
  /** Numbers that do not affect what happens next. */
  readonly totals: readonly number[]
  /** The number of pods that are starting or stopping. */
  readonly inFlight: number
  /** The number of rejected requests. */
  readonly rejections: number
  /** The remaining room in quotas. */
  readonly room: ReadonlyMap<string, Quantity>
}

/** A state in which a round begins, whose room is not compared. */
type FirstState = Omit<IdleState, 'room'>

/** The present state, whose room is calculated only if it is compared: a namespace may have thousands of quotas. */
export interface PresentState extends FirstState {
  readonly room: () => IdleState['room']
}

const captured = ({room, ...state}: PresentState): IdleState => ({...state, room: room()})

/** A round that happened twice in the same way, and the number of its repetitions. */
export interface SkippedRounds {
  /** Infinity if it repeats forever. */
  readonly rounds: number
  readonly milliseconds: number
  /** The changes of the counts and of the totals in one round. */
  readonly counts: readonly number[]
  readonly totals: readonly number[]
}

/** Number of steps after which the search for rounds starts; it starts again at each power of two. */
const firstMark = 32

/** Maximum number of steps in a round. */
const longestRound = 64

/** Fewer rounds are simulated instead of skipped. */
const fewRounds = 4

/**
 * Detects repeating rounds: a rollout that replaces one pod at a time, or a Job that runs one pod after another, repeats the same
 * steps with other numbers. All further rounds are then computed at once, up to where a number gets so small that the steps change.
 */
export class RoundDetector {
  private points = 0
  private markedAt = 0
  private first: FirstState | undefined
  private firstSize = ''
  private second: IdleState | undefined
  private length = 0
  /** The least room that quotas had left at any time of the last round. */
  private readonly minimum = new Map<string, Quantity>()

  /** True while `watch` must be called. */
  get isWatching(): boolean {
    return this.second !== undefined
  }

  /** Records the present room in quotas. */
  watch(room: ReadonlyMap<string, Quantity>): void {
    for (const [name, left] of room) if ((this.minimum.get(name) ?? left).compare(left) >= 0) this.minimum.set(name, left)
  }

  /**
   * Called when the controllers are idle.
   *
   * @param size Returns the same text for all states of the same shape, in less time than the shape
   * @returns the rounds to skip, if any
   */
  detect(size: () => string, present: () => PresentState): SkippedRounds | undefined {
    const point = ++this.points
    if (point >= firstMark && (point & (point - 1)) === 0) {
      this.mark(point, present())
      this.firstSize = size()
      return undefined
    }
    const {first, second} = this
    if (first === undefined) return undefined
    if (second === undefined) this.findSecond(point, size, first, present)
    else if (point === this.markedAt + 2 * this.length) {
      this.mark(point, undefined)
      return skippedRounds([first, second, captured(present())], this.minimum)
    }
    return undefined
  }

  /** Starts the search again. */
  reset(): void {
    this.points = 0
    this.mark(0, undefined)
  }

  private mark(point: number, state: FirstState | undefined): void {
    this.markedAt = point
    this.first = state
    this.second = undefined
  }

  private findSecond(point: number, size: () => string, first: FirstState, present: () => PresentState): void {
    this.length = point - this.markedAt
    if (this.length > longestRound) return this.mark(point, undefined)
    if (size() !== this.firstSize) return
    const state = present()
    if (state.shape !== first.shape) return
    this.second = captured(state)
    this.minimum.clear()
  }
}

/** The repetition of two identical rounds. */
function skippedRounds([first, second, third]: readonly [FirstState, IdleState, IdleState], minimum: ReadonlyMap<string, Quantity>): SkippedRounds | undefined {
  if (third.shape !== first.shape || third.now - second.now !== second.now - first.now) return undefined
  const [counts, totals] = [differences(second.counts, third.counts), differences(second.totals, third.totals)]
  if (!isSame(counts, differences(first.counts, second.counts)) || !isSame(totals, differences(first.totals, second.totals))) return undefined
  const rounds = Math.min(roundsOfCounts(third, counts), roundsOfRoom(second, third, minimum))
  return rounds < fewRounds ? undefined : {rounds, milliseconds: third.now - second.now, counts, totals}
}

const differences = (before: readonly number[], after: readonly number[]): number[] => after.map((number, i) => number - (before[i] ?? 0))

const isSame = (a: readonly number[], b: readonly number[]): boolean => a.length === b.length && a.every((number, i) => number === b[i])

/** The number of rounds until a number of pods is no longer large compared to all pods that are starting or stopping. */
function roundsOfCounts({counts, inFlight}: IdleState, steps: readonly number[]): number {
  const margin = 2 * inFlight + 8 * greatest(steps.map(Math.abs), 2)
  return counts.reduce((minimum, count, i) => {
    const step = steps[i] ?? 0
    return step < 0 ? Math.min(minimum, Math.floor((count - margin) / -step)) : minimum
  }, Infinity)
}

/** The number of rounds for which quotas have room. If the room changes and requests are rejected, rounds may differ: 0. */
function roundsOfRoom(before: IdleState, after: IdleState, minimum: ReadonlyMap<string, Quantity>): number {
  let rounds = Infinity
  for (const [name, left] of after.room) {
    const step = (before.room.get(name) ?? left).sub(left)
    if (!step.isZero() && after.rejections !== before.rejections) return 0
    if (step.sign() > 0) rounds = Math.min(rounds, Number((minimum.get(name) ?? left).quotient(step)) - 2)
  }
  return rounds
}

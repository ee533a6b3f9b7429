import type {Answer, Request} from './review.js'
import {TooMuchWorkError} from './too-much-work-error.js'

/**
 * Limit on the work of a simulation, in requests to the simulated API server. An ordinary request counts 1, and needs about 0.3
 * milliseconds. Larger input may take more: a manifest of 1,000 characters adds 20 requests. A new Deployment needs 3, for itself, its
 * ReplicaSet and its pods, and a few more for its rollout.
 */
export const maxWork = {requests: 50_000, charactersForAnother: 50}

/** JSON values of an object, changes by admission plugins and characters of a message that take as much as one more request. */
const [valuesOfRequest, changesOfRequest, charactersOfRequest] = [300, 100, 1000]

/** Limits the requests of all scenarios of a simulation together. */
export class WorkLimit {
  private readonly maximum: number
  private spent = 0
  private progress = ''

  /** @param characters the size of the input */
  constructor(characters: number) {
    this.maximum = maxWork.requests + Math.floor(characters / maxWork.charactersForAnother)
  }

  /** Sets the part of the simulation that is complete, for the message. */
  at(progress: string): void {
    this.progress = progress
  }

  /**
   * Counts requests.
   *
   * @throws TooMuchWorkError when the limit is exceeded
   */
  spend(requests = 1): void {
    this.spent += requests
    if (this.spent <= this.maximum) return
    const maximum = this.maximum.toLocaleString('en')
    throw new TooMuchWorkError(`too much to simulate: input of this size may take ${maximum} requests to the simulated API server, which were used up ${this.progress}; there is no result. Simulate fewer objects at a time`)
  }
}

/** The work of a request, by the size of its object and of the answer. */
export function workOf({object}: Request, {object: stored, steps = [], status: {message}}: Answer): number {
  const changes = steps.reduce((sum, step) => sum + step.changes.length, 0)
  const parts = [valuesIn(stored ?? object) / valuesOfRequest, changes / changesOfRequest, message.length / charactersOfRequest]
  return parts.reduce((sum, part) => sum + Math.floor(part), 1)
}

/** The number of values in a JSON value, at any depth. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) count += valuesIn((value as Readonly<Record<string, unknown>>)[key])
  return count
}

import type {Answer, Request} from './review.js'
import {TooMuchWorkError} from './too-much-work-error.js'

/**
 * Limit on the work of all simulations of a run, in requests to the simulated API server. An ordinary request counts 1, and needs 0.1 to
 * 0.3 milliseconds: 1 MB of input ends within about 5 seconds. Larger input may take more: a manifest of 1,000 characters adds 20
 * requests. A new Deployment needs 3, for itself, its ReplicaSet and its pods, and a few more for its rollout.
 */
export const maxWork = {requests: 25_000, charactersForAnother: 50}

/** JSON values of an object, changes by admission plugins, characters of a message and explained policies that take as much as one more request. */
const [valuesOfRequest, changesOfRequest, charactersOfRequest, policiesOfRequest] = [300, 100, 1000, 10]

/** Limits the requests of all simulations of a run and of their scenarios together. */
export class WorkLimit {
  private maximum: number
  private spent = 0
  private progress = ''

  /** @param characters the size of the input */
  constructor(characters: number) {
    this.maximum = maxWork.requests + Math.floor(characters / maxWork.charactersForAnother)
  }

  /** Allows the requests for more input. */
  addInput(characters: number): void {
    this.maximum += Math.floor(characters / maxWork.charactersForAnother)
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
export function workOf({object}: Request, {object: stored, steps = [], status: {message}, trace}: Answer): number {
  const changes = steps.reduce((sum, step) => sum + step.changes.length, 0)
  const explained = trace?.explanations.reduce((sum, {policies}) => sum + policies.length, 0) ?? 0
  const parts = [valuesIn(stored ?? object) / valuesOfRequest, changes / changesOfRequest, message.length / charactersOfRequest, explained / policiesOfRequest]
  return parts.reduce((sum, part) => sum + Math.floor(part), 1)
}

/** The number of values in a JSON value, at any depth. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) count += valuesIn((value as Readonly<Record<string, unknown>>)[key])
  return count
}

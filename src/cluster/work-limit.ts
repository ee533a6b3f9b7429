import type {MetadataRuleExplanation, PolicyExplanation, QuotaExplanation} from '../admission/explanation.js'
import type {PodSum} from '../kinds/pod/resources/pod-sum.js'
import type {Answer, Request, Trace} from './review.js'
import {TooMuchWorkError} from './too-much-work-error.js'

/**
 * Limit on the work of all simulations of a run, in requests to the simulated API server. An ordinary request counts 1, and needs 0.2 to
 * 0.4 milliseconds: input of 1 MB ends within about 5 seconds. Reading 600 characters takes as much. Larger input may take more: a request for
 * each 60 characters. A manifest of 1,000 characters may take 16. A new Deployment needs 3, for itself, its ReplicaSet and its pods, and a few
 * more for its rollout.
 */
export const maxWork = {requests: 17_500, charactersOfRequest: 60, charactersRead: 600}

/** JSON values of an object and characters of a message that take as much as one more request. */
const [valuesOfRequest, messageOfRequest] = [100, 1000]

/** Changes by admission plugins that take as much as one more request, most of it to print them. A request may have the usual ones without counting more. */
const [changesOfRequest, usualChanges] = [5, 50]

/** The values of explained policies that take as much as a request: all of them are kept and printed, about 1 kB for each request. */
const explainedOfRequest = 3

/** The values of the scopes of an explained quota, its bounds, or the labels and annotations of a rule, that count as one explained policy: their names are printed. */
const namesOfExplained = 25

/** Limits the requests of all simulations of a run and of their scenarios together. */
export class WorkLimit {
  private maximum = 0
  private characters = 0
  private spent = 0
  private progress = ''

  /**
   * @param characters the size of the input
   * @param advice the last sentence of the message, without its full stop
   * @param most the requests for the smallest input
   */
  constructor(characters: number, private readonly advice = 'Simulate fewer objects at a time', private readonly most = maxWork.requests) {
    this.allow(characters)
  }

  /** Allows the requests for input of a size, if that is the largest so far: both sides of a comparison have most files in common. */
  allow(characters: number): void {
    this.characters = Math.max(this.characters, characters)
    this.maximum = Math.max(this.most - Math.floor(this.characters / maxWork.charactersRead), Math.floor(this.characters / maxWork.charactersOfRequest))
  }

  /** Runs a simulation whose requests count only while it runs: other simulations may take as many as before. */
  separately<T>(run: () => T): T {
    const {spent} = this
    try {
      return run()
    } finally {
      this.spent = spent
    }
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
    throw new TooMuchWorkError(`too much to simulate: input of this size may take ${maximum} requests to the simulated API server, which were used up ${this.progress}; there is no result. ${this.advice}`)
  }
}

/** The work of a request, by the size of its object, of what plugins set in it, and of the answer. */
export function workOf({object}: Request, {object: stored, steps = [], status: {message}, trace}: Answer): number {
  const changes = steps.reduce((sum, step) => sum + step.changes.length, 0)
  const values = steps.reduce((sum, step) => step.changes.reduce((count, {to}) => count + valuesIn(to), sum), valuesIn(stored ?? object))
  const parts = [values / valuesOfRequest, Math.max(0, changes - usualChanges) / changesOfRequest, message.length / messageOfRequest]
  return parts.reduce((sum, part) => sum + Math.floor(part), 1) + (trace === undefined ? 0 : workOfTrace(trace))
}

const workOfTrace = ({explanations}: Trace): number =>
  Math.floor(explanations.flatMap(({policies}) => policies).reduce((sum, policy) => sum + explainedIn(policy), 0) / explainedOfRequest)

/** The number of values in the explanation of a policy: itself, its comparisons, and the containers whose amounts they sum up. */
function explainedIn(policy: PolicyExplanation): number {
  switch (policy.type) {
    case 'limit-range': return policy.checks.reduce((sum, {sums}) => sum + 1 + summands(sums), 1)
    case 'quota': return policy.sums.reduce((count, {sum}) => count + 1 + summands(sum === undefined ? [] : [sum]), 1 + policy.scopes.length + Math.floor(namesIn(policy) / namesOfExplained))
    case 'metadata-rule': return 1 + policy.writes.length + Math.floor(advisedIn(policy) / namesOfExplained)
    case 'event-limit': return 1
  }
}

/** The number of names that are printed for a quota: the values of its scopes, and its bounds if it counts another kind of objects. */
const namesIn = ({policy: {spec: {hard = {}} = {}}, scopes, ignores}: QuotaExplanation): number =>
  scopes.reduce((sum, {requirement: {values = []}}) => sum + values.length, ignores === 'other-resources' ? Object.keys(hard).length : 0)

/** The number of labels and annotations that the advice names with which a rule lets a denied object pass. */
const advisedIn = ({predicate, isMatch, isRejecting, conflicts}: MetadataRuleExplanation): number =>
  isMatch && (isRejecting || conflicts.length > 0) ? predicate.size : 0

const summands = (sums: readonly PodSum[]): number => sums.reduce((count, {running, starting}) => count + running.length + starting.length, 0)

/** The number of values in a JSON value, at any depth. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const key in value) count += valuesIn((value as Readonly<Record<string, unknown>>)[key])
  return count
}

import type {Cluster} from '../cluster/cluster.js'
import {podMakers} from '../kinds/pod-of.js'
import {textOf} from '../machinery/go/json-value.js'
import type {Manifest} from '../manifests/manifest.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {SimulateInput} from '../simulate/prepare.js'
import {simulate, type SimulateOptions, type Simulation, workFor, type WorkloadOutcome} from '../simulate/simulate.js'
import {classAdvice} from './remedies/classes.js'
import {immutableAdvice} from './remedies/invalid.js'
import {metadataAdvice} from './remedies/metadata.js'
import {findRemedies} from './remedies/remedies.js'
import {maxTrials, type Resend, Trials} from './remedies/trials.js'
import {stepsOf} from './story.js'
import type {Explained, Remedy, Story} from './types.js'

/**
 * Sends the objects of files to a cluster as `simulate` does, and returns the story of each request: every step of the server, with the
 * values by which it decides.
 *
 * @throws DuplicateObjectsError as `simulate` does
 */
export function explainRequests(input: SimulateInput, options: SimulateOptions = {}): Explained {
  const explaining = {...options, work: options.work ?? workFor(input), explains: true, comparesOrders: false, remedies: false}
  const resends = new Map<Manifest, Resend>()
  const simulation = simulate(input, {
    ...explaining,
    onDenied: ({manifest}, resend) => {
      if (!sentWithAll.has(textOf(manifest.body['kind'])) && resends.size < maxTrials) resends.set(manifest, resend)
    },
  })
  const trials = new Trials(input, explaining, resends)
  const workloads = new Map(simulation.workloads.map((workload) => [workload.review, workload]))
  return {simulation, stories: simulation.reviews.map((review) => storyOf(review, workloads.get(review), simulation, trials))}
}

function storyOf(review: ManifestReview, workload: WorkloadOutcome | undefined, simulation: Simulation, trials: Trials): Story {
  const owned = workload?.owned ?? []
  const request = review.allowed ? owned.find(({allowed}) => !allowed) : review
  const remedies = request === undefined ? [] : findRemedies({review, request, workload}, simulation, trials)
  const limit = trials.takeLimit()
  const made = firstOfEach(owned).map((one): Story => ({review: one, get steps() { return stepsOf(one, simulation) }, remedies: [], advice: [], made: []}))
  const isUnsolved = request !== undefined && review.operation !== 'DELETE' && remedies.length === 0
  const advice = request === undefined ? [] : [...adviceFor(request, simulation.cluster, !isUnsolved), ...smallerNote(remedies, limit)]
  const without = isUnsolved ? withoutRemedy(request, advice, limit) : undefined
  return {review, get steps() { return stepsOf(review, simulation) }, remedies, advice, ...without !== undefined && {withoutRemedy: without}, made}
}

/** States that a limit has kept kadm from finding out whether a smaller change is admitted. */
const smallerNote = (remedies: readonly Remedy[], limit: string | undefined): string[] =>
  limit === undefined || remedies.every(({isSmallest, isPolicy}) => isSmallest || isPolicy) ? []
    : [`A smaller change may be admitted, too, but kadm has not tried it: ${limit}.`]

/** Why no change is offered; undefined if the advice says enough. */
function withoutRemedy({problems, errors}: ManifestReview, advice: readonly string[], limit: string | undefined): string | undefined {
  if (limit !== undefined) return `There may be a change that would be admitted, but kadm has not tried it: ${limit}.`
  if (advice.length > 0) return undefined
  return problems.length + errors.length > 0 ? 'kadm offers a change of an invalid field only if it is certain: the messages above state what is allowed.'
    : 'kadm found no change of the object or its quotas that would be admitted.'
}

/** The kinds of objects that controllers act on: kadm simulates everything again to change one. */
const sentWithAll: ReadonlySet<string> = new Set(podMakers.map(({kind}) => kind).filter((kind) => kind !== 'Pod'))

/** The kinds of objects whose stories are printed if they are admitted: those that have resources. */
const ofInterest: ReadonlySet<string> = new Set(['PersistentVolumeClaim', 'Pod'])

/** Of the requests of a controller, the first of each kind that was admitted, and the first that was denied. */
function firstOfEach(owned: readonly ManifestReview[]): ManifestReview[] {
  const known = new Set<string>()
  return owned.filter(({manifest: {body}, allowed}) => {
    if (allowed && !ofInterest.has(textOf(body['kind']))) return false
    const key = `${textOf(body['kind'])} ${allowed}`
    const isNew = !known.has(key)
    known.add(key)
    return isNew
  })
}

/**
 * States what the server would admit in place of a denied request.
 *
 * @param isSolved true if a certain change is offered
 */
const adviceFor = (request: ManifestReview, cluster: Cluster, isSolved: boolean): string[] =>
  isSolved ? immutableAdvice(request) : [...metadataAdvice(request), ...classAdvice(request, cluster), ...immutableAdvice(request)]

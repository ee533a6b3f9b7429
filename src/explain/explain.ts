import {textOf} from '../machinery/go/json-value.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import {simulate, type SimulateInput, type SimulateOptions, type Simulation} from '../simulate/simulate.js'
import {stepsOf} from './story.js'
import type {Explained, Story} from './types.js'

/**
 * Sends the objects of files to a cluster as `simulate` does, and returns the story of each request: every step of the server, with the
 * values by which it decides.
 *
 * @throws DuplicateObjectsError as `simulate` does
 */
export function explainRequests(input: SimulateInput, options: SimulateOptions = {}): Explained {
  const simulation = simulate(input, {...options, explains: true, comparesOrders: false, remedies: false})
  const made = new Map(simulation.workloads.map(({review, owned}) => [review, owned]))
  return {simulation, stories: simulation.reviews.map((review) => storyOf(review, firstOfEach(made.get(review) ?? []), simulation))}
}

const storyOf = (review: ManifestReview, made: readonly ManifestReview[], simulation: Simulation): Story =>
  ({review, steps: stepsOf(review, simulation), remedies: [], made: made.map((one) => storyOf(one, [], simulation))})

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

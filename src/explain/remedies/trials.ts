import type {JsonObject} from '../../machinery/decode/encode.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import {simulate, type SimulateInput, type SimulateOptions, type Simulation} from '../../simulate/simulate.js'

/** Maximum number of simulations to find changes for one run of `kadm explain`. */
const maxTrials = 200

/** The answer to a changed object. */
interface Trial {
  readonly isAdmitted: boolean
  /** The denied request: of the object, or the first of its controller. */
  readonly denied?: ManifestReview
}

/** Simulates everything again with some objects changed, to verify a change. */
export class Trials {
  private left = maxTrials

  constructor(private readonly input: SimulateInput, private readonly options: SimulateOptions) {}

  /**
   * Sends an object again, after changes of it or of others.
   *
   * @param bodies the changed objects
   * @returns undefined if there have been too many trials
   */
  send({manifest}: Pick<ManifestReview, 'manifest'>, bodies: ReadonlyMap<Manifest, JsonObject>): Trial | undefined {
    if (this.left-- <= 0) return undefined
    const changed = new Map([...bodies].map(([one, body]) => [placeOf(one), body]))
    const simulation = simulate(this.input, {
      ...this.options,
      revise: (one) => {
        const body = changed.get(placeOf(one))
        return body === undefined ? one : {...one, body}
      },
    })
    return trialOf(simulation, placeOf(manifest))
  }
}

/** A unique text for the place of a manifest. */
const placeOf = ({document: {file}, node}: Manifest): string => `${node.start} ${file.path}`

function trialOf({reviews, workloads}: Simulation, place: string): Trial {
  const review = reviews.find(({manifest}) => placeOf(manifest) === place)
  if (review?.allowed !== true) return {isAdmitted: false, ...review && {denied: review}}
  const workload = workloads.find((one) => one.review === review)
  const denied = workload?.owned.find(({allowed}) => !allowed)
  return {isAdmitted: workload?.isRefused !== true && denied === undefined, ...denied && {denied}}
}

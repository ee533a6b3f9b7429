import {TooMuchWorkError} from '../../cluster/too-much-work-error.js'
import type {JsonObject} from '../../machinery/decode/encode.js'
import type {Manifest} from '../../manifests/manifest.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {SimulateInput} from '../../simulate/prepare.js'
import {changeObjects} from '../../simulate/read-entries.js'
import {simulate, type SimulateOptions, type Simulation, sizeOf} from '../../simulate/simulate.js'

/** Maximum number of times that `kadm explain` sends changed objects in a run. */
export const maxTrials = 200

/** Maximum number of fields of an object that `kadm explain` changes. */
export const maxChanged = 100

/** Maximum number of characters of input that trials simulate again, all together: about 70,000 objects. */
export const maxSimulated = 16 * 2 ** 20

const tooManyRequests = 'it takes too many requests to the simulated API server'

/** The answer to a changed object. */
interface Trial {
  readonly isAdmitted: boolean
  /** The denied request: of the object, or the first of its controller. */
  readonly denied?: ManifestReview
}

/** Sends a denied object with another body to a copy of the cluster, as it was when the server denied the object. */
export type Resend = (body: JsonObject) => ManifestReview

/** Sends changed objects, to verify a change. */
export class Trials {
  private left = maxTrials
  private simulatedLeft = maxSimulated
  private reached: string | undefined
  /** True after a trial needed more requests than the run may take: no other one is begun. */
  private isWorkUsedUp = false

  /** @param resends for each denied manifest that no controller acts on; for others, everything is simulated again */
  constructor(private readonly input: SimulateInput, private readonly options: SimulateOptions, private readonly resends: ReadonlyMap<Manifest, Resend>) {}

  /** Returns the limit that has prevented trials since the last call, as a sentence; undefined if none has. */
  takeLimit(): string | undefined {
    const limit = this.reached
    this.reached = undefined
    return limit
  }

  /**
   * Sends an object again, after changes of it or of others.
   *
   * @param bodies the changed objects
   * @returns undefined if a limit prevents it
   */
  send({manifest}: Pick<ManifestReview, 'manifest'>, bodies: ReadonlyMap<Manifest, JsonObject>): Trial | undefined {
    if (!this.takeTrial()) return undefined
    const [own, resend] = [bodies.get(manifest), this.resends.get(manifest)]
    if (own !== undefined && resend !== undefined && bodies.size === 1) {
      return this.limited(() => {
        const review = resend(own)
        return {isAdmitted: review.allowed, ...!review.allowed && {denied: review}}
      })
    }
    const changed = new Map([...bodies].map(([one, body]) => [placeOf(one), body]))
    return this.simulate(manifest, {arrange: (read) => changeObjects(this.options.arrange?.(read) ?? read, (one) => {
      const body = changed.get(placeOf(one))
      return body === undefined ? one : {...one, body}
    })})
  }

  /**
   * Sends an object later than it was sent.
   *
   * @returns undefined if a limit prevents it
   */
  sendLater({manifest}: Pick<ManifestReview, 'manifest'>, milliseconds: number): Trial | undefined {
    const place = placeOf(manifest)
    return this.takeTrial() ? this.simulate(manifest, {delayOf: (one) => placeOf(one) === place ? milliseconds : 0}) : undefined
  }

  /** True if a change is small enough to be tried. */
  accepts(edits: readonly unknown[]): boolean {
    if (edits.length <= maxChanged) return true
    this.reached = `kadm changes at most ${maxChanged} fields of an object`
    return false
  }

  /** True if a limit does not prevent another trial. */
  private hasTrial(): boolean {
    if (this.isWorkUsedUp) {
      this.reached = tooManyRequests
      return false
    }
    if (this.left <= 0) {
      this.reached = `kadm sends at most ${maxTrials} changed objects in a run`
      return false
    }
    return true
  }

  /** True if a limit does not prevent a trial for which everything is simulated again. */
  hasSimulation(): boolean {
    return this.hasTrial() && this.hasCharacters()
  }

  private hasCharacters(): boolean {
    if (this.simulatedLeft >= sizeOf(this.input)) return true
    this.reached = `kadm simulates at most ${maxSimulated / 2 ** 20} Mi characters of input again to verify changes`
    return false
  }

  /** Takes one of the trials that are left. */
  private takeTrial(): boolean {
    const has = this.hasTrial()
    if (has) this.left--
    return has
  }

  /** Simulates everything again. */
  private simulate(manifest: Manifest, options: Pick<SimulateOptions, 'arrange' | 'delayOf'>): Trial | undefined {
    if (!this.hasCharacters()) return undefined
    this.simulatedLeft -= sizeOf(this.input)
    return this.limited(() => trialOf(simulate(this.input, {...this.options, ...options}), placeOf(manifest)))
  }

  /** Returns undefined for a trial that takes too many requests. */
  private limited(trial: () => Trial): Trial | undefined {
    try {
      return trial()
    } catch (error) {
      if (!(error instanceof TooMuchWorkError)) throw error
      this.isWorkUsedUp = true
      this.reached = tooManyRequests
      return undefined
    }
  }
}

/** A unique text for the place of a manifest. */
const placeOf = ({document: {file}, node}: Manifest): string => `${node.start} ${file.path}`

function trialOf({reviews, workloads}: Simulation, place: string): Trial {
  const review = reviews.find(({manifest}) => placeOf(manifest) === place)
  if (review?.allowed !== true) return {isAdmitted: false, ...review && {denied: review}}
  const workload = workloads.find((one) => one.review === review)
  const denied = workload?.owned.find(({allowed}) => !allowed)
  // The maximum of an autoscaler is no request: what its controller denies later is not explained either.
  const events = [workload?.event, workload?.rollout?.event, workload?.completion?.event]
  return {isAdmitted: denied === undefined && events.every((event) => event === undefined), ...denied && {denied}}
}

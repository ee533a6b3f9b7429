import {textOf} from '../../machinery/go/json-value.js'
import type {ManifestReview} from '../../simulate/manifest-review.js'
import type {Simulation} from '../../simulate/simulate.js'
import {keyIn} from '../keys.js'
import type {Changes} from './changes.js'
import {fixesFor, statedDefaults, type UsageOf} from './derive.js'
import {type Subject, withMore} from './subject.js'
import type {Settled} from './without-harm.js'

/** At most this number of times, the objects are changed and sent again: to repair one denial can show another. */
const maxRounds = 8

/** The status code for an object whose name another one has. */
const conflict = 409

/** The simulations of objects with their changes. */
export interface Simulations {
  /** Simulates the whole input. */
  readonly whole: (subjects: readonly Subject[]) => Simulation
  /** Simulates only these objects without the bounds of quotas, each with one pod, and explains the answers. */
  readonly explained: (subjects: readonly Subject[]) => Simulation
}

/** The answers to the pods of an object, and the message with which it or one of them is denied. */
interface Answers {
  readonly pods: readonly ManifestReview[]
  readonly denial: string | undefined
}

/**
 * Adds the changes that policies require to objects, until they require no more. Simulates an object again only if it has changed. Where the
 * simulation of the whole input, which the suggestion needs anyway, admits all pods of an object, it has the same answers.
 */
export class Settler {
  /** The latest answers, by key, with the changes of the objects. */
  private readonly known = new Map<string, Answers & {readonly changes: Changes}>()
  /** True while a simulation of the whole input probably has the answers to most objects. */
  private showsMost = true
  /** False if objects may have the same names, so that the answers to one depend on others. */
  private readonly areIndependent: boolean

  /**
   * @param baseline the simulation of the input without changes
   * @param count the number of objects in the input
   */
  constructor(
    private readonly simulations: Simulations, private readonly usageOf: (subject: Subject) => UsageOf, {reviews, workloads}: Simulation,
    private readonly count: number,
  ) {
    this.areIndependent = ![...reviews, ...workloads.flatMap(({owned}) => owned)].some(({status: {code}}) => code === conflict)
  }

  settle(started: readonly Subject[]): Settled {
    let subjects = started
    for (let round = 0; ; round++) {
      const answers = this.answersTo(subjects)
      const next = subjects.map((subject, i) => withMore(subject, (answers[i]?.pods ?? []).flatMap((answer) =>
        answer.allowed ? statedDefaults(answer) : fixesFor(answer, this.usageOf(subject)))))
      if (round === maxRounds || next.every((subject, i) => subject === subjects[i])) {
        const denials = subjects.flatMap(({key}, i): [string, string][] => answers[i]?.denial === undefined ? [] : [[key, answers[i].denial]])
        return {subjects, denials: new Map(denials)}
      }
      subjects = next
    }
  }

  private answersTo(subjects: readonly Subject[]): readonly Answers[] {
    if (this.showsMost && subjects.length === this.count) {
      this.learn(this.simulations.whole(subjects), subjects, ({pods, denial}) => pods.length > 0 && denial === undefined)
      this.showsMost = 2 * this.unknown(subjects).length < subjects.length
    }
    const unknown = this.unknown(subjects)
    if (unknown.length > 0) {
      const sent = this.areIndependent ? unknown : subjects
      this.learn(this.simulations.explained(sent), sent)
    }
    return subjects.map(({key}) => this.known.get(key) ?? {pods: [], denial: undefined})
  }

  private unknown(subjects: readonly Subject[]): readonly Subject[] {
    return subjects.filter(({key, changes}) => this.known.get(key)?.changes !== changes)
  }

  /** Keeps the answers of a simulation. */
  private learn(simulation: Simulation, subjects: readonly Subject[], isKept: (answers: Answers) => boolean = () => true): void {
    const reviews = new Map(simulation.reviews.map((review) => [keyIn(review.manifest.body, 'default'), review]))
    const podsOf = podAnswers(simulation)
    for (const {key, changes} of subjects) {
      const pods = podsOf.get(key) ?? []
      const answers = {pods, denial: [reviews.get(key), ...pods].find((review) => review?.allowed === false)?.status.message}
      if (isKept(answers)) this.known.set(key, {...answers, changes})
    }
  }
}

/** The answers to the pods of each object, by key. */
export function podAnswers({reviews, workloads}: Simulation): Map<string, readonly ManifestReview[]> {
  const keyOf = ({manifest: {body}}: ManifestReview): string => keyIn(body, 'default')
  const isPod = ({manifest: {body}}: ManifestReview): boolean => textOf(body['kind']) === 'Pod'
  return new Map([
    ...reviews.filter(isPod).map((review): [string, ManifestReview[]] => [keyOf(review), [review]]),
    ...workloads.map(({review, owned}): [string, ManifestReview[]] => [keyOf(review), owned.filter(isPod)]),
  ])
}

import type {JsonObject} from '../../source/json-value.js'
import type {Bench} from './bench.js'
import type {Subject} from './draft.js'
import type {Amounts, MakePod} from './pods.js'

/** The namespace of tests, with ways to make and send objects. */
export interface Materials {
  readonly bench: Bench
  readonly namespace: string
  /** The functions that make pods, best first. */
  readonly makers: readonly MakePod[]
  /** Returns a subject with labels and annotations that MetadataPolicies admit. */
  readonly labelled: (subject: Subject) => Subject
  /** The amounts that containers have besides those of the test. */
  readonly fills: readonly Amounts[]
  /** The amount of storage of a claim, within the bounds of LimitRanges. */
  readonly storage: string
  /** The highest ratio of limit to request for each resource of a container or pod. */
  readonly ratios: Amounts
  /** The names of priority classes in the policies. */
  readonly priorities: readonly string[]
  /** Returns objects of a kind, best first: those of the user, then a minimal one with further fields in its spec. */
  readonly objects: (apiVersion: string, kind: string, spec?: JsonObject) => readonly Subject[]
}

import type {FieldPath} from '../machinery/field/path.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import type {Diagnostic, Place} from '../lint/diagnostic.js'
import type {PolicyCause} from '../simulate/explain.js'
import type {SimulateInput} from '../simulate/prepare.js'
import type {SimulateOptions, Simulation} from '../simulate/simulate.js'
import type {JsonObject} from '../source/json-value.js'
import type {Usage} from './usage/usage.js'

/** Why a number was chosen: `largest limit: container app of Deployment web 512Mi (web.yaml:14) + 20 %`. */
export interface Reason {
  /** `largest limit: container app of Deployment web` */
  readonly text: string
  /** The amount that was found. */
  readonly amount?: Quantity
  /** The place of the object with that amount. */
  readonly place?: Place
  /** The margin that is added to it: `+ 20 %`. */
  readonly margin?: string
}

/** A suggested number with its reasons, the most important first. */
export interface SuggestedAmount {
  readonly field: FieldPath
  readonly value: Quantity
  /** The present number, if there is one. */
  readonly present?: Quantity
  readonly reasons: readonly Reason[]
}

/** A suggested policy, or a patch for a workload. */
export interface SuggestedObject {
  readonly namespace: string
  readonly kind: string
  readonly name: string
  readonly body: JsonObject
  readonly amounts: readonly SuggestedAmount[]
  /** Sentences about the object as a whole: what it replaces, and what is left out and why. */
  readonly notes: readonly string[]
}

/** The result of running everything again with the suggestion. */
export interface Proof {
  /** Objects that were admitted before, and still are. */
  readonly admitted: number
  /** Workloads that still get all their pods and roll out as before. */
  readonly workloads: number
  /** Differences for the worse; empty for a good suggestion. */
  readonly regressions: readonly string[]
  /** The findings of `kadm lint` in the suggested policies; empty for a good suggestion. */
  readonly findings: readonly Diagnostic[]
}

/** An object that the server denies now, or a workload of which some pods are denied: a suggestion does not cover them. */
export interface Denied {
  readonly kind: string
  readonly name: string
  readonly place: Place
  /** True if the object is admitted, and pods of it are denied. */
  readonly isPodOf: boolean
  readonly message: string
  /** The policy that forbids it, if one does. */
  readonly policy?: PolicyCause
}

/** Suggested policies or patches, by namespace. */
export interface Suggestion {
  readonly command: 'limits' | 'quota' | 'requests'
  readonly objects: readonly SuggestedObject[]
  readonly proof: Proof
  /** The simulation of the input before the suggestion. */
  readonly simulation: Simulation
  /** The denied objects before the suggestion, in the requested namespace. */
  readonly denied: readonly Denied[]
  /** Sentences about the input as a whole. */
  readonly notes: readonly string[]
}

/** The input of a suggestion: that of a simulation, and the measured usage of containers. */
export interface SuggestInput extends SimulateInput {
  readonly usage?: Usage | undefined
}

/** The options of a simulation that a suggestion may change itself. */
export type OwnOptions = 'arrange' | 'continues' | 'unbounded' | 'rollout' | 'remedies' | 'comparesOrders' | 'sending' | 'order'

export interface SuggestOptions extends Omit<SimulateOptions, OwnOptions> {
  /** The margin that is added to amounts, in hundredths of a per cent: 2000 for 20 %, which is the default. */
  readonly headroom?: bigint
  /** The percentile of the measured usage of CPU that requests cover; 95 by default. Memory always counts at its maximum. */
  readonly percentile?: number
  /** The namespace to make suggestions for; by default all. */
  readonly only?: string | undefined
}

import type {BoundCheck, EventLimitExplanation, LimitRangeExplanation, MetadataRuleExplanation, QuotaExplanation, QuotaSum} from '../admission/explanation.js'
import type {FieldChange} from '../admission/plugin.js'
import type {Status} from '../machinery/meta/status.js'
import type {Explanation, PolicyCause} from '../simulate/explain.js'
import type {ManifestReview} from '../simulate/manifest-review.js'
import type {FieldDifference} from '../simulate/operations/object-change.js'
import type {UsageDifference} from '../simulate/quotas.js'
import type {Simulation} from '../simulate/simulate.js'

/** A change of a plugin, with the place in the policy that asks for it. */
export interface CausedChange extends Pick<FieldChange, 'from' | 'to'> {
  readonly field: string
  readonly policy?: PolicyCause
}

/** A comparison of a LimitRange, with its place. */
export interface PlacedCheck extends BoundCheck {
  readonly policy: PolicyCause
  /** The compared part: `container app`, `pod` or `claim`. */
  readonly subject: string
}

/** A resource of a quota, with its place. */
export interface PlacedSum extends QuotaSum {
  readonly policy: PolicyCause
}

/** The judgement of one policy on a request, with its place. */
export type PolicyStory =
  | Omit<LimitRangeExplanation, 'policy' | 'checks'> & {readonly policy: PolicyCause, readonly checks: readonly PlacedCheck[]}
  | Omit<QuotaExplanation, 'policy' | 'sums'> & {readonly policy: PolicyCause, readonly sums: readonly PlacedSum[], readonly hard: readonly string[]}
  | EventLimitExplanation
  | Omit<MetadataRuleExplanation, 'policy'> & {readonly policy: PolicyCause}

/** The usage of a quota before and after an UPDATE or DELETE: the resources that change. */
export interface QuotaStory {
  readonly policy: PolicyCause
  readonly differences: readonly Required<UsageDifference>[]
}

/** A step of the server on the way of a request. */
export type StoryStep =
  | {readonly step: 'sent', readonly changes: readonly FieldDifference[]}
  | {readonly step: 'stored', readonly isFound: boolean}
  | {readonly step: 'unreadable', readonly reasons: readonly Explanation[]}
  | {readonly step: 'defaults', readonly changes: readonly FieldDifference[]}
  | {readonly step: 'plugin', readonly plugin: string, readonly phase: 'admit' | 'validate', readonly isReached: boolean, readonly changes: readonly CausedChange[], readonly policies: readonly PolicyStory[], readonly rejection?: Status}
  | {readonly step: 'server', readonly changes: readonly FieldDifference[]}
  | {readonly step: 'deleted'}
  | {readonly step: 'usage', readonly quotas: readonly QuotaStory[]}
  | {readonly step: 'validation', readonly reasons: readonly Explanation[]}

/** A changed field that would make the server admit a request. */
export interface FieldEdit {
  /** In the manifest. */
  readonly field: string
  readonly operation: 'set' | 'remove' | 'rename'
  /** The value that admission compares: as written, or as set by a default. Undefined if there is none. */
  readonly from: string | undefined
  /** The new value or, for a rename, the new name; undefined if the field is removed. */
  readonly to: string | undefined
  /** A sentence about what the change takes away. */
  readonly caution?: string
}

/** A change with which the server admits the request. It has been sent. */
export interface Remedy {
  /** The object or policy that changes. */
  readonly target: {readonly kind: string, readonly name: string}
  readonly isPolicy: boolean
  readonly edits: readonly FieldEdit[]
  /** The time by which the unchanged object is sent later. */
  readonly delayMilliseconds?: number
  /** True if one step less was sent as well, and denied. */
  readonly isSmallest: boolean
  /** True if other containers could change instead: this one has the greatest amount. */
  readonly isOneOfSeveral: boolean
}

/** The story of one request. */
export interface Story {
  readonly review: ManifestReview
  readonly steps: readonly StoryStep[]
  readonly remedies: readonly Remedy[]
  /** Sentences about what the server would admit, where no single change is certain. */
  readonly advice: readonly string[]
  /** Why no change is offered for a denied request. */
  readonly withoutRemedy?: string
  /** The stories of the requests of a workload's controller, of equal ones the first. */
  readonly made: readonly Story[]
}

/** The stories of all requests of a simulation. */
export interface Explained {
  readonly simulation: Simulation
  readonly stories: readonly Story[]
}

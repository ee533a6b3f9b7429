import type {KubeObject} from '../kinds/kind.js'
import type {ResourceSide} from '../kinds/pod/resources/aggregate.js'
import type {PodSum} from '../kinds/pod/resources/pod-sum.js'
import type {Predicate} from '../kinds/metadata-policy/predicate.js'
import type {ScopeAnswer} from '../kinds/resource-quota/scope-selector.js'
import type {LimitRange, ResourceQuota, ScopedResourceSelectorRequirement} from '../machinery/api/core-v1.js'
import type {MetadataPolicy} from '../machinery/api/design-v1.js'
import type {FieldPath} from '../machinery/field/path.js'
import type {Quantity} from '../machinery/quantity/quantity.js'
import type {LimitSpec} from '../machinery/rate-limit/event-limit.js'
import type {BucketState} from '../machinery/rate-limit/token-bucket.js'

/** A place in a policy that decided something. */
export interface PolicyPlace {
  readonly policy: KubeObject
  readonly field: FieldPath
}

/** One comparison of a LimitRange: a bound, and the amounts that it was compared with. */
export interface BoundCheck {
  readonly cause: PolicyPlace
  /** The type of the item: `Container` for example. */
  readonly type: string
  readonly bound: 'min' | 'max' | 'maxLimitRequestRatio'
  readonly resource: string
  readonly enforced: Quantity
  /** The place of the amounts in the object. */
  readonly path: FieldPath
  readonly request?: Quantity
  readonly limit?: Quantity
  /** The limit divided by the request, for a ratio whose amounts are present. */
  readonly ratio?: number
  /** The sums behind the amounts of a pod as a whole. */
  readonly sums: readonly PodSum[]
  /** The side that breaks the bound, and the server's message; undefined if it holds. */
  readonly violation?: {readonly side: ResourceSide, readonly message: string}
  /** The closest amount that keeps a broken bound, and its side; undefined if the bound holds, or if no amount of one side keeps it. */
  readonly satisfiedBy?: {readonly side: ResourceSide, readonly amount: Quantity}
}

/** The comparisons of a LimitRange with an object. */
export interface LimitRangeExplanation {
  readonly type: 'limit-range'
  readonly policy: LimitRange
  readonly checks: readonly BoundCheck[]
}

/** One resource of a quota: used + requested = total, against the bound. */
export interface QuotaSum {
  readonly cause: PolicyPlace
  readonly resource: string
  readonly used: Quantity
  /** The usage of the new object, and that of the stored one, which an update replaces. */
  readonly usage: Quantity
  readonly previous?: Quantity
  /** The amount that the request adds. */
  readonly requested: Quantity
  readonly total: Quantity
  readonly hard: Quantity
  /** The amount by which the total exceeds the bound, which a quota accepts for the status of a claim; undefined if it fits. */
  readonly excess?: Quantity
  /** The greatest usage of the object that fits, negative if others use more than the bound; undefined if the total fits. */
  readonly room?: Quantity
  /** The sum behind the usage of a pod. */
  readonly sum?: PodSum
}

/** The match of an object with one scope of a quota. */
export interface ScopeMatch {
  readonly requirement: ScopedResourceSelectorRequirement
  readonly answer: ScopeAnswer
}

/** The count of a request by a quota. */
export interface QuotaExplanation {
  readonly type: 'quota'
  readonly policy: ResourceQuota
  readonly scopes: readonly ScopeMatch[]
  /** Why the quota does not count the object; undefined if it does. */
  readonly ignores?: 'out-of-scope' | 'other-resources' | 'no-change'
  /** The keys for which containers state no amount, with the names of the containers. */
  readonly unmet: readonly {readonly resource: string, readonly containers: readonly string[]}[]
  readonly sums: readonly QuotaSum[]
}

/** A limit of EventRateLimit, with the bucket of an event. */
export interface EventLimitExplanation extends BucketState {
  readonly type: 'event-limit'
  readonly limit: LimitSpec
  readonly position: number
  /** The key of the bucket. */
  readonly key: string
}

/** The rule of a MetadataPolicy, and what it does with an object. */
export interface MetadataRuleExplanation {
  readonly type: 'metadata-rule'
  readonly policy: MetadataPolicy
  readonly field: FieldPath
  readonly predicate: Predicate
  readonly isMatch: boolean
  readonly isRejecting: boolean
  /** The labels and annotations that the rule sets. */
  readonly writes: readonly {readonly field: FieldPath, readonly value: string}[]
  /** The fields that another matching rule sets to another value: then the plugin rejects the object. */
  readonly conflicts: readonly FieldPath[]
}

export type PolicyExplanation = LimitRangeExplanation | QuotaExplanation | EventLimitExplanation | MetadataRuleExplanation

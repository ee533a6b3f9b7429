import {noResources, type ResourceList, resourceNames} from '../../machinery/quantity/resource-list.js'
import type {KubeObject} from '../kind.js'

/** One condition of a scope selector. */
export interface ScopedResourceSelectorRequirement {
  readonly scopeName?: string
  readonly operator?: string
  readonly values?: readonly string[]
}

export interface ResourceQuotaSpec {
  /** The bounds on the usage of the namespace. */
  readonly hard?: ResourceList
  /** Kinds of pods and claims that the quota counts; it counts all without any. */
  readonly scopes?: readonly string[]
  readonly scopeSelector?: {readonly matchExpressions?: readonly ScopedResourceSelectorRequirement[]}
}

export interface ResourceQuota extends KubeObject {
  readonly spec?: ResourceQuotaSpec
  /** The bounds that are enforced and the counted usage, both written by the quota controller. */
  readonly status?: {readonly hard?: ResourceList, readonly used?: ResourceList}
}

/** The keys of a quota, sorted. */
export const keysOf = ({spec}: ResourceQuota): string[] => resourceNames(spec?.hard ?? noResources)

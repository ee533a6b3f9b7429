import type {ScopedResourceSelectorRequirement} from './types.js'

/** A resource that may be used only where a quota bounds it. */
export interface LimitedResource {
  readonly apiGroup?: string
  readonly resource?: string
  /** Parts of keys of quotas: what an object uses of them has to be covered. */
  readonly matchContains?: readonly string[]
  /** Scopes that have to be covered. */
  readonly matchScopes?: readonly ScopedResourceSelectorRequirement[]
}

/** The configuration of the plugin (resourcequota spec 2.4). */
export interface ResourceQuotaConfiguration {
  readonly limitedResources?: readonly LimitedResource[]
}

import type {ResourceQuota} from '../../machinery/api/core-v1.js'
import {noResources, resourceNames} from '../../machinery/quantity/resource-list.js'

/** The keys of a quota, sorted. */
export const keysOf = ({spec}: ResourceQuota): string[] => resourceNames(spec?.hard ?? noResources)

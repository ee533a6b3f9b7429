import {itemLists, itemsOf} from '../../../../kinds/limit-range/items.js'
import {isOvercommitAllowed} from '../../../../kinds/shared/resource-names.js'
import type {LimitRange, LimitRangeItem} from '../../../../machinery/api/core-v1.js'
import {noResources, type ResourceList} from '../../../../machinery/quantity/resource-list.js'
import type {PolicyFinding} from '../../../policy-check.js'

/**
 * A property of the valid LimitRanges of a namespace that checks depend on:
 *
 * - `several`: there is more than one;
 * - `ratio`: one bounds the ratio of limits to requests of containers or pods;
 * - `device`: one names a resource of containers or pods that cannot be overcommitted, such as devices and huge pages;
 * - `pod-min`: one has a min for pods;
 * - `tight-pod-max`: one has a max for pods that is below its default limit for containers, or for which it has no such default;
 * - `negative`: one requires less than nothing;
 * - `claim-resource`: one names another resource of claims than storage.
 */
export type Feature = 'several' | 'ratio' | 'device' | 'pod-min' | 'tight-pod-max' | 'negative' | 'claim-resource'

export type Features = ReadonlySet<Feature>

/** The features without one of which pods and claims always meet the bounds, whether they state requests and limits. */
export const rejectingFeatures: readonly Feature[] = ['several', 'ratio', 'device', 'pod-min', 'tight-pod-max', 'negative']

/** Returns a check that runs only for LimitRanges with one of the features that it needs: without them, it has no findings. */
export const ifAnyFeature = <Input, Other = void>(needs: readonly Feature[], check: (input: Input, other: Other) => PolicyFinding[]) =>
  (features: Features, input: Input, other: Other): PolicyFinding[] => needs.some((feature) => features.has(feature)) ? check(input, other) : []

/** Returns the features of the valid LimitRanges of a namespace. Most namespaces have one LimitRange without any of them. */
export function featuresOf(policies: readonly LimitRange[]): Features {
  const features = new Set<Feature>()
  if (policies.length > 1) features.add('several')
  for (const policy of policies) {
    const items = itemsOf(policy)
    const {default: defaults = noResources} = items.find(({type}) => type === 'Container') ?? {}
    for (const item of items) addFeatures(features, item, defaults)
  }
  return features
}

function addFeatures(features: Set<Feature>, item: LimitRangeItem, defaults: ResourceList): void {
  switch (item.type) {
    case 'PersistentVolumeClaim':
      if (!hasOnly(item, isStorage)) features.add('claim-resource')
      if (isNegative(item.max)) features.add('negative')
      break
    case 'Container':
      addComputeFeatures(features, item)
      // Without a default request of its own, a resource has its default limit or max for one.
      if (isNegative(item.defaultRequest)) features.add('negative')
      break
    case 'Pod':
      addComputeFeatures(features, item)
      if (item.min !== undefined) features.add('pod-min')
      if (!isHighEnough(item.max, defaults)) features.add('tight-pod-max')
      break
    default: // Nothing enforces items of other types.
  }
}

function addComputeFeatures(features: Set<Feature>, item: LimitRangeItem): void {
  if (item.maxLimitRequestRatio !== undefined) features.add('ratio')
  if (!hasOnly(item, isOvercommitAllowed)) features.add('device')
}

const isStorage = (name: string): boolean => name === 'storage'

const hasOnly = (item: LimitRangeItem, isFine: (name: string) => boolean): boolean =>
  itemLists.every((list) => item[list] === undefined || Object.keys(item[list]).every(isFine))

const isNegative = (list: ResourceList | undefined): boolean => list !== undefined && Object.values(list).some((amount) => amount.sign() < 0)

const isHighEnough = (max: ResourceList | undefined, defaults: ResourceList): boolean => max === undefined || Object.entries(max).every(([name, maximum]) => {
  const limit = defaults[name]
  return limit !== undefined && limit.compare(maximum) <= 0
})

import type {LimitRange, LimitRangeItem} from '../../machinery/api/core-v1.js'
import type {ObjectMeta} from '../../machinery/api/meta-v1.js'
import {assign, mapItems} from '../../machinery/collections/immutable.js'
import {uuidPlaceholder} from '../../machinery/meta/object-meta.js'
import {ceilMilli, isEmpty, noResources, type ResourceList, withMissing} from '../../machinery/quantity/resource-list.js'
import type {KindDefinition} from '../kind.js'
import {itemLists} from './items.js'
import {validateLimitRange} from './validate.js'

/** LimitRange (spec limitranger 2.3, spec limitranger 4). */
export const limitRange: KindDefinition<LimitRange> = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: {namesOnUpdate: true},
  ignoresName: true,
  defaultedFrom: ([spec = '', limits = '', item = '', list = '', ...rest]) => (origins[list] ?? []).map((origin) => [spec, limits, item, origin, ...rest]),
  setDefaults: (object) => assign<LimitRange>(object, {spec: setSpecDefaults(object.spec ?? {})}),
  // Without a name, it gets a random UUID as name.
  prepareForCreate: ({metadata, ...rest}) => ({...rest, metadata: assign<ObjectMeta>(metadata, {name: metadata.name || uuidPlaceholder})}),
  validate: validateLimitRange,
}

/** The lists from which the defaults of a list may come. */
const origins: Readonly<Record<string | number, readonly string[]>> = {default: ['max'], defaultRequest: ['default', 'max', 'min']}

function setSpecDefaults(spec: NonNullable<LimitRange['spec']>): NonNullable<LimitRange['spec']> {
  const {limits} = spec
  return limits === undefined ? spec : assign(spec, {limits: mapItems(limits, (item) => round(setItemDefaults(item)))})
}

/** `default` comes from `max`, `defaultRequest` from `default`, then from `min` (pkg/apis/core/v1 `SetDefaults_LimitRangeItem`). */
function setItemDefaults(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item
  const limit = filled(item.default, item.max)
  const request = filled(filled(item.defaultRequest, limit), item.min)
  return assign<LimitRangeItem>(item, {...limit && {default: limit}, ...request && {defaultRequest: request}})
}

/** Returns the list with missing entries from another list; undefined if neither exists. */
const filled = (list: ResourceList | undefined, others: ResourceList = noResources): ResourceList | undefined =>
  list === undefined && isEmpty(others) ? undefined : withMissing(list ?? noResources, others)

function round(item: LimitRangeItem): LimitRangeItem {
  const rounded: Partial<Record<typeof itemLists[number], ResourceList>> = {}
  for (const list of itemLists) {
    const amounts = item[list]
    if (amounts !== undefined) rounded[list] = ceilMilli(amounts)
  }
  return assign<LimitRangeItem>(item, rounded)
}

import {FieldPath} from '../../machinery/field/path.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {listOf, objectAt, scalarText} from './body.js'
import {type ItemDraft, type Mutation, removal, replacement} from './policy-item.js'
import {scopeExpressionItem} from './resource-quota-items.js'

/** Returns an item for each limit of an EventRateLimit configuration, with the numbers of the limit as its parts. */
export const eventRateLimitItems = ({limits}: JsonObject): ItemDraft[] => listOf(limits).flatMap((limit, i) => {
  const field = FieldPath.of('limits').index(i)
  const {type, qps, burst, cacheSize} = objectAt(limit)
  const other = type === 'Server' ? 'Namespace' : 'Server'
  return [
    {field, name: `limits[${i}]`, value: scalarText(type), mutations: [[replacement(field.child('type'), scalarText(type), other)], [removal(field)]]},
    ...numberItem('qps', qps, field),
    ...numberItem('burst', burst, field),
    ...type === 'Server' ? [] : cacheSizeItem(cacheSize, field),
  ]
})

function numberItem(name: string, value: JsonValue | undefined, limit: FieldPath): ItemDraft[] {
  if (typeof value !== 'number') return []
  const field = limit.child(name)
  const to = (number: number): Mutation[] => [replacement(field, String(value), String(number), number)]
  return [{field, name, value: String(value), mutations: [to(value + 1), to(value - 1)]}]
}

/** A test cannot fill a cache of thousands of buckets: the mutation keeps only one, or two in place of one. */
function cacheSizeItem(value: JsonValue | undefined, limit: FieldPath): ItemDraft[] {
  if (typeof value !== 'number') return []
  const [field, other] = [limit.child('cacheSize'), value === 1 ? 2 : 1]
  return [{field, name: 'cacheSize', value: String(value), mutations: [[replacement(field, String(value), String(other), other)]]}]
}

/** Returns an item for each limited resource of a ResourceQuota configuration, with its conditions as its parts. */
export const resourceQuotaConfigurationItems = ({limitedResources}: JsonObject): ItemDraft[] => listOf(limitedResources).flatMap((limited, i) => {
  const field = FieldPath.of('limitedResources').index(i)
  const {resource, matchContains, matchScopes} = objectAt(limited)
  return [
    {field, name: `limitedResources[${i}]`, value: scalarText(resource), mutations: [[removal(field)]]},
    ...listOf(matchContains).map((part, j): ItemDraft => {
      const place = field.child('matchContains').index(j)
      return {field: place, name: 'matchContains', value: scalarText(part), mutations: [[removal(place)]]}
    }),
    ...listOf(matchScopes).map((scope, j) => scopeExpressionItem(scope, field.child('matchScopes').index(j))),
  ]
})

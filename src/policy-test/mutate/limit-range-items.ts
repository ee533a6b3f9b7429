import {itemLists} from '../../kinds/limit-range/items.js'
import {FieldPath} from '../../machinery/field/path.js'
import {isObject} from '../../machinery/go/json-value.js'
import type {JsonObject, JsonValue} from '../../source/json-value.js'
import {countingOf, neighbours} from './amounts.js'
import {listOf, objectAt, scalarText} from './body.js'
import {type ItemDraft, removal, replacement} from './policy-item.js'

/** Returns an item for each amount of a LimitRange. */
export function limitRangeItems({spec}: JsonObject): ItemDraft[] {
  return listOf(isObject(spec) ? spec['limits'] : undefined).flatMap((limits, i) =>
    itemLists.flatMap((list) => Object.entries(objectAt(limits, list)).flatMap(([resource, amount]) => amountItem(
      {field: FieldPath.of('spec', 'limits').index(i).child(list).key(resource), name: `${list}.${resource}`, amount},
      list === 'maxLimitRequestRatio' ? 'ratio' : countingOf(resource),
    ))))
}

interface Amount {
  readonly field: FieldPath
  readonly name: string
  readonly amount: JsonValue
}

/** Returns the item of an amount: a little more, a little less, or none. Nothing for a value that is no quantity. */
export function amountItem({field, name, amount}: Amount, counting: Parameters<typeof neighbours>[1]): ItemDraft[] {
  const near = neighbours(amount, counting)
  if (near === undefined) return []
  const value = scalarText(amount)
  const changes = (texts: readonly string[]): ReturnType<typeof replacement>[] => texts.map((text) => replacement(field, value, text))
  return [{field, name, value, mutations: [changes(near.up), changes(near.down), [removal(field)]]}]
}

import {oneLine} from '../../machinery/output/printable.js'
import type {PolicyItem} from '../../policy-test/mutate/policy-item.js'
import {locationOf} from '../location.js'

/** Returns an item as the fields that its reports share. */
export const itemJson = ({policy, field, name, value, place}: PolicyItem): object => ({
  policy: policy.name, field: String(field), item: name, value, source: locationOf(place),
})

/** Groups by the policy of an item, in order. */
export function byPolicy<T extends {readonly item: PolicyItem}>(results: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const result of results) {
    const {policy: {file, name}} = result.item
    const title = oneLine(`${file.path}: ${name}`)
    const group = groups.get(title)
    if (group === undefined) groups.set(title, [result])
    else group.push(result)
  }
  return groups
}

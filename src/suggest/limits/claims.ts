import type {ClaimFact} from '../facts.js'
import {found, largest, reasonOf, smallest} from '../found.js'
import {roundDown, roundUp} from '../readable.js'
import type {Derivation} from './containers.js'
import type {LimitEntry} from './entries.js'

/** Suggests the PersistentVolumeClaim item of a namespace. */
export function claimEntries(facts: readonly ClaimFact[], {headroom}: Derivation): LimitEntry[] {
  const storage = found(facts, (fact) => fact.storage)
  const [most, least] = [largest(storage), smallest(storage)]
  const min = least && roundDown(least.amount, 'storage')
  const common = {type: 'PersistentVolumeClaim', resource: 'storage'} as const
  return [
    ...most === undefined ? [] : [{...common, list: 'max', value: roundUp(most.amount, 'storage', headroom), reasons: [reasonOf('largest request', most, headroom)]} as const],
    ...least === undefined || min === undefined ? [] : [{...common, list: 'min', value: min, reasons: [reasonOf('smallest request', least)]} as const],
  ]
}

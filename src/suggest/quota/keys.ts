import {stoppedClock} from '../../admission/clock.js'
import {podEvaluator} from '../../admission/plugins/resource-quota/index.js'
import {oneLine} from '../../machinery/output/printable.js'
import {groupBy} from '../../machinery/collections/group-by.js'
import {type ResourceList, resourceNames} from '../../machinery/quantity/resource-list.js'
import {isExtendedRequest} from '../../kinds/resource-quota/resource-names.js'
import type {PodFact} from '../facts.js'
import {leftOut} from '../replaced.js'

/** The keys of a new quota, if they are used: compute, storage, and objects that cost money. It does not count other objects. */
const bounded: ReadonlySet<string> = new Set([
  'pods', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory', 'requests.ephemeral-storage', 'limits.ephemeral-storage', 'requests.storage',
  'persistentvolumeclaims', 'services.loadbalancers', 'services.nodeports',
])

/** The keys of a new quota, with sentences about those that are left out. */
export interface NewKeys {
  readonly keys: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Chooses the keys of a new quota: what is used and is worth a bound. A key that some pod cannot be counted under, because it states no
 * amount, is left out.
 *
 * @param needed the greatest usage of the namespace
 */
export function newKeys(needed: ResourceList, pods: readonly PodFact[]): NewKeys {
  const isWorthBound = (key: string): boolean => bounded.has(key) || isExtendedRequest(key) || key.startsWith('requests.hugepages-')
  const used = resourceNames(needed).filter((key) => needed[key]?.isZero() === false && isWorthBound(key))
  const evaluator = podEvaluator(stoppedClock)
  const lacking = used.flatMap((key) => {
    const found = pods.find(({pod}) => (evaluator.constraints?.([key], pod) ?? []).length > 0)
    return found === undefined ? [] : [{key, found}]
  })
  const left = new Set([...lacking.map(({key}) => key), ...used.filter((key) => isBelowRequests(key, needed))])
  const notes = [...groupBy(lacking, ({found}) => found)].map(([pod, items]) => lackingNote(items.map(({key}) => key), pod))
  return {keys: used.filter((key) => !left.has(key)), notes}
}

/** True for limits of storage, which need not be stated, so that their sum can be below that of the requests. */
function isBelowRequests(key: string, needed: ResourceList): boolean {
  const [, name] = /^limits\.(.+)$/.exec(key) ?? []
  const [limits, requests] = [needed[key], needed[`requests.${name ?? ''}`]]
  return limits !== undefined && requests !== undefined && limits.compare(requests) < 0
}

const lackingNote = (keys: readonly string[], {text, place: {file, span}}: PodFact): string =>
  `${leftOut}${keys.join(', ')}: a container of ${oneLine(text)} (${oneLine(file.path)}:${file.position(span.start).line}) does not state ${keys.length === 1 ? 'it' : 'them'}. `
    + `State ${keys.length === 1 ? 'it' : 'them'}, or give a LimitRange with defaults with -p ("kadm suggest limits" makes one).`

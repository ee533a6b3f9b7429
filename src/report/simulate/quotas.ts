import {oneLine} from '../../machinery/output/printable.js'
import {type MeasuredPods, measuredPods, type PodHeadroom, podHeadrooms} from '../../simulate/headroom.js'
import {lateText} from '../../simulate/hints.js'
import type {QuotaChange} from '../../simulate/quotas.js'
import type {Simulation} from '../../simulate/simulate.js'
import {counted} from '../counted.js'
import {staleLines} from '../usage-source.js'
import {referenceOf} from './json.js'

/** A quota after the run, with notes on it. */
export interface ShownQuota {
  readonly change: QuotaChange
  readonly notes: readonly string[]
}

/** The quotas in the namespaces of the objects sent. */
export function shownQuotas(simulation: Simulation): readonly ShownQuota[] {
  const namespaces = new Set(simulation.reviews.map(({object, manifest: {body}}) => referenceOf(object ?? body).namespace))
  const changes = simulation.quotas.filter(({quota}) => namespaces.has(quota.metadata.namespace))
  if (changes.length === 0) return []
  const pods = measuredPods(simulation)
  return changes.map((change) => ({change, notes: quotaNotes(change, pods, simulation)}))
}

function quotaNotes(change: QuotaChange, pods: MeasuredPods, simulation: Simulation): readonly string[] {
  const {shown, hasMore} = podHeadrooms(change.quota, pods)
  const room = [...shown.map(headroomText), ...hasMore ? ['The headroom for more different pods is not shown.'] : []]
  const late = simulation.cluster.lateChanges(change.quota).map((waiting) => `Not counted yet: ${lateText(waiting)}.`)
  return [...late, ...room, ...staleLines(change)]
}

const headroomText = ({count, like, name: key}: PodHeadroom): string => count === 0n
  ? `No more pods like ${oneLine(like)} fit into what is left of ${oneLine(key)}.`
  : `${counted(count, 'more pod')} like ${oneLine(like)} fit${count === 1n ? 's' : ''} into what is left of ${oneLine(key)}.`

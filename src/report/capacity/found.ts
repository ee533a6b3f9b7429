import type {Ending} from '../../lint/ending.js'
import type {Capacity} from '../../simulate/capacity/types.js'
import {counted} from '../counted.js'

/** A summary of the bounds that are too low. */
export function capacityFound({namespaces, simulation: {reviews}}: Capacity, ending: Ending | undefined): string {
  const all = namespaces.flatMap(({quotas}) => quotas)
  const broken = all.filter(({breaks}) => breaks !== undefined).length
  const isWhole = reviews.every(({allowed}) => allowed) && (ending === undefined || ending.incomplete.length === 0)
  return broken === 0 ? `there is room for ${isWhole ? 'everything' : 'what was counted'}` : `${broken} of ${counted(all.length, 'bound')} too low`
}

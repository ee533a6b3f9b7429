import {formatTime} from '../../machinery/go/instant.js'
import {limitTypes} from '../../machinery/rate-limit/event-limit.js'
import type {SecondCounts} from '../../replay/report/seconds.js'

/** The names of the columns. */
export const csvHeader = `time,requests,accepted,refused,${limitTypes.map((type) => `refused_by_${type}`).join(',')}\n`

/** The counts of a second. A request that several limits reject counts for each type. */
export function csvRow({second, accepted, refused, refusedBy}: SecondCounts): string {
  const counts = [accepted + refused, accepted, refused, ...limitTypes.map((type) => refusedBy.get(type) ?? 0)]
  return `${formatTime({seconds: second, nanoseconds: 0})},${counts.join(',')}\n`
}

import {aggregate} from '../../machinery/field/error.js'
import {type ReachedLimit, reachedMessages} from '../../machinery/rate-limit/event-limit.js'

/** The message with which the server refuses a request (spec eventratelimit 6.2). */
export const refusalMessage = (reached: readonly ReachedLimit[]): string =>
  `Too many requests: ${aggregate(reachedMessages(reached))}`

import type {ReachedLimit} from '../admission/plugins/event-rate-limit/event-limiter.js'
import {aggregate} from '../machinery/field/error.js'

/** The message with which the server refuses a request (spec eventratelimit 6.2). */
export const refusalMessage = (reached: readonly ReachedLimit[]): string =>
  `Too many requests: ${aggregate(reached.map(({type, key}) => `limit reached on type ${type} for key ${key}`))}`

import type {PluginDefinition} from '../../plugin.js'
import {EventRateLimit} from './admission.js'
import {eventRateLimitConfiguration} from './configuration.js'

export {rejectionMessage} from './admission.js'
export {advise} from './advice.js'
export {EventLimiter} from './event-limiter.js'

/** EventRateLimit with everything that belongs to it. */
export const eventRateLimit: PluginDefinition = {
  name: 'EventRateLimit',
  summary: 'Limits the rate of events for each server, namespace, user and object.',
  kinds: [],
  enabledByDefault: false,
  configuration: eventRateLimitConfiguration,
  create: (context) => new EventRateLimit(context),
}

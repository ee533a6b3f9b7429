import type {EventRateLimitConfiguration} from '../admission/plugins/event-rate-limit/types.js'
import {UsageError} from '../usage-error.js'
import {readPluginConfigurations} from './admission-config.js'

/**
 * Reads the configuration of EventRateLimit from an AdmissionConfiguration, with the files that it names.
 *
 * @throws UsageError where the API server would not start with it, and where it says nothing of EventRateLimit
 */
export function readEventRateLimit(path: string): EventRateLimitConfiguration {
  const configuration = readPluginConfigurations(path)?.['EventRateLimit']
  if (configuration === undefined) throw new UsageError(`${JSON.stringify(path)} does not configure EventRateLimit: it has no entry of that name`)
  return configuration
}

import type {EventRateLimitConfiguration} from '../machinery/rate-limit/event-limit.js'
import {UsageError} from '../usage-error.js'
import {type AdmissionConfigOptions, readPluginConfigurations} from './admission-config.js'

/**
 * Reads the configuration of EventRateLimit from its own file, or from an AdmissionConfiguration with the files that it names.
 *
 * @param others The other paths of the run, of which none can be "-" if `path` is
 * @throws UsageError if the API server would not start with it, and if it does not configure EventRateLimit
 */
export async function readEventRateLimit(path: string, others: readonly string[], options?: AdmissionConfigOptions): Promise<EventRateLimitConfiguration> {
  const {EventRateLimit: configuration} = await readPluginConfigurations(path, others, options) ?? {}
  if (configuration === undefined) {
    throw new UsageError(`${JSON.stringify(path)} does not configure EventRateLimit`,
      ['name the Configuration of EventRateLimit, as kadm tune prints it, or an AdmissionConfiguration with an entry for it'])
  }
  return configuration
}

import {StartUpError} from '../admission/start-up-error.js'
import {UsageError} from '../usage-error.js'

/**
 * Does what starts an API server in memory.
 *
 * @throws UsageError where the API server would not start as it is asked to
 */
export function startUp<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof StartUpError ? new UsageError(`the API server does not start with this configuration: ${error.message}`) : error
  }
}

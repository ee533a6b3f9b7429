import {basename, dirname} from 'node:path'

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import {StartUpError} from '../admission/start-up-error.js'
import {outerFileError, type ReadFile} from '../configuration/file-error.js'
import {readConfiguration} from '../configuration/read-configuration.js'
import {rejected, started} from '../configuration/setup/plugin-configurations.js'
import {SetupError} from '../configuration/setup/setup-error.js'
import {checkStdin, stdinPath} from '../io/discover.js'
import {isBelow, openFile} from '../io/open-file.js'
import {readStdin} from '../io/read-sources.js'
import {oneLine} from '../machinery/output/printable.js'
import type {EventRateLimitConfiguration} from '../machinery/rate-limit/event-limit.js'
import {UsageError} from '../usage-error.js'

/** Options for reading the file of `--admission-config`. */
export interface AdmissionConfigOptions {
  /** The plugin flags of the server. The configuration of a disabled plugin is not read. */
  readonly plugins?: PluginFlags
  /** True to also read files outside the folder of the AdmissionConfiguration that names them. */
  readonly allowPathOutside?: boolean | undefined
}

/**
 * Reads the AdmissionConfiguration of a flag with the files that it names, or the configuration of one plugin.
 *
 * @param path The value of the flag; "-" is standard input
 * @param others The other paths of the run, of which none can be "-" if `path` is
 * @returns the configurations of plugins by name; undefined without the flag
 * @throws UsageError if the API server would not start with it, if it names a file outside its folder, and if standard input is given twice
 */
export async function readPluginConfigurations(
  path: string | undefined, others: readonly string[], {plugins = {}, allowPathOutside = false}: AdmissionConfigOptions = {},
): Promise<PluginConfigurations | undefined> {
  if (path === undefined) return undefined
  checkStdin([path, ...others])
  const file = path === stdinPath ? await readStdin() : openFile(path, true)
  if ('errorNumber' in file) throw usageError(rejected(new StartUpError('read', outerFileError(path, file)), 'this configuration'))
  const readNamed: ReadFile = (named) => {
    if (!allowPathOutside && !isBelow(named, dirname(file.path))) throw outsideFolder(file.path, named)
    return openFile(named)
  }
  return withUsageErrors(() => started(readConfiguration(file, {readFile: readNamed, plugins}), 'this configuration'))
}

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

const outsideFolder = (path: string, named: string): UsageError => new UsageError(
  `${JSON.stringify(path)} names ${JSON.stringify(named)}, which is outside its folder: kadm does not read it`,
  [`put a copy of the file next to ${JSON.stringify(path)} and write path: ${oneLine(basename(named))}`, '--allow-path-outside reads it where it is'],
)

/**
 * Runs a function that sets up a server, and returns its result.
 *
 * @throws UsageError in place of a SetupError
 */
export function withUsageErrors<T>(setUp: () => T): T {
  try {
    return setUp()
  } catch (error) {
    throw error instanceof SetupError ? usageError(error) : error
  }
}

const usageError = ({message, ways}: SetupError): UsageError => new UsageError(message, ways)

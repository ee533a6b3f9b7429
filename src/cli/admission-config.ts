import {basename, dirname} from 'node:path'

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import type {PluginFlags} from '../admission/plugin-flags.js'
import {StartUpError} from '../admission/start-up-error.js'
import {configurationsAmong, conflictAmong} from '../configuration/among-policies.js'
import {outerFileError, type ReadFile} from '../configuration/file-fault.js'
import {type AdmissionConfiguration, readConfiguration} from '../configuration/read-configuration.js'
import {checkStdin, stdinPath} from '../io/discover.js'
import {isBelow, openFile} from '../io/open-file.js'
import {readStdin} from '../io/read-sources.js'
import {oneLine} from '../machinery/printable.js'
import type {EventRateLimitConfiguration} from '../machinery/rate-limit/event-limit.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {placeText} from './only-document.js'
import {configurationReader} from './read-inputs.js'

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
  if ('errorNumber' in file) throw rejected(new StartUpError('read', outerFileError(path, file)), 'this configuration')
  const readNamed: ReadFile = (named) => {
    if (!allowPathOutside && !isBelow(named, dirname(file.path))) throw outsideFolder(file.path, named)
    return openFile(named)
  }
  return started(readConfiguration(file, {readFile: readNamed, plugins}), 'this configuration')
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
  [`put a copy of the file beside ${JSON.stringify(path)} and write path: ${oneLine(basename(named))}`, '--allow-path-outside reads it where it is'],
)

/** The configurations of plugins found among policies, by name, with hints for the user. */
export interface PolicyConfigurations {
  readonly configurations: PluginConfigurations
  readonly hints: readonly string[]
}

/**
 * Finds the configurations of the API server among policies: AdmissionConfigurations with the files that they name, and
 * configurations of single plugins.
 *
 * @param plugins The plugin flags of the server. The configuration of a disabled plugin is not read
 * @throws UsageError if the API server would not start with one of them, and if two of them differ
 */
export function findPluginConfigurations(policies: readonly SourceFile[], plugins: PluginFlags = {}): PolicyConfigurations {
  const {found, ignored} = configurationsAmong(policies, configurationReader(policies), plugins)
  const all = found.map((one) => started(one, `the configuration in ${one.file.path}`, [`--exclude ${one.file.path} excludes it`]))
  const rejected = found.find(({skipReason}) => skipReason !== undefined)
  if (rejected !== undefined) throw new UsageError(`${rejected.file.path}: ${rejected.skipReason ?? ''}`, [`to read it, use --admission-config ${rejected.file.path} --allow-path-outside`])
  const conflict = conflictAmong(found)
  if (conflict !== undefined) {
    const [one, other] = conflict.map(({file}) => file.path)
    throw new UsageError(`${one} and ${other} configure the API server in different ways`, ['choose one of them with -p or with --admission-config'])
  }
  return {
    configurations: all.reduce<PluginConfigurations>((together, one) => ({...together, ...one}), {}),
    hints: ignored.map(({document: {file}, node}) =>
      `Hint: ${file.path}:${file.position(node.start).line}: the API server reads only the first document of a configuration file: this one is ignored.`),
  }
}

/** Maximum number of places with errors to add to the server's message, which has none. */
const maxPlaces = 3

/**
 * Returns the configurations of plugins if the server would start with them.
 *
 * @param what Description of their source
 * @param ways Further suggestions
 * @throws UsageError with the server's message and the places with errors if the server would not start
 */
export function started({configurations, error, problems}: AdmissionConfiguration, what: string, ways: readonly string[] = []): PluginConfigurations {
  if (error === undefined) return configurations
  const errors = problems.filter(({severity}) => severity === 'error')
  const places = errors.slice(0, maxPlaces).map(({file, span, message, hint}) =>
    `${placeText(file, span)}: ${oneLine(message)}${hint === undefined ? '' : `: ${oneLine(hint)}`}`)
  throw rejected(error, what, [...places, ...ways])
}

const rejected = ({message}: StartUpError, what: string, ways: readonly string[] = []): UsageError =>
  new UsageError(`the API server does not start with ${what}: ${withoutContent(message)}`, ways)

/** Maximum number of characters to show of a file that the server repeats in its message. */
const maxContent = 40

const repeatedContent = /(?<='(?:Kind|apiVersion)' is missing in ')[^]*(?='$)/

const withoutContent = (message: string): string => message.replace(repeatedContent, (content) =>
  content.length <= maxContent ? oneLine(content) : `${oneLine(content.slice(0, maxContent))}...`)

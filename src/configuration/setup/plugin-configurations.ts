import type {PluginConfigurations} from '../../admission/choose-plugins.js'
import type {PluginFlags} from '../../admission/plugin-flags.js'
import type {StartUpError} from '../../admission/start-up-error.js'
import {oneLine} from '../../machinery/output/printable.js'
import {placeText, type SourceFile} from '../../source/source-file.js'
import type {ReadFile} from '../file-error.js'
import {conflictingConfigurations, findConfigurations} from '../find-configurations.js'
import type {AdmissionConfiguration} from '../read-configuration.js'
import {configuredPlugins} from '../recognize.js'
import {SetupError, type SetupHints} from './setup-error.js'

/** The configurations of plugins found among policies, by name, with hints for the user. */
export interface PolicyConfigurations {
  readonly configurations: PluginConfigurations
  readonly hints: readonly string[]
}

/** Options for finding configurations. */
export interface FindOptions {
  /** The plugin flags of the server. The configuration of a disabled plugin is not read. */
  readonly plugins?: PluginFlags
  /** Reads files that are not among the policies. */
  readonly readFile: ReadFile
  readonly ways: Pick<SetupHints, 'configurations' | 'invalid' | 'outside'>
}

/**
 * Finds the configurations of the API server among policies: AdmissionConfigurations with the files that they name, and
 * configurations of single plugins.
 *
 * @throws SetupError if the API server would not start with one of them, and if two of them differ
 */
export function findPluginConfigurations(policies: readonly SourceFile[], {plugins = {}, readFile, ways}: FindOptions): PolicyConfigurations {
  const {found, ignored} = findConfigurations(policies, readFile, plugins)
  const all = found.map((one) => started(one, `the configuration in ${one.file.path}`, ways.invalid(one.file.path)))
  const outside = found.find(({skipReason}) => skipReason !== undefined)
  if (outside !== undefined) throw new SetupError(`${outside.file.path}: ${outside.skipReason ?? ''}`, ways.outside(outside.file.path))
  const conflict = conflictingConfigurations(found)
  if (conflict !== undefined) {
    const [one, other] = conflict.map(({file}) => file.path)
    throw new SetupError(`${one} and ${other} configure the API server in different ways`, [ways.configurations])
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
 * @throws SetupError with the server's message and the places with errors if the server would not start, and for a configuration that is too large to simulate
 */
export function started({configurations, error, problems}: AdmissionConfiguration, what: string, ways: readonly string[] = []): PluginConfigurations {
  if (error === undefined) {
    for (const {name, configuration: kind} of configuredPlugins) {
      const {[name]: configuration} = configurations
      const excess = configuration && kind.excess?.(configuration)
      if (excess !== undefined) throw new SetupError(`${what} has ${excess}`, ['use a copy with fewer: "kadm lint" checks all of them', ...ways])
    }
    return configurations
  }
  const errors = problems.filter(({severity}) => severity === 'error')
  const places = errors.slice(0, maxPlaces).map(({file, span, message, hint}) =>
    `${placeText(file, span)}: ${oneLine(message)}${hint === undefined ? '' : `: ${oneLine(hint)}`}`)
  throw rejected(error, what, [...places, ...ways])
}

/** The error of a server that does not start. */
export const rejected = ({message}: StartUpError, what: string, ways: readonly string[] = []): SetupError =>
  new SetupError(`the API server does not start with ${what}: ${withoutContent(message)}`, ways)

/** Maximum number of characters to show of a file that the server repeats in its message. */
const maxContent = 40

const repeatedContent = /(?<='(?:Kind|apiVersion)' is missing in ')[^]*(?='$)/

const withoutContent = (message: string): string => message.replace(repeatedContent, (content) =>
  content.length <= maxContent ? oneLine(content) : `${oneLine(content.slice(0, maxContent))}...`)

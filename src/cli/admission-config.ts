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
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {placeText} from './only-document.js'
import {configurationReader} from './read-inputs.js'

/** How to read the file of `--admission-config`. */
export interface AdmissionConfigOptions {
  /** The plugin flags of the server: the configuration of a plugin that is off is not read. */
  readonly plugins?: PluginFlags
  /** True to read files outside the folder of the AdmissionConfiguration where it names them. */
  readonly allowPathOutside?: boolean | undefined
}

/**
 * Reads the AdmissionConfiguration that a flag names, with the files that it names, or the configuration of one plugin.
 *
 * @param path the value of the flag; "-" is standard input
 * @param others the other paths of the run: one of all can be standard input
 * @returns the configurations of plugins by name; undefined without the flag
 * @throws UsageError where the API server would not start with it, where it names a file outside its folder, and for standard input that is asked for twice
 */
export async function readPluginConfigurations(
  path: string | undefined, others: readonly string[], {plugins = {}, allowPathOutside = false}: AdmissionConfigOptions = {},
): Promise<PluginConfigurations | undefined> {
  if (path === undefined) return undefined
  checkStdin([path, ...others])
  const file = path === stdinPath ? await readStdin() : openFile(path, true)
  if ('errorNumber' in file) throw refused(new StartUpError('read', outerFileError(path, file)), 'this configuration')
  const readNamed: ReadFile = (named) => {
    if (!allowPathOutside && !isBelow(named, dirname(file.path))) throw outsideFolder(file.path, named)
    return openFile(named)
  }
  return started(readConfiguration(file, {readFile: readNamed, plugins}), 'this configuration')
}

const outsideFolder = (path: string, named: string): UsageError => new UsageError(
  `${JSON.stringify(path)} names ${JSON.stringify(named)}, which is outside its folder: kadm does not read it`,
  [`put a copy of the file beside ${JSON.stringify(path)} and write path: ${oneLine(basename(named))}`, '--allow-path-outside reads it where it is'],
)

/** The configurations of plugins that were found among policies, by name, and what the user should know about it. */
export interface PolicyConfigurations {
  readonly configurations: PluginConfigurations
  readonly hints: readonly string[]
}

/**
 * Finds the configurations of the API server among policies: AdmissionConfigurations with the files that they name, and those
 * of plugins by themselves.
 *
 * @param plugins the plugin flags of the server: the configuration of a plugin that is off is not read
 * @throws UsageError where the API server would not start with one, and where two do not say the same
 */
export function findPluginConfigurations(policies: readonly SourceFile[], plugins: PluginFlags = {}): PolicyConfigurations {
  const {found, overlooked} = configurationsAmong(policies, configurationReader(policies), plugins)
  const all = found.map((one) => started(one, `the configuration in ${one.file.path}`, [`--exclude ${one.file.path} does without it`]))
  const refused = found.find(({notLookedAt}) => notLookedAt !== undefined)
  if (refused !== undefined) throw new UsageError(`${refused.file.path}: ${refused.notLookedAt ?? ''}`, [`to have it read, say --admission-config ${refused.file.path} --allow-path-outside`])
  const conflict = conflictAmong(found)
  if (conflict !== undefined) {
    const [one, other] = conflict.map(({file}) => file.path)
    throw new UsageError(`${one} and ${other} configure the API server in different ways`, ['choose one of them with -p or with --admission-config'])
  }
  return {
    configurations: all.reduce<PluginConfigurations>((together, one) => ({...together, ...one}), {}),
    hints: overlooked.map(({document: {file}, node}) =>
      `Hint: ${file.path}:${file.position(node.start).line}: a configuration of the API server counts only as the first document of its file: left out.`),
  }
}

/** So many of the places that are wrong stand beside the server's message, which names none. */
const mostPlaces = 3

/**
 * Returns the configurations of plugins that have been read.
 *
 * @param what what they were read from, in words
 * @param ways other ways out
 * @throws UsageError with the server's message and the places that are wrong, where the server would not start
 */
export function started({configurations, error, problems}: AdmissionConfiguration, what: string, ways: readonly string[] = []): PluginConfigurations {
  if (error === undefined) return configurations
  const errors = problems.filter(({severity}) => severity === 'error')
  const places = errors.slice(0, mostPlaces).map(({file, span, message, hint}) =>
    `${placeText(file, span)}: ${oneLine(message)}${hint === undefined ? '' : `: ${oneLine(hint)}`}`)
  throw refused(error, what, [...places, ...ways])
}

const refused = ({message}: StartUpError, what: string, ways: readonly string[] = []): UsageError =>
  new UsageError(`the API server does not start with ${what}: ${withoutContent(message)}`, ways)

/** So many characters of a file are shown where the server repeats all of it in its message. */
const mostContent = 40

const repeatedContent = /(?<='(?:Kind|apiVersion)' is missing in ')[^]*(?='$)/

const withoutContent = (message: string): string => message.replace(repeatedContent, (content) =>
  content.length <= mostContent ? oneLine(content) : `${oneLine(content.slice(0, mostContent))}...`)

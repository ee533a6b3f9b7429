import type {PluginConfigurations} from '../admission/choose-plugins.js'
import {configurationsAmong, conflictAmong} from '../configuration/among-policies.js'
import {type AdmissionConfiguration, readAdmissionConfigurationFile} from '../configuration/read-configuration.js'
import {openFile} from '../io/open-file.js'
import type {SourceFile} from '../source/source-file.js'
import {UsageError} from '../usage-error.js'
import {configurationReader} from './read-inputs.js'

/**
 * Reads the AdmissionConfiguration that a flag names, with the files that it names.
 *
 * @returns the configurations of plugins by name; undefined without the flag
 * @throws UsageError where the API server would not start with it
 */
export function readPluginConfigurations(path: string | undefined): PluginConfigurations | undefined {
  if (path === undefined) return undefined
  return started(readAdmissionConfigurationFile(path, {readFile: (named) => openFile(named, named === path)}), path, 'this configuration')
}

/** The configurations of plugins that were found among policies, by name, and what the user should know about it. */
export interface PolicyConfigurations {
  readonly configurations: PluginConfigurations
  readonly hints: readonly string[]
}

/**
 * Finds the configurations of the API server among policies: AdmissionConfigurations with the files that they name, and those
 * of plugins by themselves.
 *
 * @throws UsageError where the API server would not start with one, and where two do not say the same
 */
export function findPluginConfigurations(policies: readonly SourceFile[]): PolicyConfigurations {
  const {found, overlooked} = configurationsAmong(policies, configurationReader(policies))
  const all = found.map((one) => started(one, one.file.path, `the configuration in ${one.file.path}`, [`--exclude ${one.file.path} does without it`]))
  const refused = found.find(({notLookedAt}) => notLookedAt !== undefined)
  if (refused !== undefined) throw new UsageError(`${refused.file.path}: ${refused.notLookedAt ?? ''}`, [`to have it read, say --admission-config ${refused.file.path}`])
  const conflict = conflictAmong(found)
  if (conflict !== undefined) {
    const [one, other] = conflict.map(({file}) => file.path)
    throw new UsageError(`${one} and ${other} configure the API server in different ways`, ['choose one of them with -p or with --admission-config'])
  }
  return {
    configurations: Object.assign({}, ...all) as PluginConfigurations,
    hints: overlooked.map(({document: {file}, node}) =>
      `Hint: ${file.path}:${file.position(node.start).line}: a configuration of the API server counts only as the first document of its file: left out.`),
  }
}

function started({configurations, error, problems}: AdmissionConfiguration, path: string, what: string, ways: readonly string[] = []): PluginConfigurations {
  const where = problems.length === 0 ? [] : [`kadm lint ${path} shows the place`]
  if (error !== undefined) throw new UsageError(`the API server does not start with ${what}: ${error.message}`, [...where, ...ways])
  return configurations
}

import type {PluginConfigurations} from '../admission/choose-plugins.js'
import {readAdmissionConfigurationFile} from '../configuration/read-configuration.js'
import {openFile} from '../io/open-file.js'
import {UsageError} from '../usage-error.js'

/**
 * Reads the AdmissionConfiguration that a flag names, with the files that it names.
 *
 * @returns the configurations of plugins by name; undefined without the flag
 * @throws UsageError where the API server would not start with it
 */
export function readPluginConfigurations(path: string | undefined): PluginConfigurations | undefined {
  if (path === undefined) return undefined
  const {configurations, error, problems} = readAdmissionConfigurationFile(path, {readFile: (named) => openFile(named, named === path)})
  const where = problems.length === 0 ? [] : [`kadm lint ${path} shows the place`]
  if (error !== undefined) throw new UsageError(`the API server does not start with this configuration: ${error.message}`, where)
  return configurations
}

import {admissionPlugins} from '../admission/plugins/index.js'
import {readDocument} from '../configuration/document.js'
import type {ReadFile} from '../configuration/file-fault.js'
import {pluginConfiguration} from '../configuration/plugin-configuration.js'
import {readAdmissionConfiguration} from '../configuration/read-configuration.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {Manifest} from '../manifests/manifest.js'
import type {Diagnostic} from './diagnostic.js'

/**
 * What is to be said of a file that the API server reads when it starts: an AdmissionConfiguration with everything that it
 * names, or the configuration of one plugin. Undefined for a file of any other kind.
 *
 * @param first the first manifest of the file: the server reads no other
 */
export function checkConfiguration({document: {file}, body}: Manifest, readFile: ReadFile): readonly Diagnostic[] | undefined {
  const {apiVersion, kind} = body
  if (kind === 'AdmissionConfiguration') return readAdmissionConfiguration(file, {readFile}).problems
  const group = groupOf(apiVersion)
  const plugin = admissionPlugins.find(({configuration}) =>
    configuration?.versions.some((version) => version.kind === kind && groupOf(version.apiVersion) === group))
  return plugin?.configuration && pluginConfiguration(plugin.name, plugin.configuration, readDocument(file)).problems
}

const groupOf = (apiVersion: unknown): string | undefined => typeof apiVersion === 'string' ? parseApiVersion(apiVersion)?.group : undefined

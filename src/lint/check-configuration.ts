import {readDocument} from '../configuration/document.js'
import type {ReadFile} from '../configuration/file-error.js'
import {pluginConfiguration} from '../configuration/plugin-configuration.js'
import {readAdmissionConfiguration} from '../configuration/read-configuration.js'
import {configurationIn} from '../configuration/recognize.js'
import type {ManifestEntry} from '../manifests/manifest.js'
import type {Diagnostic} from './diagnostic.js'

/**
 * Lints a file that the API server reads when it starts: an AdmissionConfiguration with all files that it names, or the
 * configuration of one plugin. Undefined for a file of any other kind.
 *
 * @param first the first object of the file: the server reads no other
 */
export function checkConfiguration(first: ManifestEntry, readFile: ReadFile): readonly Diagnostic[] | undefined {
  const {document: {file}} = first
  const plugin = configurationIn(first)
  if (plugin === 'all') return readAdmissionConfiguration(file, {readFile}).problems
  return plugin && pluginConfiguration(plugin.name, plugin.configuration, readDocument(file)).problems
}

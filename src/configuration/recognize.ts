import type {ConfigurationKind} from '../admission/configuration-kind.js'
import type {PluginDefinition} from '../admission/plugin.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {parseApiVersion} from '../machinery/schema/rest-mapper.js'

/** A plugin that reads a configuration. */
export type ConfiguredPlugin = PluginDefinition & {readonly configuration: ConfigurationKind}

/** The plugins that read a configuration, in the order in which they are made. */
export const configuredPlugins: readonly ConfiguredPlugin[] =
  admissionPlugins.filter((plugin): plugin is ConfiguredPlugin => plugin.configuration !== undefined)

/** Whose configuration a document says it is, in whatever version: that of all plugins, or of one. Undefined for any other document. */
export function configurationOf({apiVersion, kind}: {readonly apiVersion?: unknown, readonly kind?: unknown}): 'all' | ConfiguredPlugin | undefined {
  if (kind === 'AdmissionConfiguration') return 'all'
  const group = groupOf(apiVersion)
  return configuredPlugins.find(({configuration}) => configuration.versions.some((version) => version.kind === kind && groupOf(version.apiVersion) === group))
}

const groupOf = (apiVersion: unknown): string | undefined => typeof apiVersion === 'string' ? parseApiVersion(apiVersion)?.group : undefined

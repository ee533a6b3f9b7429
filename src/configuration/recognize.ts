import type {ConfigurationKind} from '../admission/configuration-kind.js'
import type {PluginDefinition} from '../admission/plugin.js'
import {admissionPlugins} from '../admission/plugins/index.js'
import {isObject} from '../machinery/go/json-value.js'
import {apiFields} from '../machinery/schema/api-tables.js'
import {isCustomGroup, parseApiVersion} from '../machinery/schema/rest-mapper.js'
import type {ManifestEntry} from '../manifests/manifest.js'

/** A plugin that reads a configuration. */
export type ConfiguredPlugin = PluginDefinition & {readonly configuration: ConfigurationKind}

/** The plugins that read a configuration, in the order in which they are made. */
export const configuredPlugins: readonly ConfiguredPlugin[] =
  admissionPlugins.filter((plugin): plugin is ConfiguredPlugin => plugin.configuration !== undefined)

/** The fields of a document that identify its configuration kind. */
interface IdentifyingFields {
  readonly apiVersion?: unknown
  readonly kind?: unknown
  readonly limits?: unknown
}

/**
 * The plugins that a document configures, in any version: all plugins, or one. Undefined for any other document.
 * One without an apiVersion, or with one that no custom resource can have, is recognised by its kind and fields.
 */
export function configurationOf({apiVersion, kind, limits}: IdentifyingFields): 'all' | ConfiguredPlugin | undefined {
  if (kind === 'AdmissionConfiguration') return 'all'
  const group = groupOf(apiVersion)
  const ofKind = configuredPlugins.filter(({configuration}) => configuration.versions.some((version) => version.kind === kind))
  const named = ofKind.find(({configuration}) => configuration.versions.some((version) => version.kind === kind && groupOf(version.apiVersion) === group))
  if (named !== undefined || isCustomGroup(group ?? '')) return named
  return kind === 'Configuration' ? ofKind.find(({configuration}) => Array.isArray(limits) && hasField(configuration, 'limits')) : ofKind[0]
}

const hasField = ({versions}: ConfigurationKind, field: string): boolean =>
  versions.some(({table}) => Object.hasOwn(apiFields().types[table]?.fields ?? {}, field))

/** Identifies the configuration of the first object of a file; it may lack an apiVersion. */
export function configurationIn(first: ManifestEntry | undefined): 'all' | ConfiguredPlugin | undefined {
  const body = first?.manifest?.body ?? first?.document.value
  return isObject(body) ? configurationOf(body) : undefined
}

const groupOf = (apiVersion: unknown): string | undefined => typeof apiVersion === 'string' ? parseApiVersion(apiVersion)?.group : undefined

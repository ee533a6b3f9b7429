import {aggregate, type FieldError} from '../machinery/field/error.js'
import {defaultVersion, hasFeature, type KubernetesVersion} from '../machinery/version/kubernetes-version.js'
import type {ConfigurationKind} from './configuration-kind.js'
import {isEnabled, pluginFlagErrors, type PluginFlags} from './plugin-flags.js'
import type {PluginDefinition} from './plugin.js'
import {StartUpError} from './start-up-error.js'

/** A plugin that takes part in admission, with its configuration; undefined without one. */
export interface ChosenPlugin {
  readonly definition: PluginDefinition
  readonly configuration: object | undefined
}

/** The configurations of plugins by name. */
export type PluginConfigurations = Readonly<Record<string, object>>

/**
 * Returns the plugins that take part in admission, in their order: those that are on by default or that the flags enable, without
 * those that the flags disable, and those that have a configuration (spec eventratelimit 2.1, spec eventratelimit 2.3).
 *
 * @param version that of the server: plugins without effect in it are left out
 * @param flags plugins of Kubernetes that kadm does not have change nothing
 * @throws StartUpError for flags with which the server does not start, and for a plugin whose configuration is not valid or missing
 */
export function choosePlugins(
  definitions: readonly PluginDefinition[], flags: PluginFlags, configurations: PluginConfigurations, version = defaultVersion,
): ChosenPlugin[] {
  const errors = pluginFlagErrors(definitions, flags, version)
  if (errors.length > 0) throw new StartUpError('plugin', aggregate(errors.map(({message}) => message)))
  return definitions.map((definition) => choose(definition, configurations)).filter(({definition, configuration}) => {
    const isChosen = isEnabled(definition, flags, configuration !== undefined) && isInEffect(definition, version)
    if (isChosen) rejectInvalid(definition, configuration)
    return isChosen
  })
}

/** True if the version has what the plugin needs. */
const isInEffect = ({feature}: PluginDefinition, version: KubernetesVersion): boolean => feature === undefined || hasFeature(version, feature)

const choose = (definition: PluginDefinition, configurations: PluginConfigurations): ChosenPlugin =>
  ({definition, configuration: Object.hasOwn(configurations, definition.name) ? configurations[definition.name] : undefined})

function rejectInvalid({name, configuration: kind}: PluginDefinition, configuration: object | undefined): void {
  const errors = kind?.validate(configuration ?? {}) ?? []
  if (kind !== undefined && errors.length > 0) throw invalidConfiguration(name, kind, errors)
}

/** The end of a server with a plugin whose configuration breaks rules. */
export const invalidConfiguration = (plugin: string, kind: ConfigurationKind, errors: readonly FieldError[]): StartUpError =>
  kind.startUpError?.(plugin, errors) ?? new StartUpError('validate', aggregate(errors.map(String)), plugin)

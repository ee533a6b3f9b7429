import {aggregate, type FieldError} from '../machinery/field-error.js'
import {quote} from '../machinery/go-text.js'
import type {PluginDefinition} from './plugin.js'
import {compiledInPlugins} from './plugin-names.js'
import {StartUpError} from './start-up-error.js'

/** A plugin that takes part in admission, with its configuration; undefined without one. */
export interface ChosenPlugin {
  readonly definition: PluginDefinition
  readonly configuration: object | undefined
}

/** The configurations of plugins by name. */
export type PluginConfigurations = Readonly<Record<string, object>>

/**
 * The plugins that take part in admission: those that always do, those that are named, and those that have a configuration
 * (eventratelimit spec 2.1 and 2.3).
 *
 * @param enabled what `--enable-admission-plugins` names; plugins of Kubernetes that kadm does not have change nothing
 * @throws StartUpError for a name that no plugin has, and for a plugin whose configuration is not valid or missing
 */
export function choosePlugins(
  definitions: readonly PluginDefinition[], enabled: readonly string[], configurations: PluginConfigurations,
): ChosenPlugin[] {
  const unknown = enabled.find((name) => !isPluginName(definitions, name))
  if (unknown !== undefined) throw new StartUpError('plugin', `enable-admission-plugins plugin ${quote(unknown)} is unknown`)
  return definitions.map((definition) => choose(definition, configurations)).filter(({definition, configuration}) => {
    const takesPart = definition.enabledByDefault !== false || configuration !== undefined || enabled.includes(definition.name)
    if (takesPart) refuseInvalid(definition, configuration)
    return takesPart
  })
}

/** True of a name that an admission plugin has, be it one of kadm or one of Kubernetes alone. */
export const isPluginName = (definitions: readonly PluginDefinition[], name: string): boolean =>
  compiledInPlugins.includes(name) || definitions.some((definition) => definition.name === name)

const choose = (definition: PluginDefinition, configurations: PluginConfigurations): ChosenPlugin =>
  ({definition, configuration: Object.hasOwn(configurations, definition.name) ? configurations[definition.name] : undefined})

function refuseInvalid({name, configuration: kind}: PluginDefinition, configuration: object | undefined): void {
  const errors = kind?.validate(configuration ?? {}) ?? []
  if (errors.length > 0) throw invalidConfiguration(name, errors)
}

/** The end of a server with a plugin whose configuration breaks rules. */
export const invalidConfiguration = (plugin: string, errors: readonly FieldError[]): StartUpError =>
  new StartUpError('validate', aggregate(errors.map(String)), plugin)

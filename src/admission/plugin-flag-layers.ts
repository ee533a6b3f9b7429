import type {PluginFlags} from './plugin-flags.js'

/** True for settings that enable or disable plugins. */
export const setsPlugins = ({enableAdmissionPlugins, disableAdmissionPlugins, admissionControl}: PluginFlags): boolean =>
  (enableAdmissionPlugins ?? disableAdmissionPlugins ?? admissionControl) !== undefined

/**
 * Returns the effective plugin flags of layers, each of which overrides the former ones. Enabling a plugin in a higher layer removes it
 * from the disabled ones of the lower layers, and vice versa.
 */
export const effectiveFlags = (layers: readonly PluginFlags[]): PluginFlags => layers.reduce(overridden, {})

const without = (names: readonly string[] | undefined, others: readonly string[] = []): readonly string[] | undefined =>
  names?.filter((name) => !others.includes(name))

function overridden(lower: PluginFlags, higher: PluginFlags): PluginFlags {
  const {enableAdmissionPlugins: enabled, disableAdmissionPlugins: disabled, admissionControl} = higher
  if (admissionControl !== undefined) return higher
  if (!setsPlugins(higher)) return lower
  return {
    enableAdmissionPlugins: enabled ?? without(lower.enableAdmissionPlugins, disabled),
    disableAdmissionPlugins: disabled ?? without(lower.disableAdmissionPlugins, enabled),
  }
}

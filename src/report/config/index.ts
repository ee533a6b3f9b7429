import type {ShownSetting} from './shown-setting.js'

/** Prints settings. */
export type ConfigReporter = (settings: readonly ShownSetting[]) => Promise<string>

/** The output formats of settings, each loaded on demand. */
export const configReporters = {
  async table(settings) {
    const {configTable} = await import('./table.js')
    return configTable(settings)
  },
  async json(settings) {
    const {configJson} = await import('./json.js')
    return configJson(settings)
  },
  async yaml(settings) {
    const {configYaml} = await import('./yaml.js')
    return configYaml(settings)
  },
} satisfies Record<string, ConfigReporter>

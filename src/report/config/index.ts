/** A setting of kadm, and where its value comes from. */
export interface ShownSetting {
  readonly name: string
  /** As the configuration file would have it; undefined for none. */
  readonly value: unknown
  readonly source: string
  /** The variable, or the place in the configuration file. */
  readonly from?: string
}

export type ConfigReporter = (settings: readonly ShownSetting[]) => Promise<string>

/** The formats of settings. Each is loaded when it is asked for. */
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

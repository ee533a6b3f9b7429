import {BaseCommand} from '../../src/cli/base-command.js'
import {effectiveSettings} from '../../src/cli/config/effective.js'
import {formatOf, loadSettings} from '../../src/cli/config/load-settings.js'
import {checkRuleNames} from '../../src/cli/config/rule-levels.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {output} from '../../src/cli/flags.js'
import {configReporters} from '../../src/report/config/index.js'

/** Prints the effective settings and their sources. */
export default class ConfigPrint extends BaseCommand {
  static override summary = 'Print the effective settings and their sources.'

  static override description = `Shows the settings that the other commands use unless a flag overrides them: from a KADM_ environment variable, else the nearest .kadm.yaml in the working directory or above it, else the default. With -o yaml, prints an equivalent .kadm.yaml; paths are relative to the working directory.

${exitStatusHelp('config:print')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %>', description: 'A table of all settings.'},
    {command: 'KADM_FAIL_ON=error <%= config.bin %> <%= command.id %> -o json', description: 'As JSON, with an environment variable.'},
  ]

  static override flags = {output: output(Object.keys(configReporters))}

  async run(): Promise<void> {
    const {flags: {output: format}} = await this.parse(ConfigPrint)
    const resolved = loadSettings({})
    await checkRuleNames(resolved.settings)
    this.print(configReporters[formatOf(format === undefined ? resolved.settings : {output: format}, configReporters)](effectiveSettings(resolved)))
  }
}

import {BaseCommand} from '../../src/cli/base-command.js'
import {effectiveSettings} from '../../src/cli/config/effective.js'
import {formatOf, loadSettings} from '../../src/cli/config/load-settings.js'
import {checkRuleNames} from '../../src/cli/config/rule-levels.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {output} from '../../src/cli/flags.js'
import {configReporters} from '../../src/report/config/index.js'

/** Prints the settings that are in force, and where each comes from. */
export default class ConfigPrint extends BaseCommand {
  static override summary = 'Print the settings that are in force, and where each comes from.'

  static override description = `Shows what the other commands go by unless a flag says otherwise: a KADM_ variable of the environment, else the nearest .kadm.yaml in the working directory or above it, else the default. With -o yaml, prints a .kadm.yaml that says the same; paths are relative to the working directory.

${exitStatusHelp('config:print')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %>', description: 'A table of all settings.'},
    {command: 'KADM_FAIL_ON=error <%= config.bin %> <%= command.id %> -o json', description: 'For another program, under another environment.'},
  ]

  static override flags = {output: output(Object.keys(configReporters))}

  async run(): Promise<void> {
    const {flags: {output: format}} = await this.parse(ConfigPrint)
    const resolved = loadSettings({})
    await checkRuleNames(resolved.settings)
    this.print(await configReporters[formatOf(format === undefined ? resolved.settings : {output: format}, configReporters)](effectiveSettings(resolved)))
  }
}

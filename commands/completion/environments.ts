import {BaseCommand} from '../../src/cli/base-command.js'
import {environmentNames} from '../../src/cli/config/load-settings.js'
import {exitStatus} from '../../src/cli/exit-status.js'

/** Names that no shell reads as anything else, whatever a stranger's configuration holds. */
const plainName = /^\w[\w.-]*$/

/** Prints what completion offers behind `--env`: the scripts call it. */
export default class CompletionEnvironments extends BaseCommand {
  static override summary = 'Print the names of the environments that .kadm.yaml sets, one a line.'

  static override hidden = true

  async run(): Promise<void> {
    await this.parse(CompletionEnvironments)
    const names = environmentNames(['all']).filter((name) => plainName.test(name))
    this.print([...names, 'all'].map((name) => `${name}\n`).join(''))
    process.exitCode = exitStatus.ok
  }
}

import {BaseCommand} from '../../src/cli/base-command.js'
import {environmentNames} from '../../src/cli/config/load-settings.js'
import {exitStatus} from '../../src/lint/ending.js'

/** Names that are safe in any shell. Other names, possibly of an untrusted configuration, are not printed. */
const plainName = /^\w[\w.-]*$/

/** Prints the completions for `--env`. The completion scripts call it. */
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

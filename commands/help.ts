import {Args, Help} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {exitStatus} from '../src/lint/ending.js'
import {unknownCommand} from '../src/cli/oclif/unknown-command.js'

/** Prints the help of kadm, of a command or of a group of commands, as `--help` does. */
export default class HelpCommand extends BaseCommand {
  static override summary = 'Print the help of a command.'

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %>', description: 'List all commands.'},
    {command: '<%= config.bin %> <%= command.id %> describe quota', description: 'Explain one command, as "kadm describe quota --help" does.'},
  ]

  static override strict = false

  static override args = {
    command: Args.string({name: 'COMMAND', ignoreStdin: true, description: 'The words of a command: "lint", "describe quota". Default: list all commands.'}),
  }

  async run(): Promise<void> {
    const {argv} = await this.parse(HelpCommand)
    const words = argv as string[]
    const id = words.join(':')
    if (id !== '' && this.config.findCommand(id) === undefined && this.config.findTopic(id) === undefined) throw unknownCommand(id, this.config)
    const {helpOptions} = this.config.pjson.oclif
    await new Help(this.config, helpOptions).showHelp(words)
    process.exitCode = exitStatus.ok
  }
}

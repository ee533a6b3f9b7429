import {Args} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {completionModel, completions} from '../src/cli/completion/index.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {exitStatus} from '../src/lint/ending.js'

type Shell = keyof typeof completions

/** Prints a completion script for a shell. */
export default class Completion extends BaseCommand {
  static override summary = 'Print a shell script that completes commands, flags and their values.'

  static override description = `Source the script when your shell starts. Generate it again after an update of kadm. It runs kadm only to list the names of environments, after --env.

${exitStatusHelp('completion')}`

  static override examples = [
    {command: 'source <(<%= config.bin %> <%= command.id %> bash)', description: 'In ~/.bashrc.'},
    {command: '<%= config.bin %> <%= command.id %> zsh > "${fpath[1]}/_<%= config.bin %>"', description: 'Once, for zsh; or source it in ~/.zshrc, after compinit.'},
    {command: '<%= config.bin %> <%= command.id %> fish > ~/.config/fish/completions/<%= config.bin %>.fish', description: 'Once, for fish.'},
  ]

  static override args = {
    shell: Args.string({name: 'SHELL', ignoreStdin: true, required: true, options: Object.keys(completions), description: 'Shell to generate the script for.'}),
  }

  async run(): Promise<void> {
    const {args} = await this.parse(Completion)
    this.print(completions[args.shell as Shell](completionModel(this.config)))
    process.exitCode = exitStatus.ok
  }
}

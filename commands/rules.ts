import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {exitStatus} from '../src/lint/ending.js'
import {color} from '../src/cli/flags.js'
import {ruleNamed} from '../src/cli/rule-named.js'
import {isColoured, terminalOf} from '../src/cli/terminal.js'
import {rules} from '../src/lint/rules/index.js'
import {ruleReporters} from '../src/report/rules/index.js'

/** Lists the rules that `kadm lint` checks, or explains one. */
export default class Rules extends BaseCommand {
  static override summary = 'List the rules that "kadm lint" checks, or explain one of them.'

  static override description = `The explanation of a rule shows its condition, its source in Kubernetes, and how to fix it. It also shows a manifest that breaks the rule, with the output of kadm.

${exitStatusHelp('rules')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %>', description: 'List all rules.'},
    {command: '<%= config.bin %> <%= command.id %> limit-range/min-not-above-max', description: 'Explain a finding of "kadm lint".'},
    {command: '<%= config.bin %> <%= command.id %> -o json', description: 'Print the rules as JSON.'},
  ]

  static override args = {
    rule: Args.string({name: 'RULE', ignoreStdin: true, description: 'ID of a rule, as "kadm lint" prints it after a finding.'}),
  }

  static override flags = {
    output: Flags.option({char: 'o', options: ['table', 'json'] as const, default: 'table' as const, description: 'Output format.'})(),
    color,
  }

  /** Shell completions for the argument. */
  static words = rules.map(({id}) => id)

  async run(): Promise<void> {
    const {args, flags} = await this.parse(Rules)
    const reporter = ruleReporters[flags.output]
    const options = {isColoured: isColoured(terminalOf(process.stdout), flags.color), docsUrl: this.program.docsUrl}
    this.print(args.rule === undefined ? await reporter.list(rules, options) : await reporter.describe(ruleNamed(args.rule), options))
    process.exitCode = exitStatus.ok
  }
}

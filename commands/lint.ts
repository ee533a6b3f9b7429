import {Args} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {formatOf, loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatus} from '../src/cli/exit-status.js'
import {color, exclude, namespace, output} from '../src/cli/flags.js'
import {isColoured, terminalOf} from '../src/cli/terminal.js'
import {configurationReader, readInputs} from '../src/cli/read-inputs.js'
import {lint} from '../src/lint/lint.js'
import {lintReporters} from '../src/report/lint/index.js'

/** Finds every manifest that the API server would refuse. */
export default class Lint extends BaseCommand {
  static override summary = 'Find every manifest that the API server would refuse.'

  static override description = `Reads manifests and checks them as kubectl and the API server would: YAML, fields and types, and Kubernetes' own validation of LimitRanges, quotas, pods, claims, services, workloads and metadata. An AdmissionConfiguration is read as the server does when it starts, with the files that it names. Nothing is sent anywhere.

Exit status: 0 when nothing is wrong, 1 when there are errors or warnings, 2 when kadm cannot run as asked, 3 for a defect of kadm.`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./manifests', description: 'Check every manifest below a directory.'},
    {command: 'helm template ./chart | <%= config.bin %> <%= command.id %> -', description: 'Check what another program prints.'},
    {command: '<%= config.bin %> <%= command.id %> "policies/*.yaml" -o json', description: 'Let another program read the findings.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories, globs, or "-" for standard input (default: the current directory).'}),
  }

  static override flags = {
    namespace,
    exclude,
    output: output(Object.keys(lintReporters)),
    color,
  }

  async run(): Promise<void> {
    const {argv, flags} = await this.parse(Lint)
    const {settings, sources: from} = loadSettings(flags)
    const {sources, warnings} = await readInputs(argv.length === 0 ? ['.'] : argv as string[], settings.exclude)
    for (const warning of warnings) this.note(warning)
    const report = lint(sources, {namespace: settings.namespace, isNamespaceGiven: from.namespace === 'flag', readFile: configurationReader(sources)})
    const terminal = terminalOf(process.stdout)
    this.print(await lintReporters[formatOf(settings, lintReporters)](report, {isColoured: isColoured(terminal, flags.color), excerpts: terminal.isTTY}))
    process.exitCode = report.diagnostics.some(({severity}) => severity !== 'info') ? exitStatus.findings : exitStatus.ok
  }
}

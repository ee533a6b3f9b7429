import {Args} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {exitFor} from '../src/cli/exit-status.js'
import {color, exclude, failOn, namespace, outputs} from '../src/cli/flags.js'
import {outputsOf, withoutReports, writeOutputs} from '../src/cli/outputs.js'
import {isColoured, terminalOf} from '../src/cli/terminal.js'
import {configurationReader, readInputs} from '../src/cli/read-inputs.js'
import {defaultFailOn} from '../src/lint/fail-on.js'
import {lint} from '../src/lint/lint.js'
import {lintReporters} from '../src/report/lint/index.js'

/** Finds every manifest that the API server would refuse. */
export default class Lint extends BaseCommand {
  static override summary = 'Find every manifest that the API server would refuse.'

  static override description = `Reads manifests and checks them as kubectl and the API server would: YAML, fields and types, and Kubernetes' own validation of LimitRanges, quotas, pods, claims, services, workloads and metadata. An AdmissionConfiguration is read as the server does when it starts, with the files that it names, also where it is a value of a ConfigMap. Nothing is sent anywhere.

Exit status: 0 when nothing is wrong, 1 when there are errors or warnings (--fail-on), 2 when kadm cannot run as asked, 3 for a defect of kadm.`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./manifests', description: 'Check every manifest below a directory.'},
    {command: 'helm template ./chart | <%= config.bin %> <%= command.id %> -', description: 'Check what another program prints.'},
    {command: '<%= config.bin %> <%= command.id %> "policies/*.yaml" -o json', description: 'Let another program read the findings.'},
    {command: '<%= config.bin %> <%= command.id %> -o github -o sarif=kadm.sarif', description: 'Two reports at once: annotations for GitHub, and a file.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories, globs, or "-" for standard input (default: the current directory).'}),
  }

  static override flags = {
    namespace,
    exclude,
    output: outputs(Object.keys(lintReporters)),
    'fail-on': failOn,
    color,
  }

  /** What completion of shells offers behind --output. */
  static formats = Object.keys(lintReporters)

  async run(): Promise<void> {
    const {argv, flags: {output, 'fail-on': failsOn = defaultFailOn, ...flags}} = await this.parse(Lint)
    const {settings, sources: from} = loadSettings(flags)
    const paths = argv.length === 0 ? ['.'] : argv as string[]
    const reports = outputsOf(output, settings, lintReporters)
    const {sources: found, warnings} = await readInputs(paths, settings.exclude)
    const sources = withoutReports(found, paths, reports)
    for (const warning of warnings) this.note(warning)
    const report = lint(sources, {namespace: settings.namespace, isNamespaceGiven: from.namespace === 'flag', readFile: configurationReader(sources)})
    const terminal = terminalOf(process.stdout)
    await writeOutputs(reports, ({format, path}) => lintReporters[format](report, {
      isColoured: path === undefined && isColoured(terminal, flags.color), excerpts: path === undefined && terminal.isTTY,
      paths: sources.map((source) => source.path), workingDirectory: process.cwd(), version: this.config.version, failOn: failsOn,
    }), (text) => this.print(text))
    process.exitCode = exitFor(report.diagnostics, failsOn)
  }
}

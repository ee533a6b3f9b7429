import {BaseCommand} from '../src/cli/base-command.js'
import {clusterFlags, requestFlags, sentFiles} from '../src/cli/command-line.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {outputs} from '../src/cli/flags.js'
import {outputsOf, pathsOf} from '../src/cli/outputs.js'
import {givenPluginSettings} from '../src/cli/plugin-settings.js'
import {readSending} from '../src/cli/read-sending.js'
import {chartsOf} from '../src/cli/rendering/renderings.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {startUp} from '../src/cli/server-setup.js'
import {emptyNotes, sendingFacts, withEnding} from '../src/cli/simulation-facts.js'
import {explainRequests} from '../src/explain/explain.js'
import {joinEnvironments} from '../src/report/environments.js'
import {explainReporters} from '../src/report/explain/index.js'
import {skippedNotes} from '../src/report/skipped.js'

/** Explains the answers of a simulated API server, step by step. */
export default class Explain extends BaseCommand {
  static override summary = 'Explain step by step why the API server admits or denies an object, with the arithmetic.'

  static override description = `Sends the objects as "kadm simulate" does, with the same flags, and prints the steps of each request in the order of the server. It starts with the defaults of the API and the changes of each admission plugin. Then come the comparisons of each LimitRange and the sums of each quota, with their places in the files. It also shows the answers of plugins that the server does not reach because an earlier one denies the request.

For a denied object, it ends with a change that would be admitted, if kadm finds one: kadm sends each change that it proposes. For a workload, it also explains the first pods and claims that its controller creates.

${exitStatusHelp('explain')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> pod.yaml -p ./policies -n dev', description: 'Explain the answer to a pod.'},
    {command: '<%= config.bin %> <%= command.id %> deployment.yaml -p ./policies -o markdown', description: 'For a comment on a pull request.'},
    {command: '<%= config.bin %> <%= command.id %> pod.yaml --existing cluster.yaml --subresource resize', description: 'Explain the answer to a resize of a running pod.'},
    {command: 'kubectl get limits,quota,pods -A -o yaml | <%= config.bin %> <%= command.id %> pod.yaml -p -', description: 'With the policies of a cluster.'},
  ]

  static override strict = false

  static override args = sentFiles

  static override flags = {...clusterFlags, ...requestFlags, output: outputs(Object.keys(explainReporters))}

  /** Shell completions for --output. */
  static formats = Object.keys(explainReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, ...flags}} = await this.parse(Explain)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const resolved = loadSettings({...flags, ...givenPluginSettings(flags), helm: chartsOf(raw), kubernetesVersion: flags['kubernetes-version']})
    const reports = outputsOf(output, resolved.settings, explainReporters)
    const files = argv.length === 0 ? resolved.files ?? [] : argv as string[]
    const {inputs, options, sending, skipped, warnings, hints} = await readSending(resolved, flags, {files, reports: pathsOf(reports)})
    for (const note of [...warnings, ...skippedNotes(skipped, flags.verbose), ...hints]) this.note(note)
    const {simulation: simulated, stories} = startUp(() => explainRequests(inputs, options))
    const ending = endingOf(sendingFacts(simulated, {...inputs, allowsEmpty: flags['allow-empty'], ...sending}))
    const simulation = withEnding(simulated, ending)
    for (const hint of [...emptyNotes(ending), ...simulation.hints]) this.note(hint)
    const shown = {ending, color: flags.color, ...this.program, skipped}
    await this.report(reports, (report) => explainReporters[report.format]({simulation, stories}, reporterOptions(report, shown)), ending)
    process.exitCode = ending.exitStatus
  }
}

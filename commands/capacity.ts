import {BaseCommand} from '../src/cli/base-command.js'
import {clusterFlags, workloadPaths} from '../src/cli/command-line.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {policyNotes} from '../src/cli/describe-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {outputs} from '../src/cli/flags.js'
import {readInjection} from '../src/cli/injection.js'
import {checkNoManifest, checkOutputFiles, outputsOf, pathsOf} from '../src/cli/outputs.js'
import {plots} from '../src/cli/plots.js'
import {givenPluginSettings} from '../src/cli/plugin-settings.js'
import {problemNotes} from '../src/cli/problem-notes.js'
import {Progress, progressDelay} from '../src/cli/progress.js'
import {readSimulationInputs} from '../src/cli/read-inputs.js'
import {chartsOf, render, renderingsOf} from '../src/cli/rendering/renderings.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {configurationSources} from '../src/cli/read-sending.js'
import {setUpServer, startUp} from '../src/cli/server-setup.js'
import {capacityFacts, emptyNotes, withEnding} from '../src/cli/simulation-facts.js'
import {capacityReporters} from '../src/report/capacity/index.js'
import {joinEnvironments} from '../src/report/environments.js'
import {skippedNotes} from '../src/report/skipped.js'
import {staleHints} from '../src/report/usage-source.js'
import {capacity} from '../src/simulate/capacity/capacity.js'
import {inject} from '../src/simulate/injection.js'

/** Compares the resources that workloads need with their quotas: in steady state, in rollouts, and at autoscaler maximums. */
export default class CapacityCommand extends BaseCommand {
  static override summary = 'Check whether quotas have room for workloads: in steady state, in rollouts and at autoscaler maximums.'

  static override description = `Simulates the workloads of the files under their policies and adds up the requests of their pods and claims after defaults. There is a column for the steady state (Steady), and one for the peak of a rollout of all workloads at once (Rollout). One is for that peak while replaced pods take their whole grace period to stop (+Term.). Two more have every autoscaler at its maximum (Max), and a rollout then (Max+R.). Each resource of a quota is shown with its previous usage and its limit. Below the table, the report names the first quota that is too small in each namespace and the objects that add most to it.

On a terminal, names are shortened if they do not fit its width. Elsewhere they are always printed in full.

${exitStatusHelp('capacity')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./app -p ./policies -n dev', description: 'Workloads in one folder, policies in another.'},
    {command: '<%= config.bin %> <%= command.id %> ./app -o csv > capacity.csv', description: 'For a spreadsheet.'},
    {command: '<%= config.bin %> <%= command.id %> --helm ./chart --values prod.yaml -p ./policies -o markdown', description: 'For a comment on a pull request.'},
  ]

  static override strict = false

  static override args = workloadPaths

  static override flags = {...clusterFlags, plots, output: outputs(Object.keys(capacityReporters))}

  /** Shell completions for --output. */
  static formats = Object.keys(capacityReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, ...flags}} = await this.parse(CapacityCommand)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const resolved = loadSettings({...flags, ...givenPluginSettings(flags), helm: chartsOf(raw), kubernetesVersion: flags['kubernetes-version']})
    const {settings} = resolved
    const reports = outputsOf(output, settings, capacityReporters)
    const rendered = await render(renderingsOf(resolved, argv), settings)
    const files = argv.length === 0 && rendered.length === 0 ? resolved.files ?? ['.'] : argv as string[]
    checkOutputFiles(pathsOf(reports), [...files, ...settings.policies ?? [], ...settings.existing ?? []])
    const {warnings, skipped, ...inputs} = await readSimulationInputs({files, rendered, ...settings})
    checkNoManifest(pathsOf(reports), [...inputs.files, ...inputs.policies, ...inputs.existing])
    const server = await setUpServer(resolved, {
      admissionConfig: flags['admission-config'], allowPathOutside: flags['allow-path-outside'], paths: [...files, ...settings.policies ?? [], ...settings.existing ?? []],
      policies: inputs.policies, configurations: configurationSources(inputs, 'install'),
    })
    const injected = readInjection(flags.inject)
    const progress = new Progress(1, process.stderr, performance.now() + progressDelay)
    const found = startUp(() => capacity(inputs, {
      onProgress: (done) => progress.set(done),
      namespace: settings.namespace, ...server.options, serverNotes: server.notes, ...flags.nodes !== undefined && {nodes: flags.nodes},
      ...injected && {injector: (pod) => inject(pod, injected)},
    }))
    progress.end()
    const ending = endingOf(capacityFacts(found, {...inputs, allowsEmpty: flags['allow-empty']}))
    const result = {...found, simulation: withEnding(found.simulation, ending)}
    const {simulation} = result
    const notes = [
      ...warnings, ...skippedNotes(skipped, flags.verbose), ...emptyNotes(ending), ...server.hints,
      ...policyNotes(simulation.policies), ...problemNotes(simulation.diagnostics),
      ...simulation.notes.map((note) => `Note: ${note}`), ...simulation.hints, ...staleHints(simulation.quotas),
    ]
    for (const note of notes) this.note(note)
    const shown = {ending, color: flags.color, ...this.program, skipped}
    await this.report(reports, (report) => capacityReporters[report.format](result, reporterOptions(report, shown)), ending)
    await this.plot(flags.plots, async () => (await import('../src/report/charts/files.js')).capacityPlots(result))
    process.exitCode = ending.exitStatus
  }
}

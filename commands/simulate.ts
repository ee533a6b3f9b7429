import {Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {clusterFlags, requestFlags, sentFiles} from '../src/cli/command-line.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {outputs} from '../src/cli/flags.js'
import {outputsOf, pathsOf} from '../src/cli/outputs.js'
import {plots} from '../src/cli/plots.js'
import {givenPluginSettings} from '../src/cli/plugin-settings.js'
import {Progress, progressDelay} from '../src/cli/progress.js'
import {notesForStderr, readSending} from '../src/cli/read-sending.js'
import {chartsOf} from '../src/cli/rendering/renderings.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {startUp} from '../src/cli/server-setup.js'
import {writeUsage} from '../src/cli/simulate-flags.js'
import {emptyNotes, sendingFacts, withEnding} from '../src/cli/simulation-facts.js'
import {joinEnvironments} from '../src/report/environments.js'
import {simulateReporters} from '../src/report/simulate/index.js'
import {skippedNotes} from '../src/report/skipped.js'
import {simulate} from '../src/simulate/simulate.js'
import {UsageError} from '../src/usage-error.js'

/** Sends the objects of files to a simulated API server, one after another. */
export default class Simulate extends BaseCommand {
  static override summary = "Dry-run objects against the API server's admission chain, offline."

  static override description = `Sends the objects of the files to an API server in memory, one after another. Prints defaults, and every denial with the server's own message, the container, the policy and the line that caused it. Policies among the files are in force from the start. Other objects are sent in the order in which Helm and Argo CD install kinds. With --order files, objects are sent in the order of the files, as "kubectl create -f" does; a note names the objects whose verdicts differ. A policy that the server would reject is not in force, and is reported first. Events are sent at their own times, in their order, and reported in a table.

For a workload (Deployment, StatefulSet, DaemonSet, Job, CronJob, ReplicaSet, ReplicationController), it simulates the controllers. The report shows the pods and claims that are created and denied, with the event. It shows how a Job ends, and how far a HorizontalPodAutoscaler can scale. A workload that is among the objects of --existing is rolled out: the report shows whether the rollout fits into the quotas, is slow or blocked, and how to fix it.

An existing object, or policy, is applied as by "kubectl apply"; the table shows which fields change and by whom. --operation, --subresource and --as send other requests.

"kadm explain" takes the same flags and prints why an object is admitted or denied, step by step, with a change that would be admitted.

${exitStatusHelp('simulate')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> pod.yaml --ns dev', description: 'With the policies in ./manifests, or in the folder of the file.'},
    {command: '<%= config.bin %> <%= command.id %> --kustomize overlays/prod -p ./policies', description: 'Send the output of a kustomization.'},
    {command: '<%= config.bin %> <%= command.id %> ./app -p ./policies -n dev -o yaml', description: 'Print the objects as they would be stored.'},
    {
      command: 'kubectl get limits,quota,pods -A -o yaml | <%= config.bin %> <%= command.id %> pod.yaml -p -',
      description: 'With the policies of a cluster.',
    },
    {command: '<%= config.bin %> <%= command.id %> new.yaml --existing running.yaml -p ./policies', description: 'Roll out a new version of a running workload.'},
    {command: '<%= config.bin %> <%= command.id %> old.yaml --existing cluster.yaml --operation delete', description: 'Show the quota that deletions release.'},
    {command: '<%= config.bin %> <%= command.id %> pod.yaml --existing cluster.yaml --subresource resize', description: 'Resize a running pod.'},
    {command: '<%= config.bin %> <%= command.id %> events.yaml --ns dev -p admission.yaml', description: 'Send events under the limits of EventRateLimit.'},
  ]

  static override strict = false

  static override args = sentFiles

  static override flags = {
    ...clusterFlags,
    ...requestFlags,
    rollout: Flags.boolean({description: 'Also simulate a rollout of each new workload, to a template like its own. Existing workloads are always rolled out.'}),
    pods: Flags.boolean({description: 'Report every pod and claim of a workload separately, even if they are all alike.'}),
    quiet: Flags.boolean({char: 'q', description: 'Print only denied objects, rejected policies and the summary. Requires -o table.'}),
    'usage-out': Flags.string({
      helpValue: 'FILE', description: 'Write the final usage of all quotas to FILE, as ResourceQuotaUsage documents. To continue from it, give FILE with -p.',
    }),
    plots, output: outputs(Object.keys(simulateReporters)),
  }

  /** Shell completions for --output. */
  static formats = Object.keys(simulateReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, ...flags}} = await this.parse(Simulate)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const resolved = loadSettings({...flags, ...givenPluginSettings(flags), helm: chartsOf(raw), kubernetesVersion: flags['kubernetes-version']})
    const {settings} = resolved
    const reports = outputsOf(output, settings, simulateReporters)
    if (flags.quiet && reports.every(({format}) => format !== 'table')) throw new UsageError('--quiet works with -o table: other formats are always whole')
    const files = argv.length === 0 ? resolved.files ?? [] : argv as string[]
    const {inputs, options, sending, skipped, warnings, hints} = await readSending(resolved, flags, {files, reports: pathsOf(reports), state: flags['usage-out']})
    for (const warning of [...warnings, ...skippedNotes(skipped, flags.verbose), ...hints]) this.note(warning)
    const progress = new Progress(1, process.stderr, performance.now() + progressDelay)
    const simulated = startUp(() => simulate(inputs, {...options, onProgress: (done) => progress.set(done), pods: flags.pods}))
    progress.end()
    const ending = endingOf(sendingFacts(simulated, {...inputs, allowsEmpty: flags['allow-empty'], ...sending}))
    const simulation = withEnding(simulated, ending)
    for (const hint of [...emptyNotes(ending), ...notesForStderr(simulation, reports), ...simulation.hints]) this.note(hint)
    const shown = {ending, color: flags.color, ...this.program, skipped}
    const reporterFor = (report: typeof reports[number]): Promise<string> =>
      simulateReporters[report.format](simulation, {...reporterOptions(report, shown), isQuiet: flags.quiet})
    await this.report(reports, reporterFor, ending)
    if (flags['usage-out'] !== undefined) await writeUsage(flags['usage-out'], simulation)
    await this.plot(flags.plots, async () => (await import('../src/report/charts/files.js')).simulationPlots(simulation))
    process.exitCode = ending.exitStatus
  }
}

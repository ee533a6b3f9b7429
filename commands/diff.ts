import {Args} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {environmentNames, loadSettings} from '../src/cli/config/load-settings.js'
import {policyNotes} from '../src/cli/describe-command.js'
import {diffFacts, diffNotes} from '../src/cli/diff/diff-facts.js'
import {allowPathOutsideOfSides, comparisonOf, diffFlags} from '../src/cli/diff/diff-flags.js'
import {environmentsWithGit, runSides} from '../src/cli/diff/run-sides.js'
import {pluginSettings, serverChanges} from '../src/cli/diff/server-changes.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {
  color, env, exclude, existing, helm, injection, kubernetesVersion, kustomize, namespace, nodes, outputs, policies, strict, values, verbose,
} from '../src/cli/flags.js'
import {readInjection} from '../src/cli/injection.js'
import {checkNoManifest, checkOutputFiles, outputsOf, pathsOf} from '../src/cli/outputs.js'
import {plots} from '../src/cli/plots.js'
import {serverFlags} from '../src/cli/plugin-settings.js'
import {problemNotes, unprintedReasons} from '../src/cli/problem-notes.js'
import {Progress, progressDelay} from '../src/cli/progress.js'
import {chartsOf} from '../src/cli/rendering/renderings.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {WorkLimit} from '../src/cluster/work-limit.js'
import {diff} from '../src/diff/diff.js'
import {perSide} from '../src/diff/types.js'
import {diffReporters} from '../src/report/diff/index.js'
import {joinEnvironments} from '../src/report/environments.js'
import {skippedNotes} from '../src/report/skipped.js'

/** Compares what the API server answers before and after a change. */
export default class Diff extends BaseCommand {
  static override summary = 'Show what a change of policies, manifests or server settings does to all objects.'

  static override description = `Simulates everything twice, before and after the change, and reports the differences by namespace and by cause. A cause is a change of a policy with its place, of a manifest, or of the API server. The report names the objects that are newly denied or admitted, and those that get other defaults or warnings. It shows the pods of workloads that no longer start, rollouts and autoscalers that no longer fit, and the headroom of each quota. It also shows how the total requests and limits of each namespace change.

With --before and --after, the PATHS are the objects that are sent on both sides. The paths of --before and --after hold policies, and may hold objects, too. With --git, the PATHS hold policies and objects, and are read at both revisions; the configuration file is that of each revision. With only --before-... and --after-... settings, the same files are compared under two API servers.

--kustomize and --helm render on each side: with --git, each revision from its own files. --env takes the paths from .kadm.yaml, with --git from that of each revision.

${exitStatusHelp('diff')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> --before policies-old --after policies ./app', description: 'Show what other policies do to the objects in a folder.'},
    {command: '<%= config.bin %> <%= command.id %> --git main', description: 'Compare the working tree with a branch.'},
    {command: '<%= config.bin %> <%= command.id %> --git origin/main...HEAD policies apps -o markdown', description: 'For a comment on a pull request.'},
    {command: '<%= config.bin %> <%= command.id %> --git main --kustomize overlays/prod', description: 'Render a kustomization at both revisions.'},
    {command: '<%= config.bin %> <%= command.id %> ./app -p ./policies --before-version 1.35 --after-version 1.36', description: 'Before an upgrade of Kubernetes.'},
    {command: '<%= config.bin %> <%= command.id %> --git main --existing cluster.yaml --fail-on changed', description: 'Count existing objects, and fail if anything differs.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories or globs. With --git, the default is the current directory.'}),
  }

  static override flags = {
    ...diffFlags, namespace, env, policies, existing, exclude, strict, verbose, kustomize, helm, values, ...serverFlags, 'allow-path-outside': allowPathOutsideOfSides, nodes, inject: injection, 'kubernetes-version': kubernetesVersion,
    plots, output: outputs(Object.keys(diffReporters)), color,
  }

  /** Shell completions for --output. */
  static formats = Object.keys(diffReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, ...given}} = await this.parse(Diff)
    if (await this.runEnvironments(given, joinEnvironments, given.git === undefined ? environmentNames : environmentsWithGit)) return
    const flags = {...given, helm: chartsOf(raw)}
    const comparison = comparisonOf(flags)
    const paths = argv as string[]
    const reports = outputsOf(output, output === undefined ? loadSettings({}).settings : {}, diffReporters)
    checkOutputFiles(pathsOf(reports), [...paths, ...flags.before ?? [], ...flags.after ?? [], ...flags.policies ?? [], ...flags.existing ?? []])
    const progress = new Progress(1, process.stderr, performance.now() + progressDelay)
    const sideOptions = {injected: readInjection(flags.inject), onProgress: (done: number) => progress.set(done), work: new WorkLimit(0)}
    const sides = await runSides(comparison, paths, flags, sideOptions)
    progress.end()
    const {before, after} = sides
    checkNoManifest(pathsOf(reports), [before, after].flatMap(({inputs}) => [...inputs.files, ...inputs.trees, ...inputs.policies, ...inputs.existing]))
    const options = perSide((side) => sides[side].setup.options)
    const result = diff(before.capacity, after.capacity, {server: serverChanges(options), configurations: pluginSettings(options)})
    const ending = endingOf(diffFacts(result, sides, flags['fail-on']))
    const notes = diffNotes(sides)
    const {simulation} = after.capacity
    const skipped = skippedNotes(after.skipped, flags.verbose)
    const hints = [...after.setup.hints, ...policyNotes(simulation.policies), ...problemNotes(simulation.diagnostics), ...simulation.hints]
    for (const note of [...new Set([...before.warnings, ...after.warnings, ...skipped, ...hints])]) this.note(note)
    if (reports.every(({format, path}) => format !== 'table' || path !== undefined)) for (const note of notes) this.note(`Note: ${note}`)
    for (const note of unprintedReasons(reports, ending)) this.note(note)
    const shown = {ending, color: flags.color, ...this.program, skipped: after.skipped}
    await this.report(reports, (report) => diffReporters[report.format](result, {...reporterOptions(report, shown), notes}), ending)
    await this.plot(flags.plots, async () => (await import('../src/report/charts/files.js')).diffPlots(result))
    process.exitCode = ending.exitStatus
  }
}

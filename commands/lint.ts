import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {writeBaseline} from '../src/cli/baseline.js'
import {checkerFor, withoutBaseline} from '../src/cli/check-files.js'
import {failOnOf, loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf, incompleteNotes, lintFacts} from '../src/cli/exit-status.js'
import {checkFixable, lintFiles} from '../src/cli/fix-files.js'
import {baseline, color, env, exclude, failOn, helm, kubernetesVersion, kustomize, namespace, outputs, strict, values, verbose} from '../src/cli/flags.js'
import {checkNoManifest, outputsOf, pathsOf, withoutReports} from '../src/cli/outputs.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {readInputs} from '../src/cli/read-inputs.js'
import {chartsOf, render, renderingsOf} from '../src/cli/rendering/renderings.js'
import {fold} from '../src/lint/fold.js'
import {joinEnvironments} from '../src/report/environments.js'
import {fixesDiff} from '../src/report/lint/diff.js'
import {lintReporters} from '../src/report/lint/index.js'
import {skippedNotes} from '../src/report/skipped.js'

/** Finds every manifest that the API server would refuse. */
export default class Lint extends BaseCommand {
  static override summary = 'Find every manifest that the API server would refuse.'

  static override description = `Reads manifests and checks them as kubectl and the API server would: YAML, fields and types, and Kubernetes' own validation of LimitRanges, quotas, pods, claims, services, workloads and metadata. An AdmissionConfiguration is read as the server does when it starts, with the files that it names, also where it is a value of a ConfigMap. Nothing is sent anywhere.

${exitStatusHelp('lint')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./manifests', description: 'Check every manifest below a directory.'},
    {command: '<%= config.bin %> <%= command.id %> --kustomize overlays/prod', description: 'Check what a kustomization renders, with findings at its source files.'},
    {command: '<%= config.bin %> <%= command.id %> --helm ./chart --values prod.yaml', description: 'Check what a Helm chart renders.'},
    {command: 'cdk8s synth --stdout | <%= config.bin %> <%= command.id %> -', description: 'Check what another program prints.'},
    {command: '<%= config.bin %> <%= command.id %> "policies/*.yaml" -o json', description: 'Let another program read the findings.'},
    {command: '<%= config.bin %> <%= command.id %> --fix --dry-run', description: 'Show what can be put right, as a diff; without --dry-run it is done.'},
    {command: '<%= config.bin %> <%= command.id %> --baseline kadm-baseline.json', description: 'Tell only what a file with known findings does not hold.'},
    {command: '<%= config.bin %> <%= command.id %> -o github -o sarif=kadm.sarif', description: 'Two reports at once: annotations for GitHub, and a file.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories, globs, or "-" for standard input (default: the current directory).'}),
  }

  static override flags = {
    namespace,
    env,
    exclude,
    strict,
    verbose,
    kustomize,
    helm,
    values,
    output: outputs(Object.keys(lintReporters)),
    'fail-on': failOn,
    'kubernetes-version': kubernetesVersion,
    baseline,
    'write-baseline': Flags.boolean({description: 'Write what is found to the file of --baseline: later runs tell only what is new.'}),
    'no-suppressions': Flags.boolean({description: 'Tell everything: no comment, annotation, rule setting or baseline counts.'}),
    fix: Flags.boolean({description: 'Put right in the files what can mean only one thing, spelling above all, and tell what is left.', exclusive: ['write-baseline']}),
    'dry-run': Flags.boolean({description: 'With --fix, print what would change as a diff, and change nothing.', dependsOn: ['fix'], exclusive: ['output']}),
    color,
  }

  /** What completion of shells offers behind --output. */
  static formats = Object.keys(lintReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, ...flags}} = await this.parse(Lint)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const resolved = loadSettings({...flags, helm: chartsOf(raw), kubernetesVersion: flags['kubernetes-version']})
    const {settings, sources: from} = resolved
    const {'fail-on': failsOn = failOnOf(settings), 'write-baseline': isForBaseline} = flags
    const renderings = renderingsOf(resolved, argv)
    const paths = argv.length === 0 && !renderings.isAskedFor ? resolved.files ?? ['.'] : argv as string[]
    if (flags.fix) checkFixable(paths, renderings)
    const reports = outputsOf(output, settings, lintReporters)
    const {warnings, repository, ...read} = await readInputs(paths, settings)
    checkNoManifest(pathsOf(reports), read.sources)
    const rendered = await render(renderings, settings)
    const withoutOwn = <T extends {readonly path: string}>(files: readonly T[]): readonly T[] =>
      withoutBaseline(withoutReports(files, paths, reports), settings)
    const [sources, skipped] = [[...withoutOwn(read.sources), ...rendered], withoutOwn(read.skipped)]
    const check = await checkerFor(sources, {
      settings, isNamespaceGiven: from.namespace === 'flag', isSuppressing: !flags['no-suppressions'], isForBaseline, skipped, ...repository && {repository},
    })
    const {fixed, notes, ...found} = lintFiles(sources, check, {paths, isFixing: flags.fix, isDryRun: flags['dry-run']})
    const {report: all, notes: others} = isForBaseline ? writeBaseline(settings.baseline, found.report) : {...found, notes: []}
    const report = {...all, diagnostics: fold(all.diagnostics)}
    // The table lists the files that are skipped itself.
    const listed = flags.verbose && reports.every(({format}) => format !== 'table') ? skippedNotes(skipped, true) : []
    for (const note of [...warnings, ...listed, ...notes, ...others]) this.note(note)
    const ending = endingOf({...lintFacts(report.diagnostics, failsOn), sources, areAllSkipped: sources.length === 0 && skipped.length > 0})
    if (flags['dry-run']) {
      this.print(fixesDiff(fixed))
      for (const note of incompleteNotes(ending)) this.note(note)
    } else {
      const shown = {ending, color: flags.color, version: this.config.version, paths: sources.map(({path}) => path), failOn: failsOn, isVerbose: flags.verbose}
      await this.report(reports, (each) => lintReporters[each.format](report, reporterOptions(each, shown)))
    }
    process.exitCode = ending.exitStatus
  }
}

import {Args, Flags} from '@oclif/core'

import {readPluginConfigurations} from '../src/cli/admission-config.js'
import {BaseCommand} from '../src/cli/base-command.js'
import {writeBaseline} from '../src/cli/baseline.js'
import {checkerFor, withoutBaseline} from '../src/cli/check-files.js'
import {failOnOf, loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf, incompleteNotes, lintFacts} from '../src/lint/ending.js'
import {checkFixable, lintFiles} from '../src/cli/fix-files.js'
import {admissionConfig, allowPathOutside, baseline, color, env, exclude, failOn, helm, kubernetesVersion, kustomize, namespace, outputs, strict, values, verbose} from '../src/cli/flags.js'
import {checkNoManifest, outputsOf, pathsOf, withoutReports} from '../src/cli/outputs.js'
import {unprintedReasons} from '../src/cli/problem-notes.js'
import {pluginLayersOf} from '../src/cli/plugin-settings.js'
import {readInputs} from '../src/cli/read-inputs.js'
import {chartsOf, render, renderingsOf} from '../src/cli/rendering/renderings.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {effectiveFlags} from '../src/configuration/setup/server-setup.js'
import {fold} from '../src/lint/fold.js'
import {joinEnvironments} from '../src/report/environments.js'
import {fixesDiff} from '../src/report/lint/diff.js'
import {lintReporters} from '../src/report/lint/index.js'
import {skippedNotes} from '../src/report/skipped.js'

/** Finds manifests that the API server would reject. */
export default class Lint extends BaseCommand {
  static override summary = 'Find manifests that the API server would reject.'

  static override description = `Reads manifests and checks them as kubectl and the API server would: YAML, fields and types, and Kubernetes' own validation of LimitRanges, quotas, pods, claims, services, workloads and metadata. Checks an AdmissionConfiguration, and the files that it names, as the server does when it starts; the AdmissionConfiguration can be in a ConfigMap. kadm works offline: it sends nothing to a server.

${exitStatusHelp('lint')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./manifests', description: 'Check every manifest below a directory.'},
    {command: '<%= config.bin %> <%= command.id %> --kustomize overlays/prod', description: 'Check what a kustomization renders, with findings at its source files.'},
    {command: '<%= config.bin %> <%= command.id %> --helm ./chart --values prod.yaml', description: 'Check what a Helm chart renders.'},
    {command: 'cdk8s synth --stdout | <%= config.bin %> <%= command.id %> -', description: 'Check what another program prints.'},
    {command: '<%= config.bin %> <%= command.id %> "policies/*.yaml" -o json', description: 'Print the findings as JSON.'},
    {command: '<%= config.bin %> <%= command.id %> --fix --dry-run', description: 'Show what --fix would change, as a diff.'},
    {command: '<%= config.bin %> <%= command.id %> --baseline kadm-baseline.json', description: 'Report only findings that are not in the baseline.'},
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
    'admission-config': {...admissionConfig, description: 'AdmissionConfiguration of the API server, or the configuration of one plugin: levels and exemptions of Pod Security, limited resources. "-" for standard input. Default: those among the files.'},
    'allow-path-outside': allowPathOutside,
    baseline,
    'write-baseline': Flags.boolean({description: 'Write the findings to the --baseline file: later runs report only new ones.'}),
    'no-suppressions': Flags.boolean({description: 'Report all findings, ignoring suppressions, rule settings and the baseline.'}),
    fix: Flags.boolean({description: 'Fix unambiguous problems in place and report the rest.', exclusive: ['write-baseline']}),
    'dry-run': Flags.boolean({description: 'With --fix, print the changes as a diff and do not write files.', dependsOn: ['fix'], exclusive: ['output']}),
    color,
  }

  /** Shell completions for --output. */
  static formats = Object.keys(lintReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, ...flags}} = await this.parse(Lint)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const resolved = loadSettings({...flags, helm: chartsOf(raw), kubernetesVersion: flags['kubernetes-version']})
    const {settings, sources: from} = resolved
    const {'fail-on': failsOn = failOnOf(settings), 'write-baseline': isForBaseline} = flags
    const renderings = renderingsOf(resolved, argv)
    const paths = argv.length === 0 && !renderings.isRequested ? resolved.files ?? ['.'] : argv as string[]
    if (flags.fix) checkFixable(paths, renderings)
    const reports = outputsOf(output, settings, lintReporters)
    const plugins = effectiveFlags(pluginLayersOf(resolved))
    const pluginConfigurations = await readPluginConfigurations(flags['admission-config'], paths, {plugins, allowPathOutside: flags['allow-path-outside']})
    const {warnings, repository, budget, ...read} = await readInputs(paths, {...settings, includesTests: true})
    checkNoManifest(pathsOf(reports), read.sources)
    const rendered = budget.admit(await render(renderings, settings))
    const withoutOwn = <T extends {readonly path: string}>(files: readonly T[]): readonly T[] =>
      withoutBaseline(withoutReports(files, paths, reports), settings)
    const [sources, skipped] = [[...withoutOwn(read.sources), ...rendered], withoutOwn(read.skipped)]
    const check = await checkerFor(sources, {
      settings, server: {...plugins, pluginConfigurations}, isNamespaceGiven: from.namespace === 'flag', isSuppressing: !flags['no-suppressions'], isForBaseline, skipped, ...repository && {repository},
    })
    const {fixed, notes, ...found} = lintFiles(sources, check, {paths, isFixing: flags.fix, isDryRun: flags['dry-run']})
    const {report: all, notes: others} = isForBaseline ? writeBaseline(settings.baseline, found.report) : {...found, notes: []}
    const report = {...all, diagnostics: fold(all.diagnostics)}
    // The table lists the skipped files itself.
    const listed = flags.verbose && reports.every(({format}) => format !== 'table') ? skippedNotes(skipped, true) : []
    for (const note of [...warnings, ...listed, ...notes, ...others]) this.note(note)
    const areAllSkipped = sources.length === 0 && (skipped.length > 0 || read.hasExcluded)
    const facts = lintFacts(report.diagnostics, failsOn)
    const ending = endingOf({...facts, sources, areAllSkipped})
    if (flags['dry-run']) {
      this.print(fixesDiff(fixed))
      for (const note of incompleteNotes(ending)) this.note(note)
    } else {
      for (const note of unprintedReasons(reports, ending, facts.diagnostics)) this.note(note)
      const shown = {ending, color: flags.color, ...this.program, paths: sources.map(({path}) => path), failOn: failsOn, isVerbose: flags.verbose}
      await this.report(reports, (each) => lintReporters[each.format](report, reporterOptions(each, shown)), ending)
    }
    process.exitCode = ending.exitStatus
  }
}

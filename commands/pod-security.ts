import {Flags} from '@oclif/core'

import {levels} from '../src/admission/plugins/pod-security/index.js'
import {BaseCommand} from '../src/cli/base-command.js'
import {clusterFlags, workloadPaths} from '../src/cli/command-line.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {policyNotes} from '../src/cli/describe-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf} from '../src/lint/ending.js'
import {outputs} from '../src/cli/flags.js'
import {checkNoManifest, checkOutputFiles, outputsOf, pathsOf} from '../src/cli/outputs.js'
import {givenPluginSettings} from '../src/cli/plugin-settings.js'
import {assessmentFacts, invalidNotes, standardVersion} from '../src/cli/pod-security.js'
import {problemNotes} from '../src/cli/problem-notes.js'
import {readSimulationInputs} from '../src/cli/read-inputs.js'
import {chartsOf, render, renderingsOf} from '../src/cli/rendering/renderings.js'
import {reporterOptions} from '../src/cli/reporter-options.js'
import {configurationSources} from '../src/cli/read-sending.js'
import {setUpServer, startUp} from '../src/cli/server-setup.js'
import {emptyNotes} from '../src/cli/simulation-facts.js'
import {assess} from '../src/pod-security/assess.js'
import {joinEnvironments} from '../src/report/environments.js'
import {podSecurityReporters} from '../src/report/pod-security/index.js'
import {skippedNotes} from '../src/report/skipped.js'
import {simulate} from '../src/simulate/simulate.js'

const {nodes: _nodes, inject: _inject, ...flags} = clusterFlags

/** Reports the strictest level of the Pod Security Standards that workloads meet. */
export default class PodSecurityCommand extends BaseCommand {
  static override summary = 'Report the strictest level of the Pod Security Standards that each workload meets.'

  static override description = `Compares pods, and templates of workloads, with the levels baseline and restricted. A table shows the level that each one meets, and how many fields must change for the stricter ones. Below it, each change is listed with the check, the field, its place and the fix. Use it before you raise the level of a namespace.

Without --level, an object has to meet the level that its namespace enforces: by the labels of the Namespace among the files or policies, or else by the PodSecurityConfiguration of the server.

${exitStatusHelp('pod-security')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./app', description: 'The levels that all workloads of a folder meet.'},
    {command: '<%= config.bin %> <%= command.id %> ./app --level restricted', description: 'Fail if a workload does not meet restricted.'},
    {command: 'kubectl get namespaces,pods,deployments -A -o yaml | <%= config.bin %> <%= command.id %> - -o json', description: 'The objects of a cluster, for a script.'},
  ]

  static override strict = false

  static override args = workloadPaths

  static override flags = {
    level: Flags.option({options: levels, description: 'Level that all objects must meet (default: the one that their namespace enforces).'})(),
    'level-version': Flags.string({default: 'latest', helpValue: 'VERSION', description: 'Version of the levels, such as v1.30.'}),
    ...flags,
    output: outputs(Object.keys(podSecurityReporters)),
  }

  /** Shell completions for --output. */
  static formats = Object.keys(podSecurityReporters)

  async run(): Promise<void> {
    const {argv, raw, flags: {output, level, ...given}} = await this.parse(PodSecurityCommand)
    const version = standardVersion(given['level-version'])
    if (await this.runEnvironments(given, joinEnvironments)) return
    const resolved = loadSettings({...given, ...givenPluginSettings(given), helm: chartsOf(raw), kubernetesVersion: given['kubernetes-version']})
    const {settings} = resolved
    const reports = outputsOf(output, settings, podSecurityReporters)
    const rendered = await render(renderingsOf(resolved, argv), settings)
    const files = argv.length === 0 && rendered.length === 0 ? resolved.files ?? ['.'] : argv as string[]
    const paths = [...files, ...settings.policies ?? [], ...settings.existing ?? []]
    checkOutputFiles(pathsOf(reports), paths)
    const {warnings, skipped, ...inputs} = await readSimulationInputs({files, rendered, ...settings})
    checkNoManifest(pathsOf(reports), [...inputs.files, ...inputs.policies, ...inputs.existing])
    const server = await setUpServer(resolved, {
      admissionConfig: given['admission-config'], allowPathOutside: given['allow-path-outside'], paths,
      policies: inputs.policies, configurations: configurationSources(inputs, 'install'),
    })
    const options = {namespace: settings.namespace, ...server.options}
    const simulation = startUp(() => simulate(inputs, {...options, remedies: false, comparesOrders: false}))
    const assessment = assess(simulation, {...options, level, version})
    const ending = endingOf(assessmentFacts(assessment, simulation, {...inputs, allowsEmpty: given['allow-empty']}))
    const notes = [
      ...warnings, ...skippedNotes(skipped, given.verbose), ...emptyNotes(ending), ...server.hints, ...policyNotes(simulation.policies),
      ...problemNotes(simulation.diagnostics), ...invalidNotes(assessment), ...server.notes.map((note) => `Note: ${note}`),
    ]
    for (const note of notes) this.note(note)
    const shown = {ending, color: given.color, ...this.program, skipped}
    await this.report(reports, (report) => podSecurityReporters[report.format](assessment, reporterOptions(report, shown)), ending)
    process.exitCode = ending.exitStatus
  }
}

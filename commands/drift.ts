import {BaseCommand} from '../src/cli/base-command.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {policyNotes} from '../src/cli/describe-command.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf, incompleteNotes} from '../src/lint/ending.js'
import {color, env, exclude, existing, namespace, outputs, policies, strict, verbose} from '../src/cli/flags.js'
import {checkNoManifest, checkOutputFiles, outputsOf, pathsOf} from '../src/cli/outputs.js'
import {namedSources, readSimulationInputs} from '../src/cli/read-inputs.js'
import {isColoured, terminalOf} from '../src/cli/terminal.js'
import {driftReporters} from '../src/report/drift/index.js'
import {joinEnvironments} from '../src/report/environments.js'
import {simulationFacts} from '../src/simulate/simulation-facts.js'
import {skippedNotes} from '../src/report/skipped.js'
import {driftHints, findDrift} from '../src/simulate/drift.js'
import {simulate} from '../src/simulate/simulate.js'

/** Compares the usage that quotas record with the usage of the existing objects. */
export default class Drift extends BaseCommand {
  static override summary = 'Compare the usage that quotas record with the usage of the existing objects.'

  static override description = `Counts the existing objects (those of --existing, and those among the policies that were read from a cluster) as the quota controller does. Shows every amount in "status.used" of a quota that differs, and every "status.hard" that differs from "spec.hard". A quota without recorded usage is shown as "not recorded", which is no drift. Give all objects of a namespace that its quotas count: objects that are not given are not counted. With -o yaml, prints for each quota a ResourceQuotaUsage document that corrects its status.

${exitStatusHelp('drift')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> -p quotas.yaml --existing objects/', description: 'Quotas in one file, the objects of their namespaces in a folder.'},
    {command: 'kubectl get quota,pods,services,pvc -A -o yaml | <%= config.bin %> <%= command.id %> -p -', description: 'Find drift in a cluster.'},
  ]

  static override flags = {namespace, env, policies, existing, exclude, strict, verbose, output: outputs(Object.keys(driftReporters)), color}

  /** Shell completions for --output. */
  static formats = Object.keys(driftReporters)

  async run(): Promise<void> {
    const {flags: {output, ...flags}} = await this.parse(Drift)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const {settings, files} = loadSettings(flags)
    const reports = outputsOf(output, settings, driftReporters)
    checkOutputFiles(pathsOf(reports), [...settings.policies ?? files ?? [], ...settings.existing ?? []])
    const {warnings, skipped, ...inputs} = await readSimulationInputs({files: [], ...settings, policies: settings.policies ?? files})
    checkNoManifest(pathsOf(reports), [...inputs.files, ...inputs.policies, ...inputs.existing])
    const simulation = simulate(inputs, {namespace: settings.namespace, recountsAll: true})
    const report = findDrift(simulation)
    const {areAllSkipped} = inputs
    const ending = endingOf({...simulationFacts(simulation), hasFindings: report.drifts.length > 0, sources: namedSources(inputs), areAllSkipped})
    const skips = skippedNotes(skipped, flags.verbose)
    const hints = [...simulation.hints, ...driftHints(report), ...incompleteNotes(ending)]
    for (const note of [...warnings, ...skips, ...policyNotes(simulation.policies), ...hints]) this.note(note)
    await this.report(reports, ({format, path}) => driftReporters[format](report, {
      ending, version: this.config.version,
      isColoured: path === undefined && isColoured(terminalOf(process.stdout), flags.color),
    }), ending)
    process.exitCode = ending.exitStatus
  }
}

import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {loadSettings} from '../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../src/cli/exit-meanings.js'
import {endingOf, incompleteNotes} from '../src/lint/ending.js'
import {exportFlags, resourcesOf} from '../src/cli/export-flags.js'
import {color, exclude, namespace, strict, verbose} from '../src/cli/flags.js'
import {readInputs} from '../src/cli/read-inputs.js'
import {isColoured, terminalOf} from '../src/cli/terminal.js'
import {exportNative} from '../src/export/export-native.js'
import {exportReporters, problemsText} from '../src/report/export/index.js'
import {skippedNotes} from '../src/report/skipped.js'
import {styleFor} from '../src/report/style.js'

/** Converts MetadataPolicies, which clusters do not support, to native admission policies. */
export default class Export extends BaseCommand {
  static override summary = 'Convert MetadataPolicies to native admission policies that a cluster enforces.'

  static override description = `Compiles the MetadataPolicies of files into a MutatingAdmissionPolicy and a ValidatingAdmissionPolicy for each namespace, with their bindings. In a cluster, they have the same effect as the MetadataPolicies in "kadm simulate". Other objects are ignored.

If a policy is not valid, cannot be read, or has a rule without a native equivalent, all problems are reported and nothing is exported.

${exitStatusHelp('export')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./policies --to native | kubectl apply -f -', description: 'Let a cluster enforce the policies.'},
    {command: '<%= config.bin %> <%= command.id %> ./policies --resources pods,deployments.apps,configmaps', description: 'For more than pods.'},
    {command: '<%= config.bin %> <%= command.id %> ./policies --scheduler-name --api-version v1beta1', description: 'Choose the scheduler of pods, on Kubernetes 1.34 or 1.35.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories, globs, or "-" for standard input (default: the current directory).'}),
  }

  static override flags = {
    ...exportFlags,
    namespace,
    exclude,
    strict,
    verbose,
    output: Flags.option({char: 'o', options: ['yaml', 'json'] as const, default: 'yaml' as const, description: 'Output format: a stream of documents (yaml), or a List (json).'})(),
    color,
  }

  async run(): Promise<void> {
    const {argv, flags} = await this.parse(Export)
    const {settings, sources: from} = loadSettings(flags)
    const {'qos-annotator': qosAnnotator, 'scheduler-name': schedulerName, 'skip-terminating': skipTerminating, 'api-version': apiVersion, 'on-conflict': onConflict} = flags
    const resources = resourcesOf(flags.resources, {'qos-annotator': qosAnnotator, 'scheduler-name': schedulerName})
    const {sources, warnings, skipped, areAllSkipped} = await readInputs(argv.length === 0 ? ['.'] : argv as string[], settings)
    for (const warning of [...warnings, ...skippedNotes(skipped, flags.verbose)]) this.note(warning)
    const result = exportNative(sources, {
      namespace: settings.namespace, isNamespaceGiven: from.namespace === 'flag', resources, qosAnnotator, schedulerName, skipTerminating, apiVersion, onConflict,
    })
    // Problems with a rule ID are invalid documents; the others are policies without a native equivalent.
    const diagnostics = result.problems.filter(({ruleId}) => ruleId !== undefined)
    const ending = endingOf({hasFindings: result.problems.length > 0, sources, areAllSkipped, diagnostics})
    if (result.problems.length > 0) {
      process.stderr.write(problemsText(result.problems, styleFor(isColoured(terminalOf(process.stderr), flags.color))))
      this.note('Nothing is exported.')
      process.exitCode = ending.exitStatus
      return
    }
    if (result.namespaces.length === 0) this.note('Warning: there are no MetadataPolicies in these files.')
    for (const caveat of result.caveats) this.note(`Note: ${caveat}.`)
    this.print(await exportReporters[flags.output](result))
    for (const note of incompleteNotes(ending)) this.note(note)
    process.exitCode = ending.exitStatus
  }
}

import {Args, Flags} from '@oclif/core'

import {BaseCommand} from '../../src/cli/base-command.js'
import {loadSettings} from '../../src/cli/config/load-settings.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {exclude, kubernetesVersion, namespace, strict, verbose} from '../../src/cli/flags.js'
import {givenPluginSettings, serverFlags} from '../../src/cli/plugin-settings.js'
import {readInputs} from '../../src/cli/read-inputs.js'
import {initialTestFile, newServerSettings, writeTestFile} from '../../src/cli/test-init.js'
import {skippedNotes} from '../../src/report/skipped.js'

// A test file cannot name a configuration outside of its repository.
const {'allow-path-outside': _, ...serverFlagsOfTests} = serverFlags

/** Writes a first test file for policies. */
export default class TestInit extends BaseCommand {
  static override summary = 'Write a test file for policies: objects at each bound, and just beyond it.'

  static override description = `Reads LimitRanges, ResourceQuotas, MetadataPolicies, levels of Pod Security and configurations of EventRateLimit, and writes tests for "kadm test". For each bound, one test sends an object at the bound, and another one an object just beyond it. A ResourceQuota gets usage that leaves just enough, or too little. For each scope, tests send objects outside of it. For each limited resource of the configuration of ResourceQuota, a test sends an object to a namespace without quotas. For each rule of a MetadataPolicy, tests send objects for which it holds, and objects for which it does not. For each limit of events, a test sends the burst, one Event more, and Events just before and after there is a new token. For each limit with a cache, two Events show whether it keeps several buckets. For each level of Pod Security, tests send the least restricted pod that meets it, and the most restricted one that does not. For each workload among the files, a test states the number of its pods.

The expectations are what kadm answers now: check that they are what you want. Pods, Deployments, Services and other objects among the files are the base of the tests' objects, with a patch; other objects are minimal. Settings of the API server in flags and in .kadm.yaml are written into the file. Bounds for which no test is found are listed at the top of the file.

${exitStatusHelp('test:init')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> limits.yaml quota.yaml', description: 'Write policies.kadm-test.yaml.'},
    {command: '<%= config.bin %> <%= command.id %> ./policies ./app/pod.yaml -o tests/team.kadm-test.yaml', description: 'Start from a pod of your own.'},
    {command: '<%= config.bin %> <%= command.id %> ./policies -o -', description: 'Print the tests.'},
  ]

  static override strict = false

  static override args = {
    path: Args.string({name: 'PATH', ignoreStdin: true, description: 'Files, directories or globs: the policies, and objects to start from (default: the current directory).'}),
  }

  static override flags = {
    namespace,
    ...serverFlagsOfTests,
    'kubernetes-version': kubernetesVersion,
    exclude,
    strict,
    verbose,
    output: Flags.string({char: 'o', helpValue: 'FILE', default: 'policies.kadm-test.yaml', description: 'File to write; "-" for standard output.'}),
    force: Flags.boolean({description: 'Overwrite an existing file.'}),
  }

  async run(): Promise<void> {
    const {argv, flags: {output, force, verbose: isVerbose, ...flags}} = await this.parse(TestInit)
    const {settings} = loadSettings({...flags, ...givenPluginSettings(flags), kubernetesVersion: flags['kubernetes-version']})
    const {sources, warnings, skipped} = await readInputs(argv.length === 0 ? ['.'] : argv as string[], {...settings, includesServers: true})
    for (const warning of [...warnings, ...skippedNotes(skipped, isVerbose)]) this.note(warning)
    const {text, notes} = initialTestFile(sources, {output, namespace: settings.namespace, server: newServerSettings(settings), admissionConfig: flags['admission-config']})
    if (output === '-') this.print(text)
    else writeTestFile(output, text, force)
    for (const note of notes) this.note(note)
  }
}

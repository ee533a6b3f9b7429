import {Flags} from '@oclif/core'

import {BaseCommand} from '../src/cli/base-command.js'
import {exitStatus} from '../src/lint/ending.js'
import {defaultVersion, kubernetesVersions} from '../src/machinery/version/kubernetes-version.js'
import {jsonText} from '../src/report/json-text.js'

/** Prints the version of kadm and the versions of Kubernetes that it emulates. */
export default class Version extends BaseCommand {
  static override summary = 'Print the version of kadm and the versions of Kubernetes that it emulates.'

  static override examples = [{command: '<%= config.bin %> <%= command.id %> -o json', description: 'Let a script read the versions.'}]

  static override flags = {
    output: Flags.option({char: 'o', options: ['text', 'json'] as const, default: 'text' as const, description: 'Output format.'})(),
  }

  async run(): Promise<void> {
    const {flags} = await this.parse(Version)
    const versions = {version: this.config.version, kubernetesVersions, defaultKubernetesVersion: defaultVersion, node: process.versions.node}
    this.print(flags.output === 'json' ? jsonText(versions)
      : `kadm:        ${versions.version}\nKubernetes:  ${defaultVersion} (--kubernetes-version: ${kubernetesVersions.join(', ')})\nNode.js:     ${versions.node}\n`)
    process.exitCode = exitStatus.ok
  }
}

import {clusterFlags, workloadPaths} from '../../src/cli/command-line.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {outputs} from '../../src/cli/flags.js'
import {SuggestCommand} from '../../src/cli/suggest-command.js'
import {headroom, percentile, usage} from '../../src/cli/suggest-flags.js'
import {joinEnvironments} from '../../src/report/environments.js'
import {skippedNotes} from '../../src/report/skipped.js'
import {suggestReporters} from '../../src/report/suggest/index.js'
import {suggestRequests} from '../../src/suggest/requests/requests.js'

/** Suggests the requests and limits that workloads should state. */
export default class SuggestRequests extends SuggestCommand {
  static override summary = 'Suggest the requests and limits that workloads should state under their policies.'

  static override description = `Sends the workloads of the files under their policies, and prints a patch for each one: with the defaults that LimitRanges fill in, with amounts that keep their bounds and meet the demands of quotas, and with measured usage. Comments explain each number. With the patches, no container depends on defaults. The result is verified: kadm runs everything again with it.

Apply a patch with "kubectl patch --patch-file" or as a strategic merge patch of Kustomize.

${exitStatusHelp('suggest:requests')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./app -p policies/', description: 'What the policies require.'},
    {command: '<%= config.bin %> <%= command.id %> ./app -p policies/ --usage top.txt -o table', description: 'With measured usage, as a table.'},
  ]

  static override strict = false

  static override args = workloadPaths

  static override flags = {...clusterFlags, usage, headroom, percentile, output: outputs(Object.keys(suggestReporters))}

  /** Shell completions for --output. */
  static formats = Object.keys(suggestReporters)

  async run(): Promise<void> {
    const line = await this.parse(SuggestRequests)
    if (await this.runEnvironments(line.flags, joinEnvironments)) return
    await this.suggest(line, {suggest: suggestRequests, reporters: suggestReporters, skippedNotes})
  }
}

import {clusterFlags, workloadPaths} from '../../src/cli/command-line.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {outputs} from '../../src/cli/flags.js'
import {SuggestCommand} from '../../src/cli/suggest-command.js'
import {headroom, percentile, usage} from '../../src/cli/suggest-flags.js'
import {joinEnvironments} from '../../src/report/environments.js'
import {skippedNotes} from '../../src/report/skipped.js'
import {suggestReporters} from '../../src/report/suggest/index.js'
import {suggestLimits} from '../../src/suggest/limits/limits.js'

/** Suggests a LimitRange for each namespace that fits its workloads. */
export default class SuggestLimits extends SuggestCommand {
  static override summary = 'Suggest a LimitRange for each namespace that fits its workloads.'

  static override description = `Simulates the workloads of the files and the existing objects, and prints a LimitRange for each namespace: defaults for containers that state nothing, and bounds that all objects meet. Comments explain each number. It replaces the LimitRanges of the namespace. The result is verified: kadm runs everything again with it, and leaves out what would stop something that runs now.

${exitStatusHelp('suggest:limits')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./app > limits.yaml', description: 'From manifests.'},
    {command: 'kubectl get deploy,sts,ds,pods,pvc -A -o yaml | <%= config.bin %> <%= command.id %> -e - -n shop', description: 'From what runs in a namespace.'},
    {command: 'kubectl top pods -A --containers > top.txt; <%= config.bin %> <%= command.id %> ./app --usage top.txt', description: 'With measured usage.'},
    {command: '<%= config.bin %> <%= command.id %> ./app --headroom 50% -o table', description: 'With more room, as a table.'},
  ]

  static override strict = false

  static override args = workloadPaths

  static override flags = {...clusterFlags, usage, headroom, percentile, output: outputs(Object.keys(suggestReporters))}

  /** Shell completions for --output. */
  static formats = Object.keys(suggestReporters)

  async run(): Promise<void> {
    const line = await this.parse(SuggestLimits)
    if (await this.runEnvironments(line.flags, joinEnvironments)) return
    await this.suggest(line, {suggest: suggestLimits, reporters: suggestReporters, skippedNotes})
  }
}

import {clusterFlags, workloadPaths} from '../../src/cli/command-line.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {outputs} from '../../src/cli/flags.js'
import {SuggestCommand} from '../../src/cli/suggest-command.js'
import {headroom} from '../../src/cli/suggest-flags.js'
import {joinEnvironments} from '../../src/report/environments.js'
import {skippedNotes} from '../../src/report/skipped.js'
import {suggestReporters} from '../../src/report/suggest/index.js'
import {suggestQuota} from '../../src/suggest/quota/quota.js'

/** Suggests a ResourceQuota for each namespace, with room for rollouts and autoscalers. */
export default class SuggestQuota extends SuggestCommand {
  static override summary = 'Suggest a ResourceQuota for each namespace with room for rollouts and autoscalers.'

  static override description = `Simulates the workloads of the files and the existing objects, and prints a ResourceQuota for each namespace: for the steady state, a rollout of all workloads at once, and autoscalers at their maximum, with --headroom. Comments explain each number. Existing quotas keep their name, scopes and keys, and get other numbers. The result is verified: kadm runs everything again with it.

${exitStatusHelp('suggest:quota')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> ./app > quota.yaml', description: 'From manifests.'},
    {command: 'kubectl get deploy,sts,ds,hpa,pods,pvc,svc,quota -A -o yaml | <%= config.bin %> <%= command.id %> -e - -n shop', description: 'From what runs in a namespace.'},
    {command: '<%= config.bin %> <%= command.id %> ./app --headroom 0 -o table', description: 'What is needed, without room, as a table.'},
  ]

  static override strict = false

  static override args = workloadPaths

  static override flags = {...clusterFlags, headroom, output: outputs(Object.keys(suggestReporters))}

  /** Shell completions for --output. */
  static formats = Object.keys(suggestReporters)

  async run(): Promise<void> {
    const line = await this.parse(SuggestQuota)
    if (await this.runEnvironments(line.flags, joinEnvironments)) return
    await this.suggest(line, {suggest: suggestQuota, reporters: suggestReporters, skippedNotes})
  }
}

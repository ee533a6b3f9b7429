import {BaseCommand} from '../../src/cli/base-command.js'
import {namesOf, nothingFound, quotaFlags, readPolicyCluster} from '../../src/cli/describe-command.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {endingOf} from '../../src/lint/ending.js'
import {color, outputs} from '../../src/cli/flags.js'
import {checkOutputFiles, outputsOf, pathsOf} from '../../src/cli/outputs.js'
import {reporterOptions} from '../../src/cli/reporter-options.js'
import {explainQuotas} from '../../src/explain/quota-usage.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {joinEnvironments} from '../../src/report/environments.js'
import {quotaUsageReporters} from '../../src/report/explain/quota-reporters.js'

/** Explains where the usage of quotas comes from. */
export default class ExplainQuota extends BaseCommand {
  static override summary = 'Explain which object contributes how much to the usage of a ResourceQuota.'

  static override description = `Lists, for each resource of a quota, the existing objects that use it, with their amounts: they add up to the usage. Objects of the same kinds that do not count are listed with the reason: a scope of the quota, or that the pod has ended. Usage that the status of a quota records beyond the given objects is shown as such.

${exitStatusHelp('explain:quota')}`

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> compute -n dev -p policies/ --existing pods.yaml', description: 'The usage of one quota by these pods.'},
    {command: 'kubectl get quota,pods,pvc,services -n dev -o yaml | <%= config.bin %> <%= command.id %> -n dev -p -', description: 'All quotas of a namespace of a cluster.'},
  ]

  static override strict = false

  static override args = namesOf('ResourceQuotas')

  static override flags = {
    ...quotaFlags,
    output: outputs(Object.keys(quotaUsageReporters)),
    color,
  }

  /** Shell completions for --output. */
  static formats = Object.keys(quotaUsageReporters)

  async run(): Promise<void> {
    const {argv, flags: {output, ...flags}} = await this.parse(ExplainQuota)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const names = argv as string[]
    const policyCluster = await readPolicyCluster({...flags, kubernetesVersion: flags['kubernetes-version']})
    const {cluster, namespace: chosen, notes, facts, quotas, settings} = policyCluster
    const reports = outputsOf(output, settings, quotaUsageReporters)
    checkOutputFiles(pathsOf(reports), [...settings.policies ?? [], ...settings.existing ?? []])
    const own = quotas.filter(({quota: {metadata}}) => metadata.namespace === chosen)
    const found = names.length === 0 ? own : own.filter(({quota: {metadata: {name = ''}}}) => names.includes(name))
    const missing = names.filter((name) => own.every(({quota: {metadata}}) => metadata.name !== name))
    for (const note of notes) this.note(note)
    const ending = endingOf({...facts, hasFindings: missing.length > 0})
    const explained = explainQuotas(cluster, found)
    const shown = {ending, color: flags.color, ...this.program}
    await this.report(reports, (report) => quotaUsageReporters[report.format](explained, reporterOptions(report, shown)), ending)
    for (const name of missing) this.note(`Error from server (NotFound): resourcequotas "${name}" not found`)
    if (found.length === 0 && missing.length === 0) this.note(nothingFound(policyCluster, resourceQuota))
    process.exitCode = ending.exitStatus
  }
}

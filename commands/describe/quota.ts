import {Flags} from '@oclif/core'

import {BaseCommand} from '../../src/cli/base-command.js'
import {namesOf, nothingFound, quotaFlags, readPolicyCluster, selected} from '../../src/cli/describe-command.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {endingOf} from '../../src/lint/ending.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {describeObjects, describeResourceQuota} from '../../src/report/describe.js'
import {joinEnvironments} from '../../src/report/environments.js'
import {usageNotes} from '../../src/report/usage-source.js'

/** Prints ResourceQuotas as `kubectl describe quota` does. */
export default class DescribeQuota extends BaseCommand {
  static override summary = 'Print ResourceQuotas the way "kubectl describe quota" does.'

  static override description = `Shows each ResourceQuota of a namespace with its limits and usage, after the quota controller has run. Usage is counted from existing objects, if there are any, else read from the quota's status. The source is printed to standard error.

${exitStatusHelp('describe:quota')}`

  static override aliases = ['describe:resourcequota', 'describe:resourcequotas']

  static override examples = [
    {command: '<%= config.bin %> <%= command.id %> -n dev', description: 'All quotas of the namespace dev.'},
    {command: '<%= config.bin %> <%= command.id %> compute -p policies/ --existing pods.yaml', description: 'One of them, with these pods counted.'},
    {command: 'kubectl get quota,pods -n dev -o yaml | <%= config.bin %> <%= command.id %> -n dev -p -', description: 'Recount the objects of a cluster.'},
  ]

  static override strict = false

  static override args = namesOf('ResourceQuotas')

  static override flags = {
    ...quotaFlags,
    selector: Flags.string({char: 'l', helpValue: 'SELECTOR', description: 'Label selector, as in kubectl: app=web,tier!=db.'}),
  }

  async run(): Promise<void> {
    const {argv, flags} = await this.parse(DescribeQuota)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const names = argv as string[]
    const policyCluster = await readPolicyCluster({...flags, kubernetesVersion: flags['kubernetes-version']})
    const {cluster, namespace: chosen, notes, facts, quotas} = policyCluster
    const found = selected(cluster.list(resourceQuota, chosen), flags.selector, names)
    const {objects, text, missing} = describeObjects(found, names, describeResourceQuota)
    for (const note of [...notes, ...usageNotes(quotas, objects)]) this.note(note)
    this.print(text)
    for (const name of missing) this.note(`Error from server (NotFound): resourcequotas "${name}" not found`)
    if (text === '' && missing.length === 0) this.note(nothingFound(policyCluster, resourceQuota))
    process.exitCode = endingOf({...facts, hasFindings: missing.length > 0}).exitStatus
  }
}

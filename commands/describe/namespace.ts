import {Args} from '@oclif/core'

import {BaseCommand} from '../../src/cli/base-command.js'
import {readPolicyCluster} from '../../src/cli/describe-command.js'
import {exitStatusHelp} from '../../src/cli/exit-meanings.js'
import {endingOf} from '../../src/lint/ending.js'
import {env, existing, kubernetesVersion, policies} from '../../src/cli/flags.js'
import {limitRange} from '../../src/kinds/limit-range/index.js'
import {namespaceNamed} from '../../src/kinds/namespace/index.js'
import {resourceQuota} from '../../src/kinds/resource-quota/index.js'
import {describeNamespace} from '../../src/report/describe.js'
import {joinEnvironments} from '../../src/report/environments.js'
import {usageNotes} from '../../src/report/usage-source.js'

/** Prints a namespace as `kubectl describe namespace` does. */
export default class DescribeNamespace extends BaseCommand {
  static override summary = 'Print a namespace the way "kubectl describe namespace" does, with its quotas and limits.'

  static override description = `Shows the namespace with its quotas and limits. A namespace that no manifest declares is assumed to exist. The source of the usage of its quotas is printed to standard error, as by "kadm describe quota".

${exitStatusHelp('describe:namespace')}`

  static override aliases = ['describe:ns']

  static override examples = [{command: '<%= config.bin %> <%= command.id %> dev -p policies/', description: 'The quotas and limits of the namespace dev.'}]

  static override args = {name: Args.string({name: 'NAME', ignoreStdin: true, required: true, description: 'Name of the namespace.'})}

  static override flags = {env, policies, existing, 'kubernetes-version': kubernetesVersion}

  async run(): Promise<void> {
    const {args: {name}, flags} = await this.parse(DescribeNamespace)
    if (await this.runEnvironments(flags, joinEnvironments)) return
    const {cluster, notes, facts, quotas} = await readPolicyCluster({...flags, namespace: name, kubernetesVersion: flags['kubernetes-version']})
    const shown = cluster.list(resourceQuota, name)
    for (const note of [...notes, ...usageNotes(quotas, shown)]) this.note(note)
    this.print(describeNamespace(namespaceNamed(name, cluster), shown, cluster.list(limitRange, name)))
    process.exitCode = endingOf(facts).exitStatus
  }
}
